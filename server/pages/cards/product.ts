import { CARDS } from '../../../shared/admin';
import { type CardListState, defaultCardListState, readCardListState } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { cardsAddress, paths } from '../../../shared/paths';
import type { CompanyStats, Ecard } from '../../backends/ecard';
import type { ProductDefinition } from '../product/product';

export interface CardsNeeds {
  readonly ecard: Ecard;
  readonly cardsAppUrl: string;
}

/** Digital business cards. */
export const cards: ProductDefinition<CompanyStats, CardListState, CardsNeeds> = {
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
  requestPath: paths.requestCards,
  defaults: defaultCardListState,
  readState: readCardListState,
  address: cardsAddress,
  stats: ({ ecard }, entityId, context) => ecard.stats(entityId, context),
  requestLicenses: ({ ecard }, entityId, context) => ecard.requestLicenses(entityId, context),
  appUrl: ({ cardsAppUrl }) => cardsAppUrl,
};
