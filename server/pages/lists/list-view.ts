import { formatCount } from '../../../shared/format-count';
import { type ListState, listStateFields, type Query } from '../../../shared/list-state';
import type { RemovalStatus } from '../../../shared/messages';
import { paths, withParameter } from '../../../shared/paths';
import { productKeys } from '../../../shared/products';
import type { ExportMenuProps } from '../../../views/components/ExportMenu';
import type { AnswerProps, EmptyState, ListContent, ListStatus } from '../../../views/components/ListSection';
import type { ListRow, SortLink } from '../../../views/components/ListTable';
import type { SearchFormProps } from '../../../views/components/SearchForm';
import type { SelectionProps } from '../../../views/components/Selection';
import { type ExportFormat, exportFormats } from '../../lists/exports';
import { escapeId } from '../../removals/items';
import { digestOf } from '../../text/digest';
import { capitalize } from '../format';
import type { Load } from '../handler';
import { presentPagination } from '../page-of-rows';
import { chosenFilters, type DefinedList, type ListPage } from './define-list';
import { formatLabels } from './export';
import {
  type AnyList,
  downloadPath,
  narrowingParameters,
  type PageLists,
  pickState,
  withoutLongQueries,
} from './page-lists';
import { unusedSentence, usageFilterOf } from './usage-filter';

export interface ListOptions {
  readonly query: Query;
  /** Names the selections of this session in its tab; undefined for a page whose rows cannot be selected. */
  readonly selectionKey?: string;
  /** The outcome of the removal of one row. */
  readonly status?: RemovalStatus | undefined;
  /** Whether the administrator's People have names. */
  readonly showsPeopleLinks?: boolean;
  /** For the names of exports, in milliseconds since 1970. */
  readonly now?: number;
}

/** One page of a list, and the data for the links and forms around it. */
interface View {
  readonly pageLists: PageLists;
  readonly list: AnyList;
  readonly page: ListPage;
  /** The state of all lists of the page, with the number of an existing page. */
  readonly state: ListState;
  /** The URL of the list's first page after a change of its state. */
  readonly url: (change: ListState) => string;
  readonly selectionKey: string;
}

/** Presents a list of a page, in the state of the query. */
export async function presentList<Source, ViewRow extends object>(
  pageLists: PageLists,
  list: DefinedList<Source, unknown, ViewRow>,
  source: Source,
  { query, selectionKey = '', status, showsPeopleLinks = false, now }: ListOptions,
): Promise<ListContent<ViewRow> | undefined> {
  const { id, title, subtitle, rowsName, names, search, empty, selectable } = list;
  const page = await list.readPage(source, query);
  if (!page) return empty && { title, unreadable: list.unreadable };
  if (page.total === 0 && !empty) return undefined;
  const all = pageLists.readState(query);
  const state: ListState = {
    ...withoutLongQueries(all),
    ...pickState(all, [names.query]),
    [names.page]: page.pageNumber,
  };
  const view: View = {
    pageLists,
    list,
    page,
    state,
    url: change => `${pageLists.url(pageLists.path, { ...state, [names.page]: 1, ...change })}#${id}`,
    selectionKey,
  };
  return {
    id,
    title,
    subtitle: typeof subtitle === 'function' ? subtitle(source) : subtitle,
    caption: capitalize(rowsName),
    countLine: presentCount(view),
    status: selectable && status && presentStatus(view, selectable.dialog, status),
    search: page.total === 0 ? undefined : presentSearch(view),
    sortBy: presentSortBy(view),
    exports: presentExports(view, (format, parameter) =>
      now === undefined ? undefined : list.fileName({ ...query, ...parameter }, source, format, now),
    ),
    answer: presentAnswer(view),
    empty:
      page.total > 0
        ? search && { ...search.nothingFound, link: showsPeopleLinks ? presentPeopleLink(view) : undefined }
        : empty,
    pagination: presentPagination(page.found, page.pageNumber, {
      label: rowsName,
      href: number => view.url({ [names.page]: number }),
    }),
    sorts: presentSorts(view),
    selection: page.total === 0 ? undefined : presentSelection(view),
    rows: presentRows(view, page.rows),
  };
}

/** Presents the outcome of the removal of one row, after a failure with a link to its dialog. */
function presentStatus(
  { pageLists, state }: View,
  dialog: string,
  { retryId, ...status }: RemovalStatus,
): ListStatus {
  const url = pageLists.url(pageLists.path, state);
  return { ...status, retryHref: retryId === undefined ? undefined : withParameter(url, dialog, retryId) };
}

/** How many rows are shown. A list that cannot be searched has only their number. */
function presentCount({ list: { search }, page: { found, total, isNarrowed } }: View): string {
  const all = formatCount(total);
  if (isNarrowed) return `Showing ${formatCount(found)} of ${all} results (filtered from ${all} total)`;
  return search && total > 0 ? `Showing ${all} items` : total > 0 ? all : '';
}

function presentSearch({ pageLists, list, state, url }: View): Omit<SearchFormProps, 'sortBy'> | undefined {
  const { id, rowsName, names, search } = list;
  if (!search) return undefined;
  const { path, defaults } = pageLists;
  const narrowing = narrowingParameters(list);
  const isDefault = narrowing.every(each => state[each] === defaults[each]);
  const { name = '', label = '', options = [] } = search.select ?? {};
  return {
    action: `${path}#${id}`,
    label: `Search ${rowsName}`,
    placeholder: search.placeholder,
    name: names.query,
    query: String(state[names.query]),
    select: options.length > 1 ? { name, label, options, value: String(state[name]) } : undefined,
    hidden: listStateFields(state, defaults).filter(
      ([field]) => ![names.page, names.query, name].includes(field),
    ),
    clearHref: isDefault ? undefined : url(pickState(defaults, narrowing)),
  };
}

/** A link to the same search in People, for a list without names (P95). */
function presentPeopleLink({ list: { search, names }, state }: View): EmptyState['link'] {
  const text = String(state[names.query]);
  if (!search?.isWithoutNames || text === '') return undefined;
  return { href: withParameter(paths.people, 'q', text), label: `Search People for “${text}”` };
}

/** The choice of an order in narrow windows, where each row is a block. */
function presentSortBy({ list: { names, order, sortOf, directionOf }, state }: View) {
  if (!order || !(names.sort in state)) return undefined;
  return { name: names.sortBy, current: `${sortOf(state)}-${directionOf(state)}` };
}

/**
 * Presents what a filter and a search have found, for actions on all of it (P234); undefined without both, or if no row matches.
 * The count line says what a search alone has found.
 */
function presentAnswer({ pageLists, list, page: { found, total }, state }: View): AnswerProps | undefined {
  const { selectable, names, rowsName } = list;
  const usage = usageFilterOf(state);
  const chosen = chosenFilters(list, state);
  // The used ones are not offered for removal as a whole.
  if (!selectable || found === 0 || usage === 'used') return undefined;
  const actions = { found: formatCount(found), action: selectionAction(pageLists, state, selectable) };
  const hasQuery = state[names.query] !== '';
  if (chosen.length === 0) return hasQuery ? { sentence: [], actions } : undefined;
  const verb = found === 1 ? 'matches' : 'match';
  const key = productKeys.find(each => each === selectable.kind);
  const sentence = key && usage !== 'all' ? unusedSentence(usage, key, { found, total }) : undefined;
  const text = sentence
    ? `${sentence.noun} ${sentence.predicate}`
    : `${rowsName} ${verb} ${chosen.map(({ label }) => `“${label}”`).join(' and ')}`;
  return {
    sentence: [
      { text: `${formatCount(found)} of ${formatCount(total)}`, isStrong: true },
      { text: ` ${text}${hasQuery ? `, and ${verb} the search` : ''}.` },
    ],
    actions,
  };
}

/** The action of a form about a selection of rows, or all of them. */
function selectionAction(
  { url }: PageLists,
  state: ListState,
  { kind, origin = kind }: NonNullable<AnyList['selectable']>,
): string {
  return withParameter(url(paths.reviewRemovals, state), 'of', origin);
}

/** `fileName` returns the name of the list's file in a format, with a parameter of the link. */
function presentExports(
  { pageLists, list, page, state }: View,
  fileName: (format: ExportFormat, parameter: Query) => string | undefined,
): ExportMenuProps {
  const { rowsName, names, download } = list;
  const kept = [...narrowingParameters(list), ...(list.dependsOn ?? []), names.sort, names.direction];
  const exported = { ...pageLists.defaults, ...pickState(state, kept) };
  const href = (format: ExportFormat, parameter: readonly [string, string] | undefined) => {
    const url = pageLists.url(downloadPath(pageLists, list, format), exported);
    return parameter ? withParameter(url, parameter[0], parameter[1]) : url;
  };
  return {
    what: rowsName,
    exports:
      page.found === 0
        ? []
        : download.links.map(({ what, label, parameter }) => ({
            label,
            what,
            links: exportFormats.map(format => ({
              label: formatLabels[format],
              href: href(format, parameter),
              fileName: fileName(format, parameter ? { [parameter[0]]: parameter[1] } : {}),
            })),
          })),
    compareHref: download.isComparable ? paths.compare : undefined,
  };
}

/** The links of the column headings. The sorted column's link reverses the order. */
function presentSorts({
  list: { names, order, sortOf, directionOf },
  state,
  url,
}: View): Readonly<Record<string, SortLink>> | undefined {
  if (!order) return undefined;
  const sorts = Object.keys(order.columns).map(sort => {
    const current = sortOf(state) === sort ? directionOf(state) : undefined;
    const first = order.ascending?.includes(sort) ? 'asc' : 'desc';
    const next = current === undefined ? first : current === 'desc' ? 'asc' : 'desc';
    const href = url({ ...(names.sort in state && { [names.sort]: sort }), [names.direction]: next });
    return [sort, { direction: current, href }] as const;
  });
  return Object.fromEntries(sorts);
}

function presentSelection({ pageLists, list, page, state, selectionKey }: View): SelectionProps | undefined {
  if (!list.selectable) return undefined;
  const { kind } = list.selectable;
  return {
    kind,
    action: selectionAction(pageLists, state, list.selectable),
    // Back restores ticks only if the page has the same rows.
    rowsKey: digestOf(page.ids ?? []).slice(0, 12),
    storedAs: `${list.id} ${selectionKey}`,
  };
}

/** Names the selections of this session and company in a tab. Another one in the same tab never sees them. */
export const selectionKey: Load<string> = async request =>
  digestOf([request.session.id, (await request.details())?.roles ?? '']).slice(0, 12);

/** Adds the fields that the rows of every list share. */
function presentRows<ViewRow extends object>(
  { pageLists, list: { selectable }, page, state }: View,
  rows: readonly ViewRow[],
): readonly (ViewRow & ListRow)[] {
  // Relative to the page, because there is one for each row.
  const url = pageLists.url('', withoutLongQueries(state));
  const dialog = selectable?.kind === 'person' ? undefined : selectable?.dialog;
  return rows.map((row, index) => {
    const value = escapeId(page.ids?.[index] ?? '');
    // A row without an ID can be neither selected nor removed.
    const hasId = selectable && value !== '';
    return {
      ...row,
      anchor: selectable ? `row-${index + 1}` : '',
      selection: hasId ? { value } : undefined,
      removal: hasId ? { href: withParameter(url, selectable.dialog, value), dialog } : undefined,
    };
  });
}
