import { CARDS } from '../../../shared/admin';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { CompanyStats } from '../../backends/ecard';
import { createProduct } from '../product/product';
import { lists } from './lists';

/** Digital business cards. */
export const cards = createProduct<CompanyStats, typeof lists>({
  role: CARDS,
  path: paths.cards,
  title: 'Digital Business Cards',
  subtitle: 'Cards claimed by your people, and those still free',
  notActivated: {
    title: messages.cards.notActivated,
    text: 'With these cards, your staff can share their contact details with a tap on a phone.',
  },
  statsFailed: messages.cards.statsCallFailed,
  roleMissing: 'cardsRoleMissing',
  itemField: 'cardId',
  lists,
  backend: ({ ecard }) => ecard,
  appUrl: ({ cardsAppUrl }) => cardsAppUrl,
});
