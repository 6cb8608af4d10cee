/** How many selected rows stay selected in the links of a page (P312), and how long their IDs may be. */
export const KEPT_ROWS_LIMIT = 50;
const KEPT_LENGTH_LIMIT = 4000;

/** The IDs of the rows that stay selected when the list is searched, sorted or turned to another page. */
export function keptRows(ids: readonly string[]): readonly string[] {
  let length = 0;
  const fits = (id: string) => {
    length += id.isWellFormed() ? encodeURIComponent(id).length : KEPT_LENGTH_LIMIT;
    return length <= KEPT_LENGTH_LIMIT;
  };
  return ids.slice(0, KEPT_ROWS_LIMIT).filter(fits);
}

/** Describes which selected rows are out of sight, and which will not stay selected; '' if there is nothing to say. */
export function selectionNote(ids: readonly string[], elsewhere: number): string {
  const kept = keptRows(ids).length;
  const notes = [
    ...(elsewhere > 0 ? [`${elsewhere} not on this page`] : []),
    ...(kept < ids.length ? [`only ${kept} stay selected on other pages`] : []),
  ];
  return notes.join('; ');
}

/** For instance “3 selected, 2 not on this page”. */
export function describeSelection(ids: readonly string[], elsewhere: number): string {
  return [`${ids.length} selected`, selectionNote(ids, elsewhere)].filter(text => text !== '').join(', ');
}
