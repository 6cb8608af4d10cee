import type { Direction } from './list';

/** A parsed query string. A repeated name has an array as its value. */
export type Query = Readonly<Record<string, unknown>>;

/** Longer queries are truncated, because every link of the page contains the query (P132). */
export const QUERY_MAX_LENGTH = 200;

const MAX_PAGE = 1_000_000;

export const licenseSorts = ['leadsLast30Days', 'leadsTotal'] as const;
export const cardSorts = ['viewsLast30Days', 'totalViews', 'name', 'email', 'jobTitle', 'cardId'] as const;
/**
 * Everyone, people with and without activity in the last 30 days, and of the latter those who were active before and those
 * who never were (P232).
 */
export const activities = ['', 'used30', 'idle30', 'lapsed30', 'never'] as const;
export const directions = ['desc', 'asc'] as const satisfies Direction[];

export type LicenseSort = (typeof licenseSorts)[number];
export type CardSort = (typeof cardSorts)[number];
export type Activity = (typeof activities)[number];

/** The state of a list, or of all lists on a page: searches, orders and page numbers. */
export type ListState = Readonly<Record<string, string | number>>;

/** The parameters of a list in the query string, each with the function that reads its value. */
export type ListParameters<State extends ListState = ListState> = {
  readonly [Name in keyof State]: (value: unknown) => State[Name];
};

/** The state that these parameters describe. */
export type StateOf<Described extends ListParameters> = {
  readonly [Name in keyof Described]: ReturnType<Described[Name]>;
};

/** Reads a state from a query string (P93). Never fails: invalid values fall back to the defaults (P20). */
export function readListState<State extends ListState>(
  parameters: ListParameters<State>,
  query: Query,
): State {
  const state: Record<string, string | number> = {};
  for (const name in parameters) state[name] = parameters[name](query[name]);
  return state as State;
}

/** Returns the names and values of a state that differ from the defaults, for query strings and hidden form fields. */
export function listStateFields(
  state: ListState,
  defaults: ListState,
): (readonly [name: string, value: string])[] {
  return Object.entries(state)
    .filter(([name, value]) => value !== defaults[name])
    .map(([name, value]) => [name, String(value)] as const);
}

/** Returns the query string of a state, with its question mark. Defaults are omitted; it is '' for the default state. */
export function writeListState(state: ListState, defaults: ListState): string {
  const fields = listStateFields(state, defaults).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

/** Returns a function that reads one of these choices. Anything else becomes the first one. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
): (value: unknown) => Choices[number] {
  return value => choices.find(choice => choice === value) ?? choices[0];
}

/** Reads a page number; anything else becomes 1 (P20). */
export function pageNumber(value: unknown): number {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return 1;
  return Math.min(Math.max(1, Number(value)), MAX_PAGE);
}

/** Reads a query, truncated to QUERY_MAX_LENGTH (P132). */
export function searchText(value: unknown): string {
  if (typeof value !== 'string') return '';
  // HTML does not allow NUL, and the search box accepts no control characters.
  const printable = value.slice(0, QUERY_MAX_LENGTH).replace(/\p{Cc}/gu, ' ');
  return printable.toWellFormed().trim();
}
