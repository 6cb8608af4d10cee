import type { Card, NonClaimedCard } from '../../../shared/cards';
import {
  claimedCardsExport,
  claimedCardsWithVisitsExport,
  nonClaimedCardsExport,
} from '../../../shared/exports';
import { type CardListState, type CardSort, cardSorts } from '../../../shared/list-state';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { CompanyStats } from '../../backends/ecard';
import { activitySelect } from '../product/activity';
import type { ListDefinition, RemovableListDefinition } from '../product/list';

const removable = {
  kind: 'card',
  noun: 'Card',
  activity: 'profile visits',
  id: 'cardId',
  email: 'email',
  unused: { idle30: 'viewsLast30Days', never: 'totalViews' },
} as const;

export const claimedCards: RemovableListDefinition<CompanyStats, CardListState, Card, CardSort> = {
  id: 'claimed-cards',
  title: 'Claimed Cards',
  items: 'claimed cards',
  rows: ({ cards }) => cards?.claimed,
  unreadable: messages.cards.cardsUnreadable,
  empty: {
    title: 'No claimed digital business cards yet',
    hint: 'Cards will appear here once users claim them.',
  },
  page: 'page',
  search: {
    name: 'q',
    placeholder: 'Search name, email, job title or CardID',
    selects: [activitySelect],
    nothingFound: {
      title: 'No digital business cards found',
      hint: 'Try adjusting your search terms or clear the search.',
    },
  },
  removable,
  order: { columns: cardSorts, by: 'sort', direction: 'dir' },
  // Equal rows are ordered by email address, then by ID (P114).
  query: ({ q, activity, sort, dir }) => ({
    query: q,
    searchIn: ['email', 'name', 'jobTitle', 'cardId'],
    ...(activity !== '' && { zeroIn: removable.unused[activity] }),
    order: { key: sort, direction: dir, ties: ['email', 'cardId'] },
  }),
  download: {
    path: paths.claimedCardsCsv,
    // `?visits=1` has the real profile visits.
    content: ({ visits }) => (visits === '1' ? claimedCardsWithVisitsExport : claimedCardsExport),
    links: [
      { label: 'Export with profile visits', what: 'of claimed cards', parameter: ['visits', '1'] },
      { label: 'Export', what: 'claimed cards' },
    ],
  },
};

/** Hidden if empty (P120). In the backend's order by default (P122). */
export const nonClaimedCards: ListDefinition<CompanyStats, CardListState, NonClaimedCard, 'cardId'> = {
  id: 'non-claimed-cards',
  title: 'Non-Claimed Cards',
  subtitle: 'Digital business cards that have not been claimed by users yet',
  items: 'non-claimed cards',
  rows: ({ cards }) => cards?.nonClaimed,
  unreadable: messages.cards.cardsUnreadable,
  page: 'npage',
  search: {
    name: 'nq',
    placeholder: 'Search non-claimed cards...',
    nothingFound: { title: 'No non-claimed cards found', hint: 'Try adjusting your search terms.' },
  },
  order: { columns: ['cardId'], direction: 'ndir' },
  query: ({ nq, ndir }) => ({
    query: nq,
    searchIn: ['cardId'],
    ...(ndir !== '' && { order: { key: 'cardId', direction: ndir, ties: [] } }),
  }),
  download: {
    path: paths.nonClaimedCardsCsv,
    content: () => nonClaimedCardsExport,
    links: [{ label: 'Export', what: 'non-claimed cards' }],
  },
};
