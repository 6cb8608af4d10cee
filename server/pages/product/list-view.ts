import {
  directions,
  type ListState,
  listStateFields,
  PAGE_SIZE,
  type Query,
} from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, type SelectableKind } from '../../../shared/removals';
import { describeSelection, selectionNote } from '../../../shared/selection';
import type { ListContent } from '../../../views/components/ListSection';
import type { SortLink } from '../../../views/components/ListTable';
import type { PaginationProps } from '../../../views/components/Pagination';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { SelectionProps } from '../../../views/components/Selection';
import type { ConfirmDialogProps } from '../../../views/Island';
import { type Page, pageWindow } from '../../lists/paging';
import { itemKey } from '../../removals/run-state';
import { capitalize, formatCount } from '../figures';
import { activitySelect } from './activity';
import { COUNT_RANGE } from './count-range';
import { csvLinks } from './csv';
import type { List, ListPage } from './define-list';
import { downloadPath, type Lists, type PageLists } from './page-lists';
import { anchorOf } from './removable';
import { presentTargets } from './removal-dialog';
import { rowsKeyOf } from './selected-rows';

/** A request for the lists of a page. */
interface ListRequest<Source> {
  readonly source: Source;
  readonly state: ListState;
  /** `?select=page` selects all rows of the page, without JavaScript (P241). */
  readonly query: Query;
  /** The selected rows, by `itemKey`. */
  readonly selected: ReadonlySet<string>;
}

/** The lists of a page as it shows them; undefined for a hidden one. */
export type ListContents<PageList> = {
  readonly [Name in keyof PageList]: PageList[Name] extends List<never, infer ViewRow, infer Sort>
    ? ListContent<ViewRow, Sort> | undefined
    : never;
};

/** Returns all lists of a page as it shows them. */
export async function presentLists<Source, PageList extends Lists<Source>>(
  owner: PageLists<PageList>,
  request: ListRequest<Source>,
): Promise<ListContents<PageList>> {
  const presented = Object.entries(owner.lists).map(
    async ([name, list]) => [name, await presentList(owner, list, request)] as const,
  );
  return Object.fromEntries(await Promise.all(presented)) as ListContents<PageList>;
}

/** Returns a title such as “Lead Capture: “ann”, page 2”, or that of the open dialog (P208). */
export function documentTitle<PageList extends Lists<never>>(
  title: string,
  lists: PageList,
  contents: ListContents<PageList>,
  dialogs: readonly ConfirmDialogProps[],
): string {
  const dialog = dialogs.find(({ item }) => item !== undefined);
  if (dialog) return dialog.title;
  const views = Object.entries(lists).flatMap(([name, { qualifier }]) =>
    describeView(contents[name], qualifier),
  );
  return views.length === 0 ? title : `${title}: ${views.join(', ')}`;
}

/** Returns a list as its page shows it; undefined for a hidden one. */
async function presentList<Source, ViewRow extends object, Sort extends string>(
  owner: PageLists,
  list: List<Source, ViewRow, Sort>,
  { source, ...view }: ListRequest<Source>,
): Promise<ListContent<ViewRow, Sort> | undefined> {
  const page = await list.readPage(source, view.query);
  if (!page) return list.empty && { title: list.title, unreadable: list.unreadable };
  if (page.total === 0 && !list.empty) return undefined;
  return presentPage(owner, list, page, view);
}

function presentPage<Source, ViewRow extends object, Sort extends string>(
  owner: PageLists,
  list: List<Source, ViewRow, Sort>,
  page: ListPage<ViewRow>,
  { state: requested, query, selected }: Omit<ListRequest<Source>, 'source'>,
): ListContent<ViewRow, Sort> {
  const { id, title, subtitle, items, pageParameter, search, order, empty, removable, selectable, download } =
    list;
  const { total } = page;
  // The last page instead of one that does not exist.
  const state: ListState = { ...requested, [pageParameter]: page.number };
  const { defaults } = owner;
  const narrowing = search ? [search.parameter, ...(search.selects ?? []).map(({ name }) => name)] : [];
  const ordering = order ? [order.by ?? order.direction, order.direction] : [];
  const address = (change: ListState) =>
    `${owner.address(owner.path, { ...state, [pageParameter]: 1, ...change })}#${id}`;
  const totalText = formatCount(total);
  const isSelected = (id: string) =>
    selectable !== undefined &&
    id !== '' &&
    (query.select === 'page' || selected.has(itemKey({ kind: selectable.kind, id })));
  const pageAddress = owner.address(owner.path, state);
  const targets = removable && presentTargets(removable, page.ids ?? [], pageAddress);

  return {
    id,
    title,
    subtitle,
    caption: capitalize(items),
    total: totalText,
    countLine: page.isNarrowed
      ? `Showing ${formatCount(page.found)} of ${totalText} results (filtered from ${totalText} total)`
      : `Showing ${totalText} items`,
    search: search && total > 0 ? presentSearch(search) : undefined,
    exports: {
      id: `export-${id}`,
      what: items,
      exports: page.found === 0 ? [] : download.links.map(presentExport),
    },
    empty: total === 0 ? empty : search?.nothingFound,
    pagination: presentPagination(`Pages of ${items}`, page, number => address({ [pageParameter]: number })),
    sorts: order && presentSorts(order),
    selection: selectable && total > 0 ? presentSelection(selectable.kind, page.ids ?? []) : undefined,
    // The rows were created for this page, and copies of them take a tenth of its time.
    rows: page.rows.map((row, index) => {
      const id = page.ids?.[index];
      return Object.assign(row, {
        anchor: selectable ? anchorOf(index) : '',
        tick: id === undefined || (id === '' && !removable) ? undefined : { id, isSelected: isSelected(id) },
        removal: targets?.[index],
      });
    }),
  };

  function presentSearch({
    parameter,
    placeholder,
    selects = [],
  }: NonNullable<typeof search>): SearchFormProps {
    const isDefault = narrowing.every(each => state[each] === defaults[each]);
    return {
      action: `${owner.path}#${id}`,
      label: `Search ${items}`,
      placeholder,
      name: parameter,
      query: String(state[parameter]),
      selects: selects
        .map(({ options, ...select }) => {
          const value = String(state[select.name]);
          return { ...select, value, options: typeof options === 'function' ? options(value) : options };
        })
        .filter(({ options }) => options.length > 0),
      hidden: listStateFields(state, defaults).filter(
        ([name]) => name !== pageParameter && !narrowing.includes(name),
      ),
      clearHref: isDefault ? undefined : address(only(defaults, narrowing)),
    };
  }

  function presentSelection(kind: SelectableKind, idsOnPage: readonly string[]): SelectionProps {
    const all = Math.min(page.found, REMOVAL_LIMIT);
    const nothingSelected = { ...state, [kind]: defaults[kind] ?? [] };
    const elsewhere = [state[kind] ?? []]
      .flat()
      .map(String)
      .filter(id => !idsOnPage.includes(id));
    const ids = [...elsewhere, ...idsOnPage.filter(isSelected)];
    return {
      kind,
      // The form sends what is selected when it is sent.
      action: withParameter(owner.address(paths.reviewRemovals, nothingSelected), 'of')(kind),
      rowsKey: rowsKeyOf(idsOnPage),
      selectHref: `${withParameter(pageAddress, 'select')('page')}#${id}`,
      clearHref: `${owner.address(owner.path, nothingSelected)}#${id}`,
      elsewhere,
      count: ids.length === 0 ? undefined : describeSelection(ids, elsewhere.length),
      note: selectionNote(ids, elsewhere.length),
      keep: { action: `${owner.path}#${id}`, hidden: listStateFields(nothingSelected, defaults) },
      allLabel:
        page.found <= page.rows.length
          ? undefined
          : page.found > all
            ? `Select the first ${formatCount(all)} of ${formatCount(page.found)} that match`
            : `Select all ${formatCount(all)} that match`,
    };
  }

  function presentExport({ label, what, parameter }: (typeof download.links)[number]) {
    const exported = { ...defaults, ...only(state, [...narrowing, ...ordering]) };
    const href = owner.address(downloadPath(owner, list), exported);
    return {
      label,
      what,
      links: csvLinks(parameter ? withParameter(href, parameter[0])(parameter[1]) : href),
    };
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

/** Describes the search, filters and page of a list for the document's title, unless they are the defaults (P208). */
function describeView(list: ListContent<object, never> | undefined, qualifier?: string): readonly string[] {
  if (!list || 'unreadable' in list) return [];
  const page = list.pagination?.items.find(item => item !== 'gap' && item.current);
  const chosen = ['has', activitySelect.name, COUNT_RANGE].flatMap(filter => {
    const select = list.search?.selects.find(({ name, value }) => name === filter && value !== '');
    const option = select?.options.find(({ value }) => value === select.value);
    return select && option ? [`${select.label.toLowerCase()} “${option.label}”`] : [];
  });
  return [
    ...(list.search?.query ? [`“${list.search.query}”`] : []),
    ...chosen,
    ...(page && page !== 'gap' && page.page > 1 ? [`page ${page.page}`] : []),
  ].map(part => (qualifier === undefined ? part : `${qualifier} ${part}`));
}

function only(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}

/** Returns the links to the pages of a list; undefined if there is only one. */
function presentPagination(
  label: string,
  { number, pages, found, rows }: Page<unknown>,
  href: (page: number) => string,
): PaginationProps | undefined {
  if (pages <= 1) return undefined;
  const first = (number - 1) * PAGE_SIZE + 1;
  return {
    label,
    range: `${formatCount(first)}–${formatCount(first + rows.length - 1)} of ${formatCount(found)}`,
    items: pageWindow(number, pages).map(item =>
      item === 'gap' ? item : { page: item, href: href(item), current: item === number },
    ),
    previousHref: number > 1 ? href(number - 1) : undefined,
    nextHref: number < pages ? href(number + 1) : undefined,
  };
}
