import { type Direction, type Page, pageWindow } from '../../shared/list';
import type { SortableColumn } from '../../views/components/ListTable';
import type { PaginationProps } from '../../views/components/Pagination';

const figures = new Intl.NumberFormat('en');

/** A count as people read it: 12,345. */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : figures.format(count);
}

/** How many rows there are and how many of them a search has found (P135). */
export function countLine(query: string, found: number, total: number): string {
  const [x, y] = [formatCount(found), formatCount(total)];
  return query === '' ? `Showing ${y} items` : `Showing ${x} of ${y} results (filtered from ${y} total)`;
}

/** A column's header: a click on the sorted column turns it around, on another one sorts by it, descending. */
export function presentColumn<Key extends string>(
  key: Key,
  label: string,
  direction: Direction | undefined,
  href: (direction: Direction) => string,
): SortableColumn<Key> {
  return { key, label, direction, href: href(direction === 'desc' ? 'asc' : 'desc') };
}

/** Links to a list's pages; undefined when there is only one (P129). */
export function presentPagination(
  label: string,
  { number, pages }: Pick<Page<unknown>, 'number' | 'pages'>,
  href: (page: number) => string,
): PaginationProps | undefined {
  if (pages <= 1) return undefined;
  return {
    label,
    items: pageWindow(number, pages).map(item =>
      item === 'gap' ? item : { page: item, href: href(item), current: item === number },
    ),
    previousHref: number > 1 ? href(number - 1) : undefined,
    nextHref: number < pages ? href(number + 1) : undefined,
  };
}
