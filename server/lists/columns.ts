// The columns of a table (table.ts): counts in typed arrays, all texts of a column in one string.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ASCII_LABEL, fold } from './text';

/** The texts of one column. The text of row `n` is `joined.slice(ends[n - 1], ends[n])`. */
export interface TextColumn {
  readonly joined: string;
  readonly ends: Uint32Array;
}

/** The counts of one column, in the narrowest array that can hold them. In an exported one, NaN is an empty cell. */
export type CountColumn = Uint16Array | Uint32Array | Float64Array;

export type StoredColumn = TextColumn | CountColumn;

export function textAt({ joined, ends }: TextColumn, row: number): string {
  return joined.slice(row === 0 ? 0 : ends[row - 1], ends[row]);
}

export function textColumn(texts: readonly string[]): TextColumn {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  let row = 0;
  for (const text of texts) {
    end += text.length;
    ends[row++] = end;
  }
  return { joined: texts.join(''), ends };
}

export function constantColumn(cell: string | 0, length: number): StoredColumn {
  return cell === 0 ? new Float64Array(length) : textColumn(Array<string>(length).fill(cell));
}

/** A column of counts, in an array of its own. */
export function countColumn(counts: Float64Array): CountColumn {
  const largest = largestCount(counts);
  if (largest < 2 ** 16) return new Uint16Array(counts);
  return largest < 2 ** 32 ? new Uint32Array(counts) : new Float64Array(counts);
}

export function cellSize(column: StoredColumn, row: number): number {
  if (!('joined' in column)) return column.BYTES_PER_ELEMENT;
  const { ends } = column;
  return ends.BYTES_PER_ELEMENT + (ends[row] ?? 0) - (row === 0 ? 0 : (ends[row - 1] ?? 0));
}

export function pickRows(column: StoredColumn, rows: Uint32Array): StoredColumn {
  if ('joined' in column) {
    const texts: string[] = [];
    for (const row of rows) texts.push(textAt(column, row));
    return textColumn(texts);
  }
  return pickCounts(column, rows);
}

/** The counts of some rows. `Float64Array.from` with a function takes forty times as long. */
function pickCounts(column: CountColumn, rows: Uint32Array): Float64Array {
  const counts = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) counts[index] = column[rows[index] ?? 0] ?? 0;
  return counts;
}

/** The approximate memory of a column in bytes. */
export function columnSize(column: StoredColumn): number {
  return 'joined' in column ? column.joined.length + column.ends.byteLength : column.byteLength;
}

/** The largest count of a column; 0 if it is empty. */
export function largestCount(counts: CountColumn): number {
  let largest = 0;
  // Iterators of three types of arrays would take several times as long.
  for (let row = 0; row < counts.length; row++) largest = Math.max(largest, counts[row] ?? 0);
  return largest;
}

/** The first row whose text in this column is exactly `text`. */
export function rowWith(column: TextColumn, text: string): number | undefined {
  const { joined, ends } = column;
  if (text === '') return undefined;
  let row = 0;
  for (let at = joined.indexOf(text); at >= 0; at = joined.indexOf(text, at + 1)) {
    row = rowOf(ends, at, row);
    if (ends[row] === at + text.length && (row === 0 ? 0 : ends[row - 1]) === at) return row;
  }
  return undefined;
}

/** The marks of a row that contains a text, and of a row that has no other text. */
export const MATCH = 1;
export const WHOLE_MATCH = 2;

/** Marks each row of a folded column that contains the needle with MATCH or WHOLE_MATCH. */
export function markMatches({ joined, ends }: TextColumn, needle: string, marks: Uint8Array): void {
  let row = 0;
  let at = joined.indexOf(needle);
  while (at >= 0) {
    row = rowOf(ends, at, row);
    const start = row === 0 ? 0 : (ends[row - 1] ?? 0);
    const end = ends[row] ?? joined.length;
    // A string that spans two rows is not a match, but a match may begin at its next character.
    const within = at + needle.length <= end;
    if (within) marks[row] = end - start === needle.length ? WHOLE_MATCH : Math.max(MATCH, marks[row] ?? 0);
    at = joined.indexOf(needle, within ? end : at + 1);
  }
}

/** Marks each row whose whole text fulfills a condition with MATCH. */
export function markRows(column: TextColumn, isMatch: (text: string) => boolean, marks: Uint8Array): void {
  for (let row = 0; row < column.ends.length; row++) if (isMatch(textAt(column, row))) marks[row] = MATCH;
}

/** The row that contains this position. Rows before `from` end before it. */
function rowOf(ends: Uint32Array, position: number, from: number): number {
  let low = from;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Between texts that are folded at once, which takes a third of the time of folding each. */
const SEPARATOR = '\0';

/** How many characters are folded at once: one that changes takes 32 bytes until its text is complete (T85). */
const CHARACTERS_FOLDED_AT_ONCE = 10_000;

/** Folds a column in a worker thread. */
export function foldColumn(column: TextColumn): TextColumn {
  return foldFast(column) ?? textColumn([...foldBlocks(column)].flat());
}

/** Folds a column on the event loop, where other requests have a turn after each block. */
export async function foldColumnInTurns(column: TextColumn): Promise<TextColumn> {
  const fast = foldFast(column);
  if (fast) return fast;
  const blocks: (readonly string[])[] = [];
  for (const block of foldBlocks(column)) {
    blocks.push(block);
    await nextTurn();
  }
  return textColumn(blocks.flat());
}

function* foldBlocks(column: TextColumn): Generator<readonly string[]> {
  const { ends } = column;
  let row = 0;
  while (row < ends.length) {
    const limit = (ends[row] ?? 0) + CHARACTERS_FOLDED_AT_ONCE;
    const texts: string[] = [];
    while (row < ends.length && (ends[row] ?? 0) <= limit) texts.push(textAt(column, row++));
    const folded = fold(texts.join(SEPARATOR)).split(SEPARATOR);
    yield folded.length === texts.length ? folded : texts.map(fold);
  }
}

/** The ASCII ones of OTHER_SPACES, which are found in a tenth of the time. */
const OTHER_ASCII_SPACES = / {2}|[\t-\r]/;

/** Folds texts that only lose capitals: ASCII, without runs of white space and `ASCII_LABEL`. */
function foldFast({ joined, ends }: TextColumn): TextColumn | undefined {
  const isAscii = Buffer.byteLength(joined) === joined.length;
  const isFast = isAscii && !OTHER_ASCII_SPACES.test(joined) && joined.search(ASCII_LABEL) < 0;
  return isFast ? { joined: joined.toLowerCase(), ends } : undefined;
}

export function everyRow(length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  return rows;
}
