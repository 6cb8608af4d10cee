import type { ListState, Query } from '../../../shared/list-state';
import type { DefinedList } from './define-list';
import { narrowingParameters, only, type PageLists } from './page-lists';

/** The address of a list after a removal: without a search and a filter that find nothing anymore (P417). */
export async function addressAfterRemoval<Source>(
  pageLists: PageLists,
  list: DefinedList<Source>,
  query: Query,
  load: () => Promise<Source | undefined>,
): Promise<string> {
  const state = pageLists.readState(query);
  const addressOf = (change: ListState) =>
    `${pageLists.address(pageLists.path, { ...state, ...change })}#${list.id}`;
  const narrowing = only(pageLists.defaults, narrowingParameters(list));
  if (Object.keys(narrowing).every(name => state[name] === narrowing[name])) return addressOf({});
  const source = await load();
  const page = source && (await list.readPage(source, query));
  return addressOf(page?.found === 0 ? narrowing : {});
}
