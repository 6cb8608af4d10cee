/** Rows on one page of any list (P128). */
export const PAGE_SIZE = 25;

/** Page numbers shown around the current one (P129). */
export const PAGE_WINDOW = 5;

export type Direction = 'asc' | 'desc';

const collator = new Intl.Collator('en');

/** Compares two texts as people order them, whatever the server's own locale is. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** The form in which two texts are compared when searching: case and composition of accents do not count. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export interface PageBounds {
  /** Starts at 1, and is 1 for an empty list. */
  readonly number: number;
  readonly pages: number;
  /** Index of the page's first row, and of the first one after it. */
  readonly from: number;
  readonly to: number;
}

/** One page of a list. */
export interface Page<Row> extends Pick<PageBounds, 'number' | 'pages'> {
  readonly rows: readonly Row[];
  /** How many rows there are on all pages. */
  readonly found: number;
}

/** Where a list's wanted page begins and ends, or the nearest page that there is. */
export function paginate(length: number, wanted: number): PageBounds {
  const pages = Math.max(1, Math.ceil(length / PAGE_SIZE));
  const number = Math.min(Math.max(1, wanted), pages);
  return { number, pages, from: (number - 1) * PAGE_SIZE, to: Math.min(number * PAGE_SIZE, length) };
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
