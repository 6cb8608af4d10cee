import type { Card, NonClaimedCard } from '../../../shared/cards';
import type { Page } from '../../../shared/list';
import type { CardListState } from '../../../shared/list-state';
import type { CompanyStats } from '../../backends/ecard';
import type { ListOf, ListQuery, Rows } from '../../lists/list';

/** The pages of both lists that the administrator looks at. */
export interface CardPages {
  readonly claimed: Page<Card>;
  readonly nonClaimed: Page<NonClaimedCard>;
}

/** The pages that a list state asks for; undefined when the backend sent no list. */
export async function selectPages(
  { cards }: CompanyStats,
  state: CardListState,
): Promise<CardPages | undefined> {
  if (!cards) return undefined;
  const [claimed, nonClaimed] = await Promise.all([
    cards.claimed.page(wantedClaimed(state), state.page),
    cards.nonClaimed.page(wantedNonClaimed(state), state.npage),
  ]);
  return { claimed, nonClaimed };
}

/** The claimed cards that a list state asks for, in its order, on all pages. */
export function selectClaimed(cards: ListOf<Card>, state: CardListState): Promise<Rows<Card>> {
  return cards.all(wantedClaimed(state));
}

/** The non-claimed cards that a list state asks for, on all pages. */
export function selectNonClaimed(
  cards: ListOf<NonClaimedCard>,
  state: CardListState,
): Promise<Rows<NonClaimedCard>> {
  return cards.all(wantedNonClaimed(state));
}

/** Ties go by e-mail, then id (P114). */
function wantedClaimed({
  q,
  sort,
  dir,
}: CardListState): ListQuery<'email' | 'name' | 'jobTitle' | 'cardId', 'viewsLast30Days' | 'totalViews'> {
  return {
    query: q,
    searchIn: ['email', 'name', 'jobTitle', 'cardId'],
    order: { key: sort, direction: dir, ties: ['email', 'cardId'] },
  };
}

/** As the backend sends them until they are sorted (P122). */
function wantedNonClaimed({ nq, ndir }: CardListState): ListQuery<'cardId', never> {
  return {
    query: nq,
    searchIn: ['cardId'],
    ...(ndir !== '' && { order: { key: 'cardId', direction: ndir, ties: [] } }),
  };
}

/** The claimed card with this id; undefined for an id that is not in the list (P127). */
export function findDeactivatable({ cards }: CompanyStats, id: unknown): Card | undefined {
  return typeof id === 'string' ? cards?.claimed.find('cardId', id) : undefined;
}
