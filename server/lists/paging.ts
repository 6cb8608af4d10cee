import { PAGE_SIZE } from '../../shared/list-state';

/** Page numbers shown around the current one (P129). */
const PAGE_WINDOW = 5;

export interface PageRows<Row> {
  /** Starts at 1, and is 1 for an empty list. */
  readonly pageNumber: number;
  readonly pages: number;
  readonly rows: readonly Row[];
  /** The number of rows on all pages. */
  readonly found: number;
}

/** The bounds of a page, or of the nearest existing one: the index of its first row, and of the one after its last row. */
export function paginate(length: number, requested: number) {
  const pages = Math.max(1, Math.ceil(length / PAGE_SIZE));
  const pageNumber = Math.min(Math.max(1, requested), pages);
  return {
    pageNumber,
    pages,
    from: (pageNumber - 1) * PAGE_SIZE,
    to: Math.min(pageNumber * PAGE_SIZE, length),
  };
}

/**
 * The page numbers to link to: a window around the current page, and the first and the last page, with gaps for
 * omitted numbers.
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
