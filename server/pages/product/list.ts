import type { CsvExport } from '../../../shared/exports';
import { type Direction, PAGE_SIZE, type Page, pageWindow } from '../../../shared/list';
import { type Activity, type ListState, listStateFields, type Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, type RemovableKind } from '../../../shared/removals';
import type { ListContent } from '../../../views/components/ListSection';
import type { SortLink } from '../../../views/components/ListTable';
import type { PaginationProps } from '../../../views/components/Pagination';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { SelectionProps } from '../../../views/components/Selection';
import type { ListOf, ListQuery } from '../../lists/list';
import type { CountsOf, Row as RowOf, TextsOf } from '../../lists/table';
import { capitalize, formatCount } from '../figures';
import { activitySelect } from './activity';
import type { ProductDefinition } from './product';

/** One list of a product: its rows, search, order, export and texts. */
export interface ListDefinition<Stats, State extends ListState, Row, Sort extends string = never> {
  /** The list's URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  /** The name of its rows, lower case and plural. */
  readonly items: string;
  /** Returns undefined if the backend sent no list. */
  readonly rows: (stats: Stats) => ListOf<Row> | undefined;
  /** The message if the backend sent no list. */
  readonly unreadable: string;
  /** Shown if the list is empty. Without it, an empty list is hidden. */
  readonly empty?: EmptyText;
  /** The parameter for the page number. */
  readonly page: keyof State & string;
  readonly search?: {
    /** The parameter for the query. */
    readonly name: keyof State & string;
    readonly placeholder: string;
    /** Filters next to the search box. */
    readonly selects?: readonly SelectDefinition<State>[];
    /** Shown if a search finds nothing. */
    readonly nothingFound: EmptyText;
  };
  readonly order?: {
    /** The sortable columns, and the parameter that names one of them. Without `by`, there is only one. */
    readonly columns: readonly Sort[];
    readonly by?: keyof State & string;
    /** The parameter for the direction. */
    readonly direction: keyof State & string;
  };
  /** Returns the query for a list state. */
  readonly query: (state: State) => ListQuery<TextsOf<Row>, CountsOf<Row>>;
  /** Set if its rows can be selected and removed. */
  readonly removable?: RemovableRows<Row>;
  readonly download: {
    readonly path: string;
    readonly content: (query: Query) => CsvExport<Row>;
    readonly links: readonly {
      readonly label: string;
      /** Names the exported rows for screen readers. */
      readonly what: string;
      readonly parameter?: readonly [name: string, value: string];
    }[];
  };
}

/** A list whose rows can be selected and removed. */
export interface RemovableListDefinition<Stats, State extends ListState, Row, Sort extends string = never>
  extends ListDefinition<Stats, State, Row, Sort> {
  readonly removable: RemovableRows<Row>;
}

/** The terms and columns of a list's rows, for removals and for notes about unused rows. */
export interface RemovableRows<Row> {
  readonly kind: RemovableKind;
  /** In the singular, for instance 'License'. */
  readonly noun: string;
  /** In the plural, for instance 'leads'. */
  readonly activity: string;
  readonly id: TextsOf<Row>;
  readonly email: TextsOf<Row>;
  /** The count that is 0 for each activity filter (P232). */
  readonly unused: Readonly<Record<Exclude<Activity, ''>, CountsOf<Row>>>;
}

interface EmptyText {
  readonly title: string;
  readonly hint: string;
}

interface SelectDefinition<State> {
  readonly name: keyof State & string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface ListRequest<Stats, State> {
  readonly stats: Stats;
  readonly state: State;
  /** `?select=page` selects all rows of the page, without JavaScript (P241). */
  readonly query: Query;
}

/** Returns a list as its page shows it; undefined for a hidden one. `presentRows` gets the state with the actual page number. */
export async function presentList<
  Stats,
  State extends ListState,
  Row,
  Sort extends string,
  ViewRow extends object,
>(
  product: Pick<ProductDefinition<Stats, State, never>, 'path' | 'address' | 'defaults'>,
  list: ListDefinition<Stats, State, Row, Sort>,
  { stats, state: requested, query: { select } }: ListRequest<Stats, State>,
  presentRows: (rows: readonly RowOf<TextsOf<Row>, CountsOf<Row>>[], state: State) => readonly ViewRow[],
): Promise<ListContent<ViewRow, Sort> | undefined> {
  const { id, title, subtitle, items, search, order, empty, download } = list;
  const rows = list.rows(stats);
  if (!rows) return empty && { title, unreadable: list.unreadable };
  const total = rows.length;
  if (total === 0 && !empty) return undefined;

  const page = await rows.page(list.query(requested), Number(requested[list.page]));
  const state: State = { ...requested, [list.page]: page.number };
  const { defaults } = product;
  const narrowing = search ? [search.name, ...(search.selects ?? []).map(({ name }) => name)] : [];
  const ordering = order ? [order.by ?? order.direction, order.direction] : [];
  const address = (change: ListState) =>
    `${product.address(product.path, { ...state, [list.page]: 1, ...change })}#${id}`;
  const query = searchOf(list, state);
  const isPageSelected = list.removable !== undefined && select === 'page';

  return {
    id,
    title,
    subtitle,
    caption: capitalize(items),
    total: formatCount(total),
    countLine: countLine(isNarrowed(list.query(state)), page.found, total),
    search: search && total > 0 ? presentSearch(search) : undefined,
    exports: download.links.map(link => ({ label: link.label, what: link.what, href: exportHref(link) })),
    empty: total === 0 ? empty : search?.nothingFound,
    pagination: presentPagination(`Pages of ${items}`, page, number => address({ [list.page]: number })),
    sorts: order && presentSorts(order),
    selection: list.removable && presentSelection(list.removable.kind),
    // The rows were created for this page, and copies of them take a tenth of its time.
    rows: presentRows(page.rows, state).map((row, index) =>
      Object.assign(row, { anchor: anchorOf(id, index), isSelected: isPageSelected }),
    ),
  };

  function presentSearch({ name, placeholder, selects = [] }: NonNullable<typeof search>): SearchFormProps {
    const isDefault = narrowing.every(parameter => state[parameter] === defaults[parameter]);
    return {
      action: `${product.path}#${id}`,
      label: `Search ${items}`,
      placeholder,
      name,
      query,
      selects: selects.map(select => ({ ...select, value: String(state[select.name]) })),
      hidden: listStateFields(without(state, [...narrowing, list.page]), defaults),
      clearHref: isDefault ? undefined : address(only(defaults, narrowing)),
    };
  }

  function presentSelection(kind: RemovableKind): SelectionProps {
    const own = product.address(product.path, state);
    const all = Math.min(page.found, REMOVAL_LIMIT);
    return {
      action: withParameter(product.address(paths.reviewRemovals, state), 'of')(kind),
      isPageSelected,
      selectHref: `${withParameter(own, 'select')('page')}#${id}`,
      clearHref: `${own}#${id}`,
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
    const href = product.address(download.path, exported);
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

/** Returns the URL fragment of a row. */
function anchorOf(listId: string, index: number): string {
  return `${listId}-row-${index + 1}`;
}

/**
 * Returns the URL fragments of a row before its removal, and of the row that takes its place afterwards. If there is no such
 * row, it is the fragment of the list.
 */
export async function findAnchors<Stats, State extends ListState, Row>(
  { id, page, query }: Pick<ListDefinition<Stats, State, Row>, 'id' | 'page' | 'query'>,
  rows: ListOf<Row>,
  {
    state,
    isRemoved,
  }: { readonly state: State; readonly isRemoved: (row: RowOf<TextsOf<Row>, CountsOf<Row>>) => boolean },
): Promise<{ readonly before: string; readonly after: string }> {
  const shown = await rows.page(query(state), Number(state[page]));
  const index = shown.rows.findIndex(isRemoved);
  if (index === -1) return { before: id, after: id };
  const before = anchorOf(id, index);
  if (shown.found === 1) return { before, after: id };
  const isLast = shown.number === shown.pages && index === shown.rows.length - 1;
  // Removing the only row of the last page leads to the end of the page before it.
  const next = isLast ? (index === 0 ? PAGE_SIZE : index) - 1 : index;
  return { before, after: anchorOf(id, next) };
}

/** Returns the row with this ID; undefined for any value that is not in the administrator's own list (P101, P127). */
export function findRow<Row>(rows: ListOf<Row> | undefined, key: TextsOf<Row>, id: unknown) {
  return typeof id === 'string' ? rows?.find(key, id) : undefined;
}

/** Describes the search, filters and page of a list for the document's title, unless they are the defaults (P208). */
export function describeView<Row>(list: ListContent<Row, never> | undefined, name = ''): readonly string[] {
  if (!list || 'unreadable' in list) return [];
  const page = list.pagination?.items.find(item => item !== 'gap' && item.current);
  const activity = list.search?.selects.find(({ name }) => name === activitySelect.name);
  return [
    ...(list.search?.query ? [`“${list.search.query}”`] : []),
    ...(activity?.value ? [`activity “${chosenLabel(activity)}”`] : []),
    ...(page && page !== 'gap' && page.page > 1 ? [`page ${page.page}`] : []),
  ].map(part => name + part);
}

function chosenLabel({ options, value }: SearchFormProps['selects'][number]): string {
  return options.find(option => option.value === value)?.label ?? value;
}

const directions: readonly Direction[] = ['asc', 'desc'];

/** Returns the query of a list; '' for none. */
export function searchOf<State extends ListState>(
  { search }: { readonly search?: { readonly name: keyof State & string } },
  state: State,
): string {
  return search ? String(state[search.name]) : '';
}

function only(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}

function without(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));
}

/** Whether a search or filter applies (P135). */
function isNarrowed({ query, zeroIn }: ListQuery<string, string>): boolean {
  return query !== '' || zeroIn !== undefined;
}

/** Returns the line with the number of rows (P135). */
function countLine(narrowed: boolean, found: number, total: number): string {
  const [x, y] = [formatCount(found), formatCount(total)];
  return narrowed ? `Showing ${x} of ${y} results (filtered from ${y} total)` : `Showing ${y} items`;
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
