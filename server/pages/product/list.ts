import { PAGE_SIZE, type Page, pageWindow } from '../../../shared/list';
import {
  activities,
  directions,
  type ListState,
  listStateFields,
  oneOf,
  type Query,
  readListState,
} from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, type RemovableKind } from '../../../shared/removals';
import type { ListContent } from '../../../views/components/ListSection';
import type { SortLink } from '../../../views/components/ListTable';
import type { PaginationProps } from '../../../views/components/Pagination';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { SelectionProps } from '../../../views/components/Selection';
import type { Dependencies } from '../../dependencies';
import { BackendError } from '../../errors';
import type { DownloadReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import type { ListOf } from '../../lists/list';
import { capitalize, formatCount } from '../figures';
import { activitySelect } from './activity';
import { csv } from './csv';
import type { ListDefinition, ListOwner, RemovableListDefinition } from './list-definition';
import { presentTargets } from './removal';

/** A request for the lists of a product. */
export interface ListRequest<Stats> {
  readonly stats: Stats;
  readonly state: ListState;
  /** `?select=page` selects all rows of the page, without JavaScript (P241). */
  readonly query: Query;
}

/** A list as its product and its routes use it, whatever its rows are. */
export interface ProductList<Stats, ViewRow extends object = object, Sort extends string = string>
  extends Pick<ListDefinition<Stats, ListState, never, ViewRow, Sort>, 'parameters' | 'qualifier'> {
  readonly file: string;
  /** Returns the list as its page shows it; undefined for a hidden one. */
  readonly present: (
    owner: ListOwner,
    request: ListRequest<Stats>,
  ) => Promise<ListContent<ViewRow, Sort> | undefined>;
  /**
   * Returns all rows that match the current search, in the current order, as CSV.
   * @throws {BackendError} Thrown when the backend sent no list: an error page is better than an empty file.
   */
  readonly download: (
    request: SignedInRequest,
    stats: Stats,
    dependencies: Dependencies,
  ) => Promise<DownloadReply>;
}

/** Returns a list for its product, which needs neither the type of its rows nor that of its state. */
export function productList<Stats, State extends ListState, Row, ViewRow extends object, Sort extends string>(
  list: ListDefinition<Stats, State, Row, ViewRow, Sort>,
): ProductList<Stats, ViewRow, Sort> {
  const { parameters, qualifier } = list;
  return {
    parameters,
    ...(qualifier !== undefined && { qualifier }),
    file: list.download.file,
    present: (owner, request) => presentList(owner, list, request),
    async download(request, stats, dependencies) {
      const rows = list.rows(stats);
      if (!rows) throw new BackendError(list.unreadable, 'content');
      const state = readListState(parameters, request.query);
      const activity = oneOf(activities)(state[activitySelect.name]);
      const narrowing = { query: searchOf(list, state), activity };
      const content = list.download.content(request.query);
      return csv(request, content, await rows.all(list.query(state)), narrowing, dependencies);
    },
  };
}

/** Returns a list as its page shows it; undefined for a hidden one. */
async function presentList<Stats, State extends ListState, Row, ViewRow extends object, Sort extends string>(
  owner: ListOwner,
  list: ListDefinition<Stats, State, Row, ViewRow, Sort>,
  { stats, state: requested, query }: ListRequest<Stats>,
): Promise<ListContent<ViewRow, Sort> | undefined> {
  const { id, title, subtitle, items, search, order, empty, download } = list;
  const rows = list.rows(stats);
  if (!rows) return empty && { title, unreadable: list.unreadable };
  const total = rows.length;
  if (total === 0 && !empty) return undefined;

  const own = readListState(list.parameters, query);
  const listQuery = list.query(own);
  const page = await rows.page(listQuery, Number(own[list.page]));
  // The last page instead of one that does not exist.
  const state: ListState = { ...requested, [list.page]: page.number };
  const { defaults } = owner;
  const narrowing = search ? [search.name, ...(search.selects ?? []).map(({ name }) => name)] : [];
  const ordering = order ? [order.by ?? order.direction, order.direction] : [];
  const address = (change: ListState) =>
    `${owner.address(owner.path, { ...state, [list.page]: 1, ...change })}#${id}`;
  const totalText = formatCount(total);
  // Whether a search or filter applies (P135).
  const isNarrowed = listQuery.query !== '' || (listQuery.ranges ?? []).length > 0;
  const isPageSelected = list.removable !== undefined && query.select === 'page';
  const pageAddress = owner.address(owner.path, state);
  const targets = list.removable && presentTargets(list.removable, page.rows, pageAddress);

  return {
    id,
    title,
    subtitle,
    caption: capitalize(items),
    total: totalText,
    countLine: isNarrowed
      ? `Showing ${formatCount(page.found)} of ${totalText} results (filtered from ${totalText} total)`
      : `Showing ${totalText} items`,
    search: search && total > 0 ? presentSearch(search) : undefined,
    exports: download.links.map(link => ({ label: link.label, what: link.what, href: exportHref(link) })),
    empty: total === 0 ? empty : search?.nothingFound,
    pagination: presentPagination(`Pages of ${items}`, page, number => address({ [list.page]: number })),
    sorts: order && presentSorts(order),
    selection: list.removable && presentSelection(list.removable.kind),
    // The rows were created for this page, and copies of them take a tenth of its time.
    rows: list.presentRows(page.rows, { state: own, allRows: rows }).map((row, index) =>
      Object.assign(row, {
        anchor: anchorOf(id, index),
        isSelected: isPageSelected,
        removal: targets?.[index],
      }),
    ),
  };

  function presentSearch({ name, placeholder, selects = [] }: NonNullable<typeof search>): SearchFormProps {
    const isDefault = narrowing.every(parameter => state[parameter] === defaults[parameter]);
    return {
      action: `${owner.path}#${id}`,
      label: `Search ${items}`,
      placeholder,
      name,
      query: searchOf(list, own),
      selects: selects.map(select => ({ ...select, value: String(state[select.name]) })),
      hidden: listStateFields(state, defaults).filter(
        ([name]) => name !== list.page && !narrowing.includes(name),
      ),
      clearHref: isDefault ? undefined : address(only(defaults, narrowing)),
    };
  }

  function presentSelection(kind: RemovableKind): SelectionProps {
    const all = Math.min(page.found, REMOVAL_LIMIT);
    return {
      action: withParameter(owner.address(paths.reviewRemovals, state), 'of')(kind),
      isPageSelected,
      selectHref: `${withParameter(pageAddress, 'select')('page')}#${id}`,
      clearHref: `${pageAddress}#${id}`,
      count: `${page.rows.length} selected`,
      allLabel:
        page.found <= page.rows.length
          ? undefined
          : page.found > all
            ? `Select the first ${formatCount(all)} of ${formatCount(page.found)} that match`
            : `Select all ${formatCount(all)} that match`,
    };
  }

  function exportHref({ parameter }: (typeof download.links)[number]): string | undefined {
    if (page.found === 0) return undefined;
    const exported = { ...defaults, ...only(state, [...narrowing, ...ordering]) };
    const href = owner.address(downloadPath(owner, download), exported);
    return parameter ? withParameter(href, parameter[0])(parameter[1]) : href;
  }

  /** Returns the links of the column headings. The sorted column's link reverses the order; the others sort descending. */
  function presentSorts({ columns, by, direction }: NonNullable<typeof order>): Record<Sort, SortLink> {
    const sorts = columns.map(column => {
      const isSorted = by === undefined || String(state[by]) === column;
      const current = isSorted ? directions.find(each => each === state[direction]) : undefined;
      const next = current === 'desc' ? 'asc' : 'desc';
      const href = address({ ...(by !== undefined && { [by]: column }), [direction]: next });
      return [column, { direction: current, href }];
    });
    return Object.fromEntries(sorts);
  }
}

/** Returns the path of a list's export. */
export function downloadPath(
  { path }: { readonly path: string },
  { file }: { readonly file: string },
): string {
  return `${path}/${file}`;
}

/** Returns the URL fragment of a row. */
function anchorOf(listId: string, index: number): string {
  return `${listId}-row-${index + 1}`;
}

/**
 * Returns the URL fragments of a row before its removal, and of the row that takes its place afterwards. If there is no such
 * row, it is the fragment of the list.
 */
export async function findAnchors<Stats, State extends ListState, Row>(
  { id, page, query, removable }: RemovableListDefinition<Stats, State, Row, object, string>,
  rows: ListOf<Row>,
  { state, removedId }: { readonly state: State; readonly removedId: string },
): Promise<{ readonly before: string; readonly after: string }> {
  const shown = await rows.page(query(state), Number(state[page]));
  const index = shown.rows.findIndex(row => row[removable.id] === removedId);
  if (index === -1) return { before: id, after: id };
  const before = anchorOf(id, index);
  if (shown.found === 1) return { before, after: id };
  const isLast = shown.number === shown.pages && index === shown.rows.length - 1;
  // Removing the only row of the last page leads to the end of the page before it.
  const next = isLast ? (index === 0 ? PAGE_SIZE : index) - 1 : index;
  return { before, after: anchorOf(id, next) };
}

/** Describes the search, filters and page of a list for the document's title, unless they are the defaults (P208). */
export function describeView(
  list: ListContent<object, never> | undefined,
  qualifier?: string,
): readonly string[] {
  if (!list || 'unreadable' in list) return [];
  const page = list.pagination?.items.find(item => item !== 'gap' && item.current);
  const activity = list.search?.selects.find(({ name }) => name === activitySelect.name);
  const chosen = activity?.options.find(({ value }) => value !== '' && value === activity.value);
  return [
    ...(list.search?.query ? [`“${list.search.query}”`] : []),
    ...(chosen ? [`activity “${chosen.label}”`] : []),
    ...(page && page !== 'gap' && page.page > 1 ? [`page ${page.page}`] : []),
  ].map(part => (qualifier === undefined ? part : `${qualifier} ${part}`));
}

/** Returns the query of a list; '' for none. */
function searchOf({ search }: { readonly search?: { readonly name: string } }, state: ListState): string {
  return search ? String(state[search.name]) : '';
}

function only(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}

/** Returns the links to the pages of a list; undefined if there is only one. */
function presentPagination(
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
