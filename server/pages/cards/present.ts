import { randomUUID } from 'node:crypto';
import { type Card, type CompanyStats, claimedCards, nonClaimedCards } from '../../../shared/cards';
import { availableLicences } from '../../../shared/licences';
import { type Compare, compareText, paginate, search, sort } from '../../../shared/list';
import {
  type CardListState,
  type CardSort,
  defaultCardListState,
  listStateFields,
} from '../../../shared/list-state';
import {
  cardsAddress,
  claimedCardsWithVisitsAddress,
  deactivateDialogAddress,
  paths,
  profileDataDialogAddress,
} from '../../../shared/paths';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { Cards, ClaimedCards, NonClaimedCards } from '../../../views/pages/CardsPage';
import { countLine, formatCount, presentColumn, presentPagination } from '../list';

const CLAIMED = 'claimed-cards';
const NON_CLAIMED = 'non-claimed-cards';

/** Name of the dialog that offers all profile data, in addresses too. */
const PROFILE_DATA = 'profile-data';

const compare: Readonly<Record<CardSort, Compare<Card>>> = {
  name: (a, b) => compareText(a.name, b.name),
  email: (a, b) => compareText(a.email, b.email),
  jobTitle: (a, b) => compareText(a.jobTitle, b.jobTitle),
  cardId: (a, b) => compareText(a.cardId, b.cardId),
  viewsLast30Days: (a, b) => a.viewsLast30Days - b.viewsLast30Days,
  totalViews: (a, b) => a.totalViews - b.totalViews,
};

const byEmailThenId = (a: Card, b: Card) => compare.email(a, b) || compare.cardId(a, b);

/** The claimed cards that a list state asks for, in its order, on all pages. */
export function selectClaimed(cards: readonly Card[], state: CardListState): readonly Card[] {
  const found = search(claimedCards(cards), state.q, card => [
    card.email,
    card.name,
    card.jobTitle,
    card.cardId,
  ]);
  return sort(found, compare[state.sort], state.dir, byEmailThenId);
}

/** The non-claimed cards that a list state asks for: as the backend sends them until they are sorted. */
export function selectNonClaimed(cards: readonly Card[], { nq, ndir }: CardListState): readonly Card[] {
  const found = search(nonClaimedCards(cards), nq, card => [card.cardId]);
  return ndir === '' ? found : sort(found, compare.cardId, ndir, compare.cardId);
}

/** The claimed card with this id; undefined for an id that is not in the list (decision 15). */
export function findDeactivatable(cards: readonly Card[], id: unknown): Card | undefined {
  return claimedCards(cards).find(card => card.cardId !== '' && card.cardId === id);
}

/** Everything that the Digital Business Cards page shows of a company. */
export function presentCards(
  stats: CompanyStats,
  state: CardListState,
  extras: { readonly downloadLink: string; readonly deactivate: unknown; readonly dialog: unknown },
): Cards {
  const { licencesPurchased: total, licencesClaimed: active } = stats;
  const once = randomUUID();
  return {
    once,
    requestAction: cardsAddress(paths.requestCards, state),
    profileDataHref: profileDataDialogAddress(state),
    downloadLink: extras.downloadLink,
    overview: {
      metrics: [
        ['Active Cards', formatCount(active)],
        ['Available Cards', formatCount(availableLicences(stats))],
        ['Total Cards', formatCount(total)],
        ['Profile Visits (30 days)', formatCount(stats.activitiesLast30Days)],
        ['Profile Visits (total)', formatCount(stats.activitiesTotal)],
      ],
      meter: { value: active, total, label: `${formatCount(active)} of ${formatCount(total)} cards active` },
    },
    claimed: stats.cards && presentClaimed(stats.cards, state),
    nonClaimed: stats.cards && presentNonClaimed(stats.cards, state),
    dialogs: [
      presentDeactivation(stats.cards ?? [], state, { once, wanted: extras.deactivate }),
      presentProfileData(state, { once, wanted: extras.dialog }),
    ],
  };
}

function presentClaimed(cards: readonly Card[], wanted: CardListState): ClaimedCards {
  const all = claimedCards(cards);
  const found = selectClaimed(cards, wanted);
  const page = paginate(found, wanted.page);
  const state = { ...wanted, page: page.number };
  const address = (change: Partial<CardListState>) =>
    `${cardsAddress(paths.cards, { ...state, page: 1, ...change })}#${CLAIMED}`;
  const column = <Key extends CardSort>(key: Key, label: string) =>
    presentColumn(key, label, state.sort === key ? state.dir : undefined, dir => address({ sort: key, dir }));
  const { q, page: _page, ...kept } = state;
  const exported = { ...defaultCardListState, q, sort: state.sort, dir: state.dir };

  return {
    section: {
      id: CLAIMED,
      title: 'Claimed Cards',
      total: formatCount(all.length),
      countLine: countLine(q, found.length, all.length),
      search:
        all.length === 0
          ? undefined
          : {
              action: `${paths.cards}#${CLAIMED}`,
              label: 'Search claimed cards',
              placeholder: 'Search name, email, job title or CardID',
              name: 'q',
              query: q,
              hidden: listStateFields(kept, defaultCardListState),
              clearHref: q === '' ? undefined : address({ q: '' }),
            },
      empty:
        all.length === 0
          ? {
              title: 'No claimed digital business cards yet',
              hint: 'Cards will appear here once users claim them.',
            }
          : {
              title: 'No digital business cards found',
              hint: 'Try adjusting your search terms or clear the search.',
            },
      pagination: presentPagination('Pages of claimed cards', page, number => address({ page: number })),
    },
    exportHref: found.length === 0 ? undefined : cardsAddress(paths.claimedCardsCsv, exported),
    exportWithVisitsHref: found.length === 0 ? undefined : claimedCardsWithVisitsAddress(exported),
    columns: [
      column('name', 'Name'),
      column('email', 'Email'),
      column('jobTitle', 'Job title'),
      column('cardId', 'CardID'),
      column('viewsLast30Days', 'Profile visits (30 days)'),
      column('totalViews', 'Profile visits (total)'),
    ],
    rows: page.rows.map(card => ({ ...card, deactivateHref: deactivateDialogAddress(state, card.cardId) })),
  };
}

function presentNonClaimed(cards: readonly Card[], wanted: CardListState): NonClaimedCards | undefined {
  const all = nonClaimedCards(cards);
  if (all.length === 0) return undefined;
  const found = selectNonClaimed(cards, wanted);
  const page = paginate(found, wanted.npage);
  const state = { ...wanted, npage: page.number };
  const address = (change: Partial<CardListState>) =>
    `${cardsAddress(paths.cards, { ...state, npage: 1, ...change })}#${NON_CLAIMED}`;
  const { nq, ndir, npage: _npage, ...kept } = state;

  return {
    section: {
      id: NON_CLAIMED,
      title: 'Non-Claimed Cards',
      subtitle: 'Digital business cards that have not been claimed by users yet',
      total: formatCount(all.length),
      countLine: countLine(nq, found.length, all.length),
      search: {
        action: `${paths.cards}#${NON_CLAIMED}`,
        label: 'Search non-claimed cards',
        placeholder: 'Search non-claimed cards...',
        name: 'nq',
        query: nq,
        hidden: listStateFields({ ...kept, ndir }, defaultCardListState),
        clearHref: nq === '' ? undefined : address({ nq: '' }),
      },
      empty: { title: 'No non-claimed cards found', hint: 'Try adjusting your search terms.' },
      pagination: presentPagination('Pages of non-claimed cards', page, npage => address({ npage })),
    },
    exportHref:
      found.length === 0
        ? undefined
        : cardsAddress(paths.nonClaimedCardsCsv, { ...defaultCardListState, nq, ndir }),
    column: presentColumn('cardId', 'CardID', ndir || undefined, dir => address({ ndir: dir })),
    cardIds: page.rows.map(card => card.cardId),
  };
}

interface DialogOptions {
  readonly once: string;
  /** What the address asks about. */
  readonly wanted: unknown;
}

/** The dialog that confirms a deactivation; open about the card that the address names, if it can be deactivated. */
function presentDeactivation(
  cards: readonly Card[],
  state: CardListState,
  { once, wanted }: DialogOptions,
): ConfirmDialogProps {
  const card = findDeactivatable(cards, wanted);
  return {
    name: 'deactivate',
    title: 'Confirm Card Deactivation',
    text: 'Are you sure you want to deactivate the digital business card for:',
    warning: 'This action will clear the NFC profile and cannot be undone.',
    confirmLabel: 'Deactivate Card',
    danger: true,
    action: cardsAddress(paths.deactivateCard, state),
    once,
    field: 'cardId',
    cancelHref: `${cardsAddress(paths.cards, state)}#${CLAIMED}`,
    item: card && { id: card.cardId, subject: [card.name, card.email].filter(text => text !== '') },
  };
}

/** The dialog that offers all profile data by e-mail. */
function presentProfileData(state: CardListState, { once, wanted }: DialogOptions): ConfirmDialogProps {
  return {
    name: PROFILE_DATA,
    title: 'Request Profile Data Export',
    text: 'We will email an export of all card profile data to your registered email.',
    confirmLabel: 'Confirm',
    danger: false,
    action: cardsAddress(paths.requestProfileData, state),
    once,
    cancelHref: cardsAddress(paths.cards, state),
    item: wanted === PROFILE_DATA ? { id: '', subject: [] } : undefined,
  };
}
