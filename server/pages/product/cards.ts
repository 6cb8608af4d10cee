import { directions } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { IdRow } from '../../../views/components/ListSection';
import type { CardRow } from '../../../views/pages/CardsPage';
import type { ProductItem, ProductStats, UnclaimedItem } from '../../backends/product-stats';
import { presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { sortUnusedBy, statusColumns, usageFilter } from '../lists/usage-filter';
import { presentEmail } from '../present-person';
import { defineProduct } from './define-product';

const claimed = defineList<ProductStats, ProductItem, CardRow>({
  id: 'claimed-cards',
  title: 'Claimed Cards',
  rowsName: 'claimed cards',
  rows: ({ items }) => items?.claimed,
  unreadable: messages.cards.cardsUnreadable,
  empty: {
    title: 'No claimed digital business cards yet',
    hint: 'Cards will appear here once users claim them.',
  },
  search: {
    columns: ['email', 'name', 'jobTitle', 'id'],
    placeholder: 'Search name, email, job title or CardID',
    nothingFound: {
      title: 'No digital business cards found',
      hint: 'Try adjusting your search terms or clear the search.',
    },
  },
  filter: usageFilter,
  selectable: { kind: 'card', id: 'id', dialog: 'deactivate', isDialogReady: true },
  order: {
    columns: {
      viewsLast30Days: 'last30Days',
      totalViews: 'total',
      name: 'name',
      email: 'email',
      jobTitle: 'jobTitle',
      cardId: 'id',
    },
    filterSorts: sortUnusedBy('totalViews'),
    // Equal rows are ordered by email address, then by ID (P114).
    ties: ['email', 'id'],
  },
  // Job titles need the room of bars.
  presentRows: rows =>
    rows.map(
      ({ id, name = '', jobTitle = '', email, last30Days, total }): CardRow => ({
        cardId: id,
        name,
        jobTitle,
        email: presentEmail(email),
        viewsLast30Days: presentFigure(last30Days),
        totalViews: presentFigure(total),
      }),
    ),
  download: {
    file: 'claimed-cards',
    isComparable: true,
    content({ visits }) {
      const texts = { name: 'name', email: 'email', jobTitle: 'jobTitle', cardId: 'id' } as const;
      const rows = 'digital business card(s)';
      return visits === '1'
        ? {
            name: 'digital-business-cards-export-with-profile-visits',
            rows,
            columns: { ...texts, viewsLast30Days: 'last30Days', totalViews: 'total' },
            workbookColumns: statusColumns,
          }
        : {
            name: 'digital-business-cards-export',
            rows,
            // The standard export has no statistics, so the counts are 0 (P153).
            columns: { ...texts, viewsLast30Days: { all: 0 }, totalViews: { all: 0 } },
          };
    },
    links: [
      { what: 'claimed cards', label: 'Profile visits are 0 in these files' },
      {
        what: 'claimed cards with profile visits',
        label: 'Export with profile visits',
        parameter: ['visits', '1'],
      },
    ],
  },
});

/** Hidden if empty (P119). In the backend's order by default (P122). */
const unclaimed = defineList<ProductStats, UnclaimedItem, IdRow>({
  id: 'non-claimed-cards',
  title: 'Non-Claimed Cards',
  qualifier: 'non-claimed',
  subtitle: 'Digital business cards that have not been claimed by users yet',
  rowsName: 'non-claimed cards',
  rows: ({ items }) => items?.unclaimed,
  unreadable: messages.cards.cardsUnreadable,
  prefix: 'n',
  search: {
    columns: ['id'],
    placeholder: 'Search non-claimed cards...',
    nothingFound: { title: 'No non-claimed cards found', hint: 'Try adjusting your search terms.' },
  },
  order: { columns: { cardId: 'id' }, directions: ['', ...directions] },
  presentRows: rows => rows.map(({ id }) => ({ id })),
  download: {
    file: 'non-claimed-cards',
    content: () => ({
      name: 'non-claimed-cards-export',
      rows: 'non-claimed card(s)',
      columns: { cardId: 'id' },
    }),
  },
});

export const cards = defineProduct('card', {
  notActivated: {
    title: messages.cards.notActivated,
    text: 'With these cards, your staff can share their contact details with a tap on a phone.',
  },
  statsFailed: messages.cards.statsCallFailed,
  unavailableToast: 'cardsUnavailable',
  roleMissing: 'cardsRoleMissing',
  lists: { claimed, unclaimed },
  removal: {
    warning: 'This action will clear the NFC profile and cannot be undone.',
    path: paths.deactivateCard,
    dialog: {
      name: 'deactivate',
      title: 'Confirm Card Deactivation',
      text: 'Are you sure you want to deactivate the digital business card for:',
      busyLabel: 'Deactivating...',
    },
    gone: messages.cards.gone,
    auditedAs: 'deactivation',
    // The call names no company: callers pass only cards of the administrator's own list (P127).
    outcomes: {
      done: 'cardDeactivated',
      notListed: 'cardNotListed',
      reassigned: 'cardReassigned',
      stillListed: 'cardStillListed',
      failed: 'deactivateFailed',
      unexpected: { toast: 'removeCardFailed', message: messages.cards.removeFailed },
    },
  },
  backend: ({ products }) => products.card,
});
