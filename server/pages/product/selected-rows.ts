import { type ListState, type Query, selectedRows } from '../../../shared/list-state';
import type { SelectableKind } from '../../../shared/removals';
import { KEPT_ROWS_LIMIT, keptRows } from '../../../shared/selection';
import { digestOf } from '../../http/forms';
import { boundId, itemKey, type RemovalItem, readRow } from '../../removals/items';
import type { Lists, PageLists } from './page-lists';

/** Identifies the rows of a page, so that Back restores a selection only if it has the same ones. */
export function rowsKeyOf(values: readonly string[]): string {
  return digestOf(values).slice(0, 12);
}

/**
 * The selected rows of a page, by `itemKey` of their values, and the state of its lists with those that stay selected: those
 * in the URL, and the items of the review that the page was left for. Only rows of the administrator's own lists do, also
 * those that belong to another person by now: their review says so.
 */
export function readSelectedRows<Source, PageList extends Lists<Source>>(
  { lists, readState }: PageLists<PageList>,
  source: Source,
  query: Query,
  reviewed: readonly RemovalItem[],
): { readonly state: ListState; readonly selected: ReadonlySet<string> } {
  let state = readState(query);
  const selected = new Set<string>();
  for (const { selectable, listedIds } of Object.values(lists)) {
    if (!selectable) continue;
    const { kind } = selectable;
    const inAddress = selectedRows.read(query[kind]);
    const inReview = reviewed.flatMap(item => rowValue(kind, item) ?? []);
    for (const id of [...inAddress, ...inReview]) selected.add(itemKey({ kind, id }));
    // A longer review was one of all matches.
    const kept = reviewed.length > KEPT_ROWS_LIMIT ? [] : inReview;
    const values = [...new Set([...inAddress, ...kept])];
    const idOf = (value: string) => readRow(kind, value).id;
    const listed = new Set(listedIds(source, values.map(idOf)));
    state = { ...state, [kind]: keptRows(values.filter(value => listed.has(idOf(value)))) };
  }
  return { state, selected };
}

/** The value of the row with an item in a list of this kind; undefined if it is in no such row. */
function rowValue(kind: SelectableKind, item: RemovalItem): string | undefined {
  if (kind === 'person') return item.email;
  return item.kind === kind ? boundId(item) : undefined;
}
