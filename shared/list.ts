/** Rows on one page of any list (specification, section 9). */
export const PAGE_SIZE = 25;

/** Page numbers shown around the current one (specification, section 9). */
export const PAGE_WINDOW = 5;

export type Direction = 'asc' | 'desc';

export type Compare<Row> = (a: Row, b: Row) => number;

const collator = new Intl.Collator('en');

/** Compares two texts as people order them, whatever the server's own locale is. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** The form in which two texts are compared when searching: case and composition of accents do not count. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Rows of which at least one text contains the query, ignoring case; all of them when the query is blank. */
export function search<Row>(
  rows: readonly Row[],
  query: string,
  texts: (row: Row) => readonly string[],
): readonly Row[] {
  const wanted = fold(query.trim());
  if (wanted === '') return rows;
  return rows.filter(row => texts(row).some(text => fold(text).includes(wanted)));
}

/** A sorted copy. Rows that compare as equal are put in the order of `ties`, whatever the direction. */
export function sort<Row>(
  rows: readonly Row[],
  compare: Compare<Row>,
  direction: Direction,
  ties: Compare<Row>,
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a, b) || ties(a, b));
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Starts at 1, and is 1 for an empty list. */
  readonly number: number;
  readonly pages: number;
}

/** The wanted page, or the nearest there is. */
export function paginate<Row>(rows: readonly Row[], wanted: number): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const number = Math.min(Math.max(1, wanted), pages);
  return { rows: rows.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE), number, pages };
}

/**
 * The page numbers to offer: a window around the current page, then the first and last page where the window
 * does not reach them, with a gap where numbers are left out.
 */
export function pageWindow(current: number, pages: number): (number | 'gap')[] {
  const size = Math.min(PAGE_WINDOW, pages);
  const start = Math.min(Math.max(1, current - Math.floor(PAGE_WINDOW / 2)), pages - size + 1);
  const end = start + size - 1;
  const window: (number | 'gap')[] = Array.from({ length: size }, (_, index) => start + index);
  if (start > 2) window.unshift('gap');
  if (start > 1) window.unshift(1);
  if (end < pages - 1) window.push('gap');
  if (end < pages) window.push(pages);
  return window;
}
