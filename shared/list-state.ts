/** Rows on one page of any list (P128). */
export const PAGE_SIZE = 25;

export type Direction = 'asc' | 'desc';

/** A parsed query string. A repeated name has an array as its value. */
export type Query = Readonly<Record<string, unknown>>;

/** Longer queries are truncated, because links of the page contain the query (P132). */
export const QUERY_MAX_LENGTH = 2000;

/**
 * How long a query may be in a URL, where a letter can take nine characters. The page of a list has up to 28 links with its
 * query, and repeats at most 64 KB of what was sent (T86).
 */
const QUERY_MAX_URL_LENGTH = 2100;

/** The same for another list of a page, which is searched by ID only. */
const ID_QUERY_MAX_URL_LENGTH = 300;

const MAX_PAGE = 1_000_000;

/** The values of `activity` in URLs: all, used in the last 30 days, idle or never used, idle, never used (P232). */
export const usageFilters = {
  all: '',
  used: 'used30',
  unused: 'idle30',
  idle: 'lapsed30',
  neverUsed: 'never',
} as const;
export const directions = ['desc', 'asc'] as const satisfies Direction[];

export type UsageFilter = keyof typeof usageFilters;

type StateValue = string | number;

/** The state of a list, or of all lists on a page: searches, filters, orders and page numbers. */
export type ListState = Readonly<Record<string, StateValue>>;

/** Reads a parameter of the query string. It never fails: an invalid value becomes the default (P20). */
export type Parameter<Value extends StateValue> = (value: unknown) => Value;

export type ListParameters = Readonly<Record<string, Parameter<StateValue>>>;

export function readListState(parameters: ListParameters, query: Query): ListState {
  const state: Record<string, StateValue> = {};
  for (const [name, read] of Object.entries(parameters)) state[name] = read(query[name]);
  return state;
}

/** The names and values of a state that differ from the defaults, for query strings and hidden form fields. */
export function listStateFields(
  state: ListState,
  defaults: ListState,
): (readonly [name: string, value: string])[] {
  const names = Object.keys(state).filter(name => !isDefault(state, defaults, name));
  return names.map(name => [name, String(state[name])]);
}

export function isDefault(state: ListState, defaults: ListState, name: string): boolean {
  return String(state[name]) === String(defaults[name]);
}

/** The query string of a state, with its question mark. Defaults are omitted; it is '' for the default state. */
export function writeListState(state: ListState, defaults: ListState): string {
  const fields = listStateFields(state, defaults).map(([name, value]) => `${name}=${encodeValue(value)}`);
  return fields.length === 0 ? '' : `?${fields.join('&')}`;
}

/** Encodes a value for a query string. What stands between addresses takes one character: a query can be many of them. */
function encodeValue(value: string): string {
  const encoded = encodeURIComponent(value);
  // Each link of a page has a state, and few of their values have any of these.
  if (!encoded.includes('%')) return encoded;
  return encoded.replaceAll('%20', '+').replaceAll('%40', '@').replaceAll('%2C', ',');
}

/** A parameter with these choices. The first one is the default. */
export function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
): Parameter<Choices[number]> {
  return value => choices.find(choice => choice === value) ?? choices[0];
}

/** The number of a column, or '' by default. */
export const columnNumber: Parameter<string> = value =>
  typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? value : '';

/** A page number, 1 by default (P20). */
export const pageNumber: Parameter<number> = value =>
  typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Math.min(Math.max(1, Number(value)), MAX_PAGE) : 1;

/** A query, truncated to QUERY_MAX_LENGTH, and to this length in a URL (P132). */
function truncatedText(maxUrlLength: number): Parameter<string> {
  return value => {
    // HTML does not allow NUL, and the search box accepts no control characters.
    const sent = typeof value === 'string' ? value.slice(0, QUERY_MAX_LENGTH).replace(/\p{Cc}/gu, ' ') : '';
    let length = 0;
    const fits = (letter: string) => {
      length += encodeValue(letter).length;
      return length <= maxUrlLength;
    };
    return [...sent.toWellFormed().trim()].filter(fits).join('').trim();
  };
}

export const searchText = truncatedText(QUERY_MAX_URL_LENGTH);
export const idSearchText = truncatedText(ID_QUERY_MAX_URL_LENGTH);
