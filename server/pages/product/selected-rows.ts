import { type ListState, type Query, selectedRows } from '../../../shared/list-state';
import { KEPT_ROWS_LIMIT, keptRows } from '../../../shared/selection';
import { digestOf } from '../../http/forms';
import { itemKey, readRow, type SelectedRow } from '../../removals/run-state';
import type { Lists, PageLists } from './page-lists';

interface Selection {
  readonly query: Query;
  /** The rows of a review that the page was left for, with the values of their checkboxes. */
  readonly reviewed: readonly SelectedRow[];
}

/** Identifies the rows of a page, so that Back restores a selection only if it has the same ones. */
export function rowsKeyOf(values: readonly string[]): string {
  return digestOf(values).slice(0, 12);
}

/**
 * The selected rows of a page, by `itemKey` of their values, and the state of its lists with those that stay selected.
 * Only rows of the administrator's own lists do, also those that belong to another person by now: their review says so.
 */
export function readSelectedRows<Source, PageList extends Lists<Source>>(
  { lists, readState }: PageLists<PageList>,
  source: Source,
  { query, reviewed }: Selection,
): { readonly state: ListState; readonly selected: ReadonlySet<string> } {
  let state = readState(query);
  const selected = new Set(reviewed.map(itemKey));
  for (const { selectable, listedIds } of Object.values(lists)) {
    if (!selectable) continue;
    const { kind } = selectable;
    const inAddress = selectedRows.read(query[kind]);
    for (const id of inAddress) selected.add(itemKey({ kind, id }));
    // A longer review was one of all matches.
    const inReview = reviewed.length > KEPT_ROWS_LIMIT ? [] : reviewed.filter(row => row.kind === kind);
    const values = [...new Set([...inAddress, ...inReview.map(({ id }) => id)])];
    const idOf = (value: string) => readRow(kind, value).id;
    const listed = new Set(listedIds(source, values.map(idOf)));
    state = { ...state, [kind]: keptRows(values.filter(value => listed.has(idOf(value)))) };
  }
  return { state, selected };
}
