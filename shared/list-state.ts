import type { Direction } from './list';

/** A parsed query string; a name that came twice holds an array. */
export type Query = Readonly<Record<string, unknown>>;

/** Longer searches are cut: every link of the page repeats the query. */
export const LONGEST_QUERY = 200;

const HIGHEST_PAGE = 1_000_000;

export const licenseFields = ['both', 'email', 'id'] as const;
export const licenseSorts = ['leadsLast30Days', 'leadsTotal'] as const;
const directions = ['desc', 'asc'] as const satisfies Direction[];

export type LicenseField = (typeof licenseFields)[number];
export type LicenseSort = (typeof licenseSorts)[number];

/** What the administrator looks at on the Lead Capture page; it lives in the query string. */
export type LicenseListState = Readonly<{
  q: string;
  field: LicenseField;
  sort: LicenseSort;
  dir: Direction;
  page: number;
  /** Page of the non-activated licenses. */
  npage: number;
}>;

export const defaultLicenseListState: LicenseListState = {
  q: '',
  field: 'both',
  sort: 'leadsLast30Days',
  dir: 'desc',
  page: 1,
  npage: 1,
};

export const cardSorts = ['viewsLast30Days', 'totalViews', 'name', 'email', 'jobTitle', 'cardId'] as const;

export type CardSort = (typeof cardSorts)[number];

/** What the administrator looks at on the Digital Business Cards page. The two lists are independent. */
export type CardListState = Readonly<{
  q: string;
  sort: CardSort;
  dir: Direction;
  page: number;
  /** Search, order and page of the non-claimed cards. */
  nq: string;
  /** Empty for the backend's own order. */
  ndir: Direction | '';
  npage: number;
}>;

export const defaultCardListState: CardListState = {
  q: '',
  sort: 'viewsLast30Days',
  dir: 'desc',
  page: 1,
  nq: '',
  ndir: '',
  npage: 1,
};

/** The state that a query string asks for. Never fails: what cannot be understood is the default. */
export function readCardListState(query: Query): CardListState {
  return {
    q: searchText(query.q),
    sort: oneOf(cardSorts, query.sort),
    dir: oneOf(directions, query.dir),
    page: pageNumber(query.page),
    nq: searchText(query.nq),
    ndir: oneOf(['', ...directions], query.ndir),
    npage: pageNumber(query.npage),
  };
}

/** The state that a query string asks for. Never fails: what cannot be understood is the default. */
export function readLicenseListState(query: Query): LicenseListState {
  return {
    q: searchText(query.q),
    field: oneOf(licenseFields, query.field),
    sort: oneOf(licenseSorts, query.sort),
    dir: oneOf(directions, query.dir),
    page: pageNumber(query.page),
    npage: pageNumber(query.npage),
  };
}

type ListState = Readonly<Record<string, string | number>>;

/** Names and values of a state that differ from the defaults, as a query string or form carries them. */
export function listStateFields<State extends ListState>(
  state: Partial<State>,
  defaults: State,
): (readonly [name: string, value: string])[] {
  return Object.entries(state)
    .filter(([name, value]) => value !== defaults[name])
    .map(([name, value]) => [name, String(value)] as const);
}

/** The query string for a state, with its question mark. Defaults are left out: the default state gives ''. */
export function writeListState<State extends ListState>(state: State, defaults: State): string {
  const fields = listStateFields(state, defaults).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

/** The first choice is the default. */
function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  value: unknown,
): Choices[number] {
  return choices.find(choice => choice === value) ?? choices[0];
}

function pageNumber(value: unknown): number {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return 1;
  return Math.min(Math.max(1, Number(value)), HIGHEST_PAGE);
}

function searchText(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Control characters cannot be typed into the box, and NUL is not allowed in HTML.
  const printable = value.slice(0, LONGEST_QUERY).replace(/\p{Cc}/gu, ' ');
  return printable.toWellFormed().trim();
}
