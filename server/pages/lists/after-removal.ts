import type { ListState, Query } from '../../../shared/list-state';
import type { DefinedList } from './define-list';
import { narrowingParameters, type PageLists, pickState } from './page-lists';

/** The list's URL after a removal. Drops a search or filter that no longer matches anything (P417). */
export async function urlAfterRemoval<Source>(
  pageLists: PageLists,
  list: DefinedList<Source>,
  query: Query,
  load: () => Promise<Source | undefined>,
): Promise<string> {
  const state = pageLists.readState(query);
  const urlOf = (change: ListState) => `${pageLists.url(pageLists.path, { ...state, ...change })}#${list.id}`;
  const narrowing = pickState(pageLists.defaults, narrowingParameters(list));
  if (Object.keys(narrowing).every(name => state[name] === narrowing[name])) return urlOf({});
  // The rows are removed, even if the list cannot be fetched or searched now.
  const page = await load()
    .then(source => source && list.readPage(source, query))
    .catch(() => undefined);
  return urlOf(page?.found === 0 ? narrowing : {});
}
