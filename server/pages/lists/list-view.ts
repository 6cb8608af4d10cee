import {
  directions,
  type ListState,
  listStateFields,
  PAGE_SIZE,
  type Query,
} from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type { ExportMenuProps } from '../../../views/components/ExportMenu';
import type { ListContent, UnusedProps } from '../../../views/components/ListSection';
import type { ListRow, SortLink } from '../../../views/components/ListTable';
import type { PaginationProps } from '../../../views/components/Pagination';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { SelectionProps } from '../../../views/components/Selection';
import type { ConfirmDialogProps } from '../../../views/Island';
import { type ExportFormat, exportFormats } from '../../lists/exports';
import { pageWindow } from '../../lists/paging';
import { escapeId } from '../../removals/items';
import { capitalize, formatCount } from '../figures';
import { nounOf, removalTerms } from '../products';
import { activityOf } from './activity';
import type { List, ListPage } from './define-list';
import { downloadPath, type Lists, type PageLists } from './page-lists';
import { anchorOf } from './removable';
import { rowsKeyOf } from './selected-rows';

/** A request for the lists of a page. */
interface ListRequest {
  readonly query: Query;
  /** Names the selections of this session in its tab; undefined for a page whose rows cannot be selected. */
  readonly selectionKey?: string;
  /** How the removal of one row has ended. */
  readonly status?: string | undefined;
  /** For the names of exports, in milliseconds since 1970. */
  readonly now?: number;
}

/** The lists of a page as it shows them; undefined for a hidden one. */
export type ListContents<PageList> = {
  readonly [Name in keyof PageList]: PageList[Name] extends List<never, infer ViewRow>
    ? ListContent<ViewRow> | undefined
    : never;
};

/** Presents all lists of a page, in the state of the query. */
export async function presentLists<Source, PageList extends Lists<Source>>(
  owner: PageLists<PageList>,
  source: Source,
  request: ListRequest,
): Promise<{ readonly state: ListState; readonly lists: ListContents<PageList> }> {
  const state = owner.readState(request.query);
  const presented = Object.entries(owner.lists).map(
    async ([name, list]) => [name, await presentList(owner, list, source, { ...request, state })] as const,
  );
  return { state, lists: Object.fromEntries(await Promise.all(presented)) as ListContents<PageList> };
}

/** A title such as “Lead Capture: “ann”, page 2”, or that of the open dialog (P208). */
export function documentTitle<PageList extends Lists<never>>(
  title: string,
  lists: PageList,
  state: ListState,
  contents: ListContents<PageList>,
  dialogs: readonly ConfirmDialogProps[],
): string {
  const dialog = dialogs.find(({ item }) => item !== undefined);
  if (dialog) return dialog.title;
  const views = Object.entries(lists).flatMap(([name, list]) => describeView(list, state, contents[name]));
  return views.length === 0 ? title : `${title}: ${views.join(', ')}`;
}

/** One page of a list, and what the links and forms around it need. */
interface View {
  readonly owner: PageLists;
  readonly list: List<never>;
  readonly page: ListPage;
  /** The state of all lists of the page, with the number of an existing page. */
  readonly state: ListState;
  /** The URL of the list's first page after a change of its state. */
  readonly address: (change: ListState) => string;
  readonly selectionKey: string;
}

async function presentList<Source>(
  owner: PageLists,
  list: List<Source>,
  source: Source,
  request: ListRequest & { readonly state: ListState },
): Promise<ListContent<object> | undefined> {
  const { query, selectionKey = '', status, now } = request;
  const { id, title, subtitle, rowsName, names, search, empty, removable } = list;
  const page = await list.readPage(source, query);
  if (!page) return empty && { title, unreadable: list.unreadable };
  if (page.total === 0 && !empty) return undefined;
  const state: ListState = { ...request.state, [names.page]: page.number };
  const view: View = {
    owner,
    list,
    page,
    state,
    address: change => `${owner.address(owner.path, { ...state, [names.page]: 1, ...change })}#${id}`,
    selectionKey,
  };
  return {
    id,
    title,
    subtitle: list.subtitleOf?.(source) ?? subtitle,
    caption: capitalize(rowsName),
    countLine: presentCount(view),
    status: removable || list.selectable?.removeBy !== undefined ? status : undefined,
    search: page.total === 0 ? undefined : presentSearch(view),
    order: presentOrder(view),
    exports: presentExports(view, format =>
      now === undefined ? undefined : list.fileName(query, source, format, now),
    ),
    unused: presentUnused(view),
    empty: page.total > 0 ? search?.nothingFound : empty,
    pagination: presentPagination(view),
    sorts: presentSorts(view),
    selection: page.total === 0 ? undefined : presentSelection(view),
    rows: presentRows(view),
  };
}

/** How many rows are shown. A list that cannot be searched has only their number. */
function presentCount({ list: { search }, page: { found, total, isNarrowed } }: View): string {
  const all = formatCount(total);
  if (isNarrowed) return `Showing ${formatCount(found)} of ${all} results (filtered from ${all} total)`;
  return search && total > 0 ? `Showing ${all} items` : total > 0 ? all : '';
}

/** The parameters of the search, of the selects next to it and of the filters. */
function narrowingOf({ names, search }: Pick<List<never>, 'names' | 'search'>): readonly string[] {
  return search ? [names.query, ...(search.selects ?? []).map(({ name }) => name)] : [];
}

function presentSearch({ owner, list, state, address }: View): Omit<SearchFormProps, 'order'> | undefined {
  const { id, rowsName, names, search } = list;
  if (!search) return undefined;
  const { path, defaults } = owner;
  const narrowing = narrowingOf(list);
  const isDefault = narrowing.every(each => state[each] === defaults[each]);
  // The legend of the bar above the list has the filters.
  const shownSelects = (search.selects ?? [])
    .filter(({ ranges }) => !ranges)
    .map(({ name, label, options }) => ({ name, label, options }));
  return {
    action: `${path}#${id}`,
    label: `Search ${rowsName}`,
    placeholder: search.placeholder,
    name: names.query,
    query: String(state[names.query]),
    selects: shownSelects.map(select => ({ ...select, value: String(state[select.name]) })),
    hidden: listStateFields(state, defaults).filter(
      ([name]) =>
        name !== names.page && name !== names.query && !shownSelects.some(each => each.name === name),
    ),
    clearHref: isDefault ? undefined : address(only(defaults, narrowing)),
  };
}

/** The form that orders the list, for windows in which rows are blocks. */
function presentOrder({ owner: { defaults }, list: { names, order, sortOf }, state }: View) {
  if (!order || !(names.sort in state)) return undefined;
  const hidden = listStateFields(state, defaults).filter(
    ([name]) => ![names.page, names.sort, names.direction].includes(name),
  );
  return { name: names.order, value: `${sortOf(state)}-${state[names.direction]}`, hidden };
}

/** What a filter of unused rows has found (P234); undefined without one, and if nothing matches. */
function presentUnused({ owner, list, page, state }: View): UnusedProps | undefined {
  const { removable, names } = list;
  const activity = activityOf(state);
  if (!removable || page.found === 0 || activity === '' || activity === 'used30') return undefined;
  const { kind } = removable;
  const { activity: what } = removalTerms[kind];
  const texts = {
    idle30: `active ${nounOf(kind)}s had no ${what} in 30 days`,
    lapsed30: `had ${what} before, but none in 30 days`,
    never: `never had ${what}`,
  };
  const search = state[names.query] === '' ? '' : ', and match the search';
  const found = formatCount(page.found);
  return {
    count: `${found} of ${formatCount(page.total)}`,
    text: `${texts[activity]}${search}.`,
    found,
    action: withParameter(owner.address(paths.reviewRemovals, state), 'of')(kind),
  };
}

const formatLabels = { csv: 'CSV', xlsx: 'Excel (.xlsx)' } as const satisfies Record<ExportFormat, string>;

/** `fileName` returns the name of the list's file in a format. */
function presentExports(
  { owner, list, page, state }: View,
  fileName: (format: ExportFormat) => string | undefined,
): ExportMenuProps {
  const { id, rowsName, names, download } = list;
  const kept = [...narrowingOf(list), names.sort, names.direction];
  const exported = { ...owner.defaults, ...only(state, kept) };
  const href = (format: ExportFormat, parameter: readonly [string, string] | undefined) => {
    const address = owner.address(downloadPath(owner, list, format), exported);
    return parameter ? withParameter(address, parameter[0])(parameter[1]) : address;
  };
  return {
    id: `export-${id}`,
    what: rowsName,
    exports:
      page.found === 0
        ? []
        : download.links.map(({ label, parameter }) => ({
            label: `Export ${formatCount(page.found)} ${label}`,
            what: label,
            links: exportFormats.map(format => ({
              label: formatLabels[format],
              href: href(format, parameter),
              fileName: fileName(format),
            })),
          })),
    compareHref: download.comparedAs && withParameter(paths.compare, 'of')(download.comparedAs),
  };
}

/** The links of the column headings. The sorted column's link reverses the order; the others sort descending. */
function presentSorts({
  list: { names, order, sortOf },
  state,
  address,
}: View): Readonly<Record<string, SortLink>> | undefined {
  if (!order) return undefined;
  const sorts = order.columns.map(column => {
    const current =
      sortOf(state) === column ? directions.find(each => each === state[names.direction]) : undefined;
    const next = current === 'desc' ? 'asc' : 'desc';
    const href = address({ ...(names.sort in state && { [names.sort]: column }), [names.direction]: next });
    return [column, { direction: current, href }] as const;
  });
  return Object.fromEntries(sorts);
}

function presentSelection({ owner, list, page, state, selectionKey }: View): SelectionProps | undefined {
  if (!list.selectable) return undefined;
  const { kind } = list.selectable;
  const { ids = [], found } = page;
  const all = Math.min(found, REMOVAL_LIMIT);
  return {
    kind,
    action: withParameter(owner.address(paths.reviewRemovals, state), 'of')(kind),
    rowsKey: rowsKeyOf(ids),
    storedAs: `${list.id} ${selectionKey}`,
    allLabel:
      found <= page.rows.length
        ? undefined
        : found > all
          ? `Select the first ${formatCount(all)} of ${formatCount(found)} that match`
          : `Select all ${formatCount(all)} that match`,
  };
}

/** Adds what the rows of every list have. They were created for this page, and copies of them take a tenth of its time. */
function presentRows({ owner, list, page, state }: View): readonly (object & ListRow)[] {
  const { removable, selectable } = list;
  // Relative to the page, because there is one for each row.
  const dialog = removable?.dialog.name ?? selectable?.removeBy;
  const dialogAddress = dialog && withParameter(owner.address('', state), dialog);
  return page.rows.map((row, index) => {
    const value = escapeId(page.ids?.[index] ?? '');
    return Object.assign(row, {
      anchor: selectable ? anchorOf(index) : '',
      // A row without an ID can be neither selected nor removed.
      tick: value === '' ? undefined : { value },
      removal:
        value !== '' && dialogAddress
          ? { href: dialogAddress(value), dialog: removable?.dialog.name }
          : undefined,
    });
  });
}

/** The links to the pages of a list; undefined if there is only one. */
function presentPagination({
  list: { rowsName, names },
  page: { number, pages, found, rows },
  address,
}: View): PaginationProps | undefined {
  if (pages <= 1) return undefined;
  const href = (page: number) => address({ [names.page]: page });
  const first = (number - 1) * PAGE_SIZE + 1;
  return {
    label: `Pages of ${rowsName}`,
    range: `${formatCount(first)}–${formatCount(first + rows.length - 1)} of ${formatCount(found)}`,
    links: pageWindow(number, pages).map(item =>
      item === 'gap' ? item : { page: item, href: href(item), current: item === number },
    ),
    previousHref: number > 1 ? href(number - 1) : undefined,
    nextHref: number < pages ? href(number + 1) : undefined,
  };
}

/** Describes the search, filters and page of a list for the document's title, unless they are the defaults (P208). */
function describeView(
  { search, qualifier }: List<never>,
  state: ListState,
  content: ListContent<object> | undefined,
): readonly string[] {
  if (!content || 'unreadable' in content) return [];
  const chosen = (search?.selects ?? []).flatMap(({ name, ranges, options }) => {
    const value = ranges && state[name];
    const option = value !== '' && options.find(each => each.value === value);
    return option ? [`“${option.label}”`] : [];
  });
  const page = content.pagination?.links.find(item => item !== 'gap' && item.current);
  return [
    ...(content.search?.query ? [`“${content.search.query}”`] : []),
    ...chosen,
    ...(page && page !== 'gap' && page.page > 1 ? [`page ${page.page}`] : []),
  ].map(part => (qualifier === undefined ? part : `${qualifier} ${part}`));
}

function only(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}
