import type { ListState } from '../../../shared/list-state';
import type { ListContent } from '../../../views/components/ListSection';
import type { ConfirmDialogProps } from '../../../views/Island';
import { chosenFilters } from './define-list';
import type { AnyList } from './page-lists';

/** A title such as “Lead Capture: “ann”, page 2”, or the title of the open dialog (P208). */
export function documentTitle<Name extends string>(
  title: string,
  state: ListState,
  lists: Readonly<Record<Name, AnyList>>,
  contents: { readonly [Each in NoInfer<Name>]?: ListContent<object> | undefined },
  dialogs: readonly ConfirmDialogProps[],
): string {
  const dialog = dialogs.find(({ item }) => item !== undefined);
  if (dialog) return dialog.title;
  const names = Object.keys(lists) as Name[];
  const views = names.flatMap(name => describeView(lists[name], state, contents[name]));
  return views.length === 0 ? title : `${title}: ${views.join(', ')}`;
}

/** Describes the search, filters and page of a list for the document's title, unless they are the defaults (P208). */
function describeView(
  list: AnyList,
  state: ListState,
  content: ListContent<object> | undefined,
): readonly string[] {
  if (!content || 'unreadable' in content) return [];
  const { qualifier } = list;
  const page = content.pagination?.links.find(item => item !== 'gap' && item.current);
  return [
    ...(content.search?.query ? [`“${content.search.query}”`] : []),
    ...chosenFilters(list, state).map(({ label }) => `“${label}”`),
    ...(page && page !== 'gap' && page.page > 1 ? [`page ${page.page}`] : []),
  ].map(part => (qualifier === undefined ? part : `${qualifier} ${part}`));
}
