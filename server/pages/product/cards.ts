import { cardSorts, directions } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { CardIdRow, CardRow } from '../../../views/pages/CardsPage';
import type { Card, NonClaimedCard } from '../../backends/cards';
import type { CompanyStats } from '../../backends/ecard';
import { presentEmail, presentFigure } from '../figures';
import { activityFilter } from '../lists/activity';
import { defineList, defineRemovableList } from '../lists/define-list';
import { products } from '../products';
import { defineProduct } from './define-product';

const counts = { use: 'use', last30Days: 'viewsLast30Days', total: 'totalViews' } as const;

export const claimedCards = defineRemovableList<CompanyStats, Card, CardRow>({
  id: 'claimed-cards',
  title: 'Claimed Cards',
  rowsName: 'claimed cards',
  rows: ({ cards }) => cards?.claimed,
  unreadable: messages.cards.cardsUnreadable,
  empty: {
    title: 'No claimed digital business cards yet',
    hint: 'Cards will appear here once users claim them.',
  },
  search: {
    columns: ['email', 'name', 'jobTitle', 'cardId'],
    placeholder: 'Search name, email, job title or CardID',
    selects: [activityFilter(counts)],
    nothingFound: {
      title: 'No digital business cards found',
      hint: 'Try adjusting your search terms or clear the search.',
    },
  },
  removable: {
    kind: 'card',
    warning: 'This action will clear the NFC profile and cannot be undone.',
    id: 'cardId',
    email: 'email',
    subject: ['name', 'email'],
    path: paths.deactivateCard,
    dialog: {
      name: 'deactivate',
      title: 'Confirm Card Deactivation',
      text: 'Are you sure you want to deactivate the digital business card for:',
      busyLabel: 'Deactivating...',
    },
    gone: messages.cards.gone,
    counts,
    auditedAs: 'deactivation',
    // The call names no company: callers pass only cards of the administrator's own list (P127).
    remove: (_entityId, cardId, context, { ecard }) => ecard.deactivateCard(cardId, context),
    outcomes: {
      done: 'cardDeactivated',
      notListed: 'cardNotListed',
      reassigned: 'cardReassigned',
      stillListed: 'cardStillListed',
      failed: 'deactivateFailed',
      unexpected: { toast: 'removeCardFailed', message: messages.cards.removeFailed },
    },
  },
  // Equal rows are ordered by email address, then by ID (P114).
  order: { columns: cardSorts, ofUnused: 'totalViews', ties: ['email', 'cardId'] },
  presentRows: (rows, { largest }) =>
    rows.map(
      ({ cardId, name, jobTitle, email, viewsLast30Days, totalViews }): CardRow => ({
        cardId,
        name,
        jobTitle,
        email: presentEmail(email),
        viewsLast30Days: presentFigure(viewsLast30Days, largest('viewsLast30Days')),
        totalViews: presentFigure(totalViews, largest('totalViews')),
      }),
    ),
  download: {
    file: 'claimed-cards',
    comparedAs: 'cards',
    content: ({ visits }) => ({
      name: 'digital-business-cards-export',
      rows: 'digital business card(s)',
      columns: {
        name: 'name',
        email: 'email',
        jobTitle: 'jobTitle',
        cardId: 'cardId',
        // The standard export has no statistics, so the counts are 0 (P153).
        viewsLast30Days: visits === '1' ? 'viewsLast30Days' : { all: 0 },
        totalViews: visits === '1' ? 'totalViews' : { all: 0 },
      },
    }),
    links: [
      { label: 'claimed cards with profile visits', parameter: ['visits', '1'] },
      { label: 'claimed cards without profile visits' },
    ],
  },
});

/** Hidden if empty (P120). In the backend's order by default (P122). */
export const nonClaimedCards = defineList<CompanyStats, NonClaimedCard, CardIdRow>({
  id: 'non-claimed-cards',
  title: 'Non-Claimed Cards',
  qualifier: 'non-claimed',
  subtitle: 'Digital business cards that have not been claimed by users yet',
  rowsName: 'non-claimed cards',
  rows: ({ cards }) => cards?.nonClaimed,
  unreadable: messages.cards.cardsUnreadable,
  prefix: 'n',
  search: {
    columns: ['cardId'],
    placeholder: 'Search non-claimed cards...',
    nothingFound: { title: 'No non-claimed cards found', hint: 'Try adjusting your search terms.' },
  },
  order: { columns: ['cardId'], directions: ['', ...directions] },
  presentRows: rows => rows.map(({ cardId }): CardIdRow => ({ id: cardId })),
  download: {
    file: 'non-claimed-cards',
    content: () => ({
      name: 'non-claimed-cards-export',
      rows: 'non-claimed card(s)',
      columns: { cardId: 'cardId' },
    }),
  },
});

/** Digital business cards. */
export const cards = defineProduct({
  ...products.cards,
  invitedTo: 'cards',
  notActivated: {
    title: messages.cards.notActivated,
    text: 'With these cards, your staff can share their contact details with a tap on a phone.',
  },
  statsFailed: messages.cards.statsCallFailed,
  roleMissing: 'cardsRoleMissing',
  itemField: 'cardId',
  lists: { claimed: claimedCards, nonClaimed: nonClaimedCards },
  backend: ({ ecard }) => ecard,
  appUrl: ({ cardsAppUrl }) => cardsAppUrl,
});
