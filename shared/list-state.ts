import type { Direction } from './list';

/** A parsed query string. A repeated name has an array as its value. */
export type Query = Readonly<Record<string, unknown>>;

/** Longer queries are truncated, because every link of the page contains the query (P132). */
export const QUERY_MAX_LENGTH = 200;

const MAX_PAGE = 1_000_000;

export const licenseFields = ['both', 'email', 'id'] as const;
export const licenseSorts = ['leadsLast30Days', 'leadsTotal'] as const;
/** Everyone, people without activity in the last 30 days, and people who were never active (P232). */
export const activities = ['', 'idle30', 'never'] as const;
const directions = ['desc', 'asc'] as const satisfies Direction[];

export type LicenseField = (typeof licenseFields)[number];
export type LicenseSort = (typeof licenseSorts)[number];
export type Activity = (typeof activities)[number];

/**
 * Reads the state of the lists on the Lead Capture page from a query string (P93). Never fails: invalid values fall back
 * to the defaults (P20).
 */
export function readLicenseListState(query: Query) {
  return {
    q: searchText(query.q),
    field: oneOf(licenseFields, query.field),
    activity: oneOf(activities, query.activity),
    sort: oneOf(licenseSorts, query.sort),
    dir: oneOf(directions, query.dir),
    page: pageNumber(query.page),
    /** Page of the non-activated licenses. */
    npage: pageNumber(query.npage),
  };
}

export type LicenseListState = Readonly<ReturnType<typeof readLicenseListState>>;
export const defaultLicenseListState: LicenseListState = readLicenseListState({});

export const cardSorts = ['viewsLast30Days', 'totalViews', 'name', 'email', 'jobTitle', 'cardId'] as const;

export type CardSort = (typeof cardSorts)[number];

/**
 * Reads the state of the lists on the Digital Business Cards page from a query string (P116, P124). The two lists are
 * independent. Never fails: invalid values fall back to the defaults (P20).
 */
export function readCardListState(query: Query) {
  return {
    q: searchText(query.q),
    activity: oneOf(activities, query.activity),
    sort: oneOf(cardSorts, query.sort),
    dir: oneOf(directions, query.dir),
    page: pageNumber(query.page),
    /** Search, order and page of the non-claimed cards. An empty order is the backend's. */
    nq: searchText(query.nq),
    ndir: oneOf(['', ...directions], query.ndir),
    npage: pageNumber(query.npage),
  };
}

export type CardListState = Readonly<ReturnType<typeof readCardListState>>;
export const defaultCardListState: CardListState = readCardListState({});

/** State of the lists on any page. */
export type ListState = Readonly<Record<string, string | number>>;

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

/** Returns the choice that equals the value, or the first one. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  value: unknown,
): Choices[number] {
  return choices.find(choice => choice === value) ?? choices[0];
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
