import {
  isDefault,
  type ListParameters,
  type ListState,
  type Query,
  readListState,
  writeListState,
} from '../../../shared/list-state';
import { LOCATION_LIMIT, type RedirectReply, redirect } from '../../http/reply';
import type { ExportFormat } from '../../lists/exports';
import type { SignedInRequest } from '../handler';
import type { DefinedList } from './define-list';

export type AnyList = DefinedList<never>;

/** A page with lists, whose states share its URL. */
export interface PageLists<Lists = unknown> {
  readonly path: string;
  /** In the order of their parameters in URLs. */
  readonly lists: Lists;
  readonly defaults: ListState;
  readonly readState: (query: Query) => ListState;
  /** Whether the lists know all parameters of a form's query, beside `of`, and their values. They show others like the defaults. */
  readonly isState: (query: Query) => boolean;
  /** The URL of a page, download or action in a list state. */
  readonly url: (path: string, state: ListState) => string;
}

/**
 * The lists of the page at this path.
 * @throws {Error} Thrown when two of them have a parameter of the same name.
 */
export function pageLists<Lists extends Record<string, AnyList>>(
  path: string,
  lists: Lists,
): PageLists<Lists> {
  const entries = Object.values(lists).flatMap(list => Object.entries(list.parameters));
  const names = entries.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`Two lists of ${path} have the parameter ${duplicate}.`);
  const parameters: ListParameters = Object.fromEntries(entries);
  /** In the URL, a list has only an order that is not the default of its filter (P310). */
  const shorten = (state: ListState): ListState => {
    const isDefaultSort = ({ names: { sort }, sortOf }: AnyList) =>
      state[sort] && sortOf({ ...state, [sort]: '' }) === state[sort];
    const defaultSorts = Object.values(lists).filter(isDefaultSort);
    if (defaultSorts.length === 0) return state;
    return { ...state, ...Object.fromEntries(defaultSorts.map(list => [list.names.sort, ''])) };
  };
  const readState = (query: Query) => shorten(readListState(parameters, query));
  const isState = (query: Query) => {
    const state = readListState(parameters, query);
    return Object.keys(query).every(name => name === 'of' || query[name] === String(state[name]));
  };
  const defaults = readState({});
  const url = (to: string, state: ListState) => to + writeListState(shorten(state), defaults);
  return { path, lists, defaults, readState, isState, url };
}

/**
 * The request of a page with these lists, or a redirect to its URL without the parameters that have their defaults: without
 * JavaScript, a search form sends all of its fields (P310).
 */
export function withShortUrl(
  request: SignedInRequest,
  { path, lists, readState, defaults }: PageLists<Record<string, AnyList>>,
): SignedInRequest | RedirectReply {
  const parameters = new URLSearchParams(request.search);
  const chosen = Object.values(lists).filter(({ names }) => parameters.has(names.sortBy));
  // On phones, one select has the column and the direction. Without a choice, it is empty.
  const sorted = chosen.flatMap(({ names: { sortBy, sort, direction } }) => {
    if (parameters.get(sortBy) === '') return [];
    const [column = '', columnDirection = ''] = String(parameters.get(sortBy)).split('-');
    return [[sort, column] as const, [direction, columnDirection] as const];
  });
  for (const { names } of chosen) parameters.delete(names.sortBy);
  for (const [name, value] of sorted) parameters.set(name, value);
  const query = { ...request.query, ...Object.fromEntries(sorted) };
  const state = readState(query);
  const superfluous = [...parameters.keys()].filter(
    name => Object.hasOwn(defaults, name) && isDefault(state, defaults, name),
  );
  if (superfluous.length === 0 && chosen.length === 0) return request;
  for (const name of superfluous) parameters.delete(name);
  const shortUrl = parameters.size === 0 ? path : `${path}?${parameters}`;
  return shortUrl.length > LOCATION_LIMIT ? { ...request, query } : redirect(shortUrl, { status: 302 });
}

/** The same lists, with these parameters in all their links and forms. */
export function keepParameters<Lists>(pageLists: PageLists<Lists>, kept: ListState): PageLists<Lists> {
  return {
    ...pageLists,
    readState: query => ({ ...kept, ...pageLists.readState(query) }),
    isState: query =>
      pageLists.isState(Object.fromEntries(Object.entries(query).filter(([name]) => !(name in kept)))),
    url: (path, state) => pageLists.url(path, { ...kept, ...state }),
  };
}

/** Longer queries are only in the links of their own list (P132). */
const LINKED_QUERY_MAX_LENGTH = 200;

/** The state for links that are not about a list as a whole. */
export function withoutLongQueries(state: ListState): ListState {
  const entries = Object.entries(state).map(([name, value]) => [
    name,
    String(value).length > LINKED_QUERY_MAX_LENGTH ? '' : value,
  ]);
  return Object.fromEntries(entries);
}

export function downloadPath(
  { path }: { readonly path: string },
  { download }: Pick<AnyList, 'download'>,
  format: ExportFormat,
): string {
  return `${path}/${download.file}.${format}`;
}

/** The parameters of the search, of the select next to it and of the filter. */
export function narrowingParameters({ names, search, filter }: AnyList): readonly string[] {
  return [search && names.query, search?.select?.name, filter?.name].filter(name => name !== undefined);
}

export function pickState(state: ListState, names: readonly string[]): ListState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
}
