import { CreditCard } from 'lucide-react';
import { formatCount } from '../../../shared/format-count';
import { directions } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { card } from '../../../shared/products/card';
import type { IdRow } from '../../../views/components/ListSection';
import type { ConfirmDialogProps } from '../../../views/Island';
import { type CardRow, CardsPage, cardColumns } from '../../../views/pages/CardsPage';
import type { EcardStats } from '../../backends/ecard';
import type { ProductItem, ProductStats, UnclaimedItem } from '../../backends/product-stats';
import { formatAverage, presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { sortUnusedBy, statusColumns, usageFilter } from '../lists/usage-filter';
import { presentEmail } from '../present-person';
import { defineProduct, type PageContext, type Product } from '../product/define-product';
import { presentActive } from '../product/usage';

const claimed = defineList<ProductStats, ProductItem, CardRow>({
  id: 'claimed-cards',
  title: 'Claimed Cards',
  rowsName: 'claimed cards',
  rows: ({ items }) => items?.claimed,
  unreadable: card.messages.unreadable,
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
  selectable: { kind: 'card', id: 'id', dialog: 'deactivate' },
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
  unreadable: card.messages.unreadable,
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

export const cards: Product<EcardStats, CardRow> = defineProduct('card', {
  icon: CreditCard,
  notActivated: 'With these cards, your staff can share their contact details with a tap on a phone.',
  lists: { claimed, unclaimed },
  removal: {
    title: 'Confirm Card Deactivation',
    text: 'Are you sure you want to deactivate the digital business card for:',
    warning: 'This action will clear the NFC profile and cannot be undone.',
  },
  columns: cardColumns.plain,
  Page: CardsPage,
  overview(stats) {
    const { active, available } = presentActive(stats, 'all cards');
    return {
      figures: [
        { label: 'Active Cards', ...active },
        { label: 'Available Cards', ...available },
        { label: 'Total Cards', value: formatCount(stats.licensesPurchased), note: 'purchased' },
        {
          label: 'Profile Visits (30 days)',
          value: formatCount(stats.last30Days),
          note: formatAverage(stats.last30Days, stats.licensesClaimed, 'active card'),
        },
        {
          label: 'Profile Visits (total)',
          value: formatCount(stats.total),
          note: 'since the start',
        },
      ],
    };
  },
  withoutFigures: context => ({
    profileData: {
      href: withParameter(cards.url(cards.path, context.state), 'dialog', PROFILE_DATA),
      dialog: PROFILE_DATA,
    },
    dialogs: [presentProfileData(context)],
  }),
  panel: {
    purpose: 'Let people share their contact details with a tap.',
    activity: ({ last30Days, total, leads }) => [
      { label: 'Profile visits, last 30 days', value: formatCount(last30Days) },
      { label: 'Profile visits, all time', value: formatCount(total) },
      { label: 'Leads from cards', value: formatCount(leads) },
    ],
  },
});

/** The name of the dialog that requests all profile data, in `?dialog=`. */
const PROFILE_DATA = 'profile-data';

function presentProfileData({ state, query, formKey }: PageContext): ConfirmDialogProps {
  return {
    name: PROFILE_DATA,
    title: 'Request Profile Data Export',
    text: 'We will email an export of all card profile data to your registered email.',
    confirmLabel: 'Confirm',
    busyLabel: 'Requesting...',
    danger: false,
    action: cards.url(paths.requestProfileData, state),
    formKey,
    cancelHref: cards.url(cards.path, state),
    item: query.dialog === PROFILE_DATA ? { id: '', email: '', subject: [] } : undefined,
  };
}
