import { formatCount } from '../../shared/format-count';
import { pageNumber, type Query } from '../../shared/list-state';
import { withParameter } from '../../shared/paths';
import type { PaginationProps } from '../../views/components/Pagination';
import { pageWindow, paginate } from '../lists/paging';

interface Paged {
  /** The URL of the page without the parameter. */
  readonly url: string;
  readonly query: Query;
  /** The parameter with the number of the page. */
  readonly parameter: string;
  /** The ID of the element above the rows. */
  readonly anchor: string;
  /** Names the rows, for screen readers. */
  readonly label: string;
}

/** One page of some rows, and the links to the others. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { url, query, parameter, anchor, label }: Paged,
): { readonly rows: readonly Row[]; readonly pagination: PaginationProps | undefined } {
  const number = pageNumber(query[parameter]);
  const { from, to } = paginate(rows.length, number);
  const href = (pageNumber: number) => `${withParameter(url, parameter, String(pageNumber))}#${anchor}`;
  return { rows: rows.slice(from, to), pagination: presentPagination(rows.length, number, { label, href }) };
}

/** The links to the pages of `length` rows; undefined if one page has all rows. */
export function presentPagination(
  length: number,
  requested: number,
  { label, href }: { readonly label: string; readonly href: (pageNumber: number) => string },
): PaginationProps | undefined {
  const { pageNumber, pages, from, to } = paginate(length, requested);
  if (pages === 1) return undefined;
  return {
    label: `Pages of ${label}`,
    range: `Rows ${formatCount(from + 1)} to ${formatCount(to)} of ${formatCount(length)}`,
    links: pageWindow(pageNumber, pages).map(page =>
      page === 'gap' ? page : { page, href: href(page), current: page === pageNumber },
    ),
    previousHref: pageNumber > 1 ? href(pageNumber - 1) : undefined,
    nextHref: pageNumber < pages ? href(pageNumber + 1) : undefined,
  };
}
