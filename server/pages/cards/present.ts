import { randomUUID } from 'node:crypto';
import type { Card, NonClaimedCard } from '../../../shared/cards';
import { availableLicenses } from '../../../shared/licenses';
import type { Page } from '../../../shared/list';
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
import type { CompanyStats } from '../../backends/ecard';
import { countLine, formatCount, presentColumn, presentPagination } from '../list';
import { type CardPages, findDeactivatable } from './select';

const CLAIMED = 'claimed-cards';
const NON_CLAIMED = 'non-claimed-cards';

/** Name of the dialog that offers all profile data, in addresses too. */
const PROFILE_DATA = 'profile-data';

/** Everything that the Digital Business Cards page shows of a company. */
export function presentCards(
  stats: CompanyStats,
  pages: CardPages | undefined,
  state: CardListState,
  extras: { readonly downloadLink: string; readonly deactivate: unknown; readonly dialog: unknown },
): Cards {
  const { licensesPurchased: total, licensesClaimed: active } = stats;
  const once = randomUUID();
  return {
    once,
    requestAction: cardsAddress(paths.requestCards, state),
    profileDataHref: profileDataDialogAddress(state),
    downloadLink: extras.downloadLink,
    overview: {
      metrics: [
        ['Active Cards', formatCount(active)],
        ['Available Cards', formatCount(availableLicenses(stats))],
        ['Total Cards', formatCount(total)],
        ['Profile Visits (30 days)', formatCount(stats.activitiesLast30Days)],
        ['Profile Visits (total)', formatCount(stats.activitiesTotal)],
      ],
      meter: { value: active, total, label: `${formatCount(active)} of ${formatCount(total)} cards active` },
    },
    claimed: pages && presentClaimed(pages.claimed, stats.cards?.claimed.length ?? 0, state),
    nonClaimed: pages && presentNonClaimed(pages.nonClaimed, stats.cards?.nonClaimed.length ?? 0, state),
    dialogs: [
      presentDeactivation(findDeactivatable(stats, extras.deactivate), state, once),
      presentProfileData(extras.dialog === PROFILE_DATA, state, once),
    ],
  };
}

function presentClaimed(page: Page<Card>, total: number, wanted: CardListState): ClaimedCards {
  const state = { ...wanted, page: page.number };
  const dialogAddress = deactivateDialogAddress(state);
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
      total: formatCount(total),
      countLine: countLine(q, page.found, total),
      search:
        total === 0
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
        total === 0
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
    exportHref: page.found === 0 ? undefined : cardsAddress(paths.claimedCardsCsv, exported),
    exportWithVisitsHref: page.found === 0 ? undefined : claimedCardsWithVisitsAddress(exported),
    columns: [
      column('name', 'Name'),
      column('email', 'Email'),
      column('jobTitle', 'Job title'),
      column('cardId', 'CardID'),
      column('viewsLast30Days', 'Profile visits (30 days)'),
      column('totalViews', 'Profile visits (total)'),
    ],
    rows: page.rows.map(card => ({ ...card, deactivateHref: dialogAddress(card.cardId) })),
  };
}

function presentNonClaimed(
  page: Page<NonClaimedCard>,
  total: number,
  wanted: CardListState,
): NonClaimedCards | undefined {
  if (total === 0) return undefined;
  const state = { ...wanted, npage: page.number };
  const address = (change: Partial<CardListState>) =>
    `${cardsAddress(paths.cards, { ...state, npage: 1, ...change })}#${NON_CLAIMED}`;
  const { nq, ndir, npage: _npage, ...kept } = state;

  return {
    section: {
      id: NON_CLAIMED,
      title: 'Non-Claimed Cards',
      subtitle: 'Digital business cards that have not been claimed by users yet',
      total: formatCount(total),
      countLine: countLine(nq, page.found, total),
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
      page.found === 0
        ? undefined
        : cardsAddress(paths.nonClaimedCardsCsv, { ...defaultCardListState, nq, ndir }),
    column: presentColumn('cardId', 'CardID', ndir || undefined, dir => address({ ndir: dir })),
    cardIds: page.rows.map(card => card.cardId),
  };
}

/** The dialog that confirms a deactivation; open about the card that the address names, if it can be deactivated. */
function presentDeactivation(card: Card | undefined, state: CardListState, once: string): ConfirmDialogProps {
  return {
    name: 'deactivate',
    title: 'Confirm Card Deactivation',
    text: 'Are you sure you want to deactivate the digital business card for:',
    warning: 'This action will clear the NFC profile and cannot be undone.',
    confirmLabel: 'Deactivate Card',
    busyLabel: 'Deactivating...',
    danger: true,
    action: cardsAddress(paths.deactivateCard, state),
    once,
    field: 'cardId',
    cancelHref: `${cardsAddress(paths.cards, state)}#${CLAIMED}`,
    item: card && { id: card.cardId, subject: [card.name, card.email].filter(text => text !== '') },
  };
}

/** The dialog that offers all profile data by e-mail. */
function presentProfileData(open: boolean, state: CardListState, once: string): ConfirmDialogProps {
  return {
    name: PROFILE_DATA,
    title: 'Request Profile Data Export',
    text: 'We will email an export of all card profile data to your registered email.',
    confirmLabel: 'Confirm',
    busyLabel: 'Requesting...',
    danger: false,
    action: cardsAddress(paths.requestProfileData, state),
    once,
    cancelHref: cardsAddress(paths.cards, state),
    item: open ? { id: '', subject: [] } : undefined,
  };
}
