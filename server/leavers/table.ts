import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SheetRows } from '../spreadsheets/rows';
import { cleanText, findAddresses } from './addresses';
import type { FoundTable } from './found';

/** A filter offers only columns with at most this number of values. */
const VALUES_LIMIT = 50;

/** A table with longer cells is a text. */
const CELL_LENGTH = 1000;

/** How many characters are searched for addresses in one turn of the event loop: all at once would block other requests. */
const CHARACTERS_PER_TURN = 50_000;

/** How many columns are counted in one turn. */
const COLUMNS_PER_TURN = 100;

/** The titles and rows of a table. */
export interface PeopleTable {
  readonly columns: readonly string[];
  readonly rows: SheetRows;
}

/**
 * The table in some rows: its heading is the fullest of the rows above the first one with an address. Lines above the
 * heading do not count. Returns undefined for rows that are not a table.
 */
export function tableOf(rows: SheetRows): PeopleTable | undefined {
  const width = rows.reduce((most, row) => Math.max(most, filled(row)), 0);
  const isFull = (row: readonly string[]) => filled(row) * 2 >= width;
  const first = rows.findIndex(row => isFull(row) && row.some(hasAddress));
  // The rows of a template may have only some of its columns.
  const above = first < 0 ? rows : rows.slice(0, first);
  const headings = above.filter(row => isFull(row) && !row.some(hasAddress));
  const [heading] = headings.toSorted((a, b) => filled(b) - filled(a));
  if (!heading && first < 0) return undefined;
  if (rows.some(row => row.some(cell => cell.length > CELL_LENGTH))) return undefined;
  const body = rows.slice(heading ? rows.indexOf(heading) + 1 : first);
  const length = body.reduce((most, row) => Math.max(most, row.length), heading?.length ?? 0);
  const columns = Array.from({ length }, (_, index) => heading?.[index]?.trim() || `Column ${index + 1}`);
  const clean = (cell: string) => cleanText(cell).replace(/\s+/g, ' ').trim();
  return { columns: columns.map(clean), rows: body.map(row => row.map(clean)) };
}

/** Whether rows of a pasted text, in which commas are common, are a table: all as wide as a heading without addresses. */
export function isRegular(rows: SheetRows): boolean {
  const table = tableOf(rows);
  return (
    table !== undefined &&
    table.columns.length > 1 &&
    !table.columns.some(title => /^Column \d+$/.test(title)) &&
    table.rows.every(row => row.length === table.columns.length)
  );
}

function filled(row: readonly string[]): number {
  return row.filter(cell => cell.trim() !== '').length;
}

function hasAddress(cell: string): boolean {
  return cell.includes('@') && findAddresses(cleanText(cell)).length > 0;
}

/** What the administrator has chosen in a table. */
export interface RowChoice {
  /** The column with the person. */
  readonly person: number;
  /** Only rows with this value in this column. */
  readonly where: number | undefined;
  readonly is: string | undefined;
}

/** A value, and how often it occurs. */
interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** A row of a table about a person. */
export interface FoundRow {
  readonly email: string;
  readonly cells: readonly string[];
}

/** Finds the addresses in a stored table, and answers questions about its columns and rows. */
export async function openTable({ columns, rows: joined }: Pick<FoundTable, 'columns' | 'rows'>) {
  const rows: { readonly cells: readonly string[]; readonly emails: readonly (readonly string[])[] }[] = [];
  const emailsOf = columns.map(() => new Set<string>());
  let searched = 0;
  for (const row of joined) {
    const cells = row.split('\t');
    const emails: (readonly string[])[] = [];
    for (const [column, text] of cells.entries()) {
      searched += text.length + 1;
      if (searched > CHARACTERS_PER_TURN) {
        await nextTurn();
        searched = 0;
      }
      const found = addressesIn(text);
      emails.push(found);
      for (const email of found) emailsOf[column]?.add(email);
    }
    rows.push({ cells, emails });
  }
  const cell = (row: readonly string[], column: number) => row[column] ?? '';

  /** The columns that have addresses, and how many different ones each; the one with the most first. */
  const people: readonly Counted<number>[] = emailsOf
    .map(({ size }, column) => ({ value: column, count: size }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);

  /**
   * Counts the rows with a person by their value in a column, ignoring case. The most frequent value comes first. The result
   * is empty for more than VALUES_LIMIT values, for the column with the person, and for an unknown column.
   */
  function valuesOf(column: number, person: number): readonly Counted<string>[] {
    if (column === person || columns[column] === undefined) return [];
    const counts = new Map<string, { readonly value: string; count: number }>();
    for (const { cells, emails } of rows) {
      if (!emails[person]?.length) continue;
      const value = cell(cells, column);
      const key = value.toLowerCase();
      const counted = counts.get(key) ?? { value, count: 0 };
      counted.count++;
      counts.set(key, counted);
      if (counts.size > VALUES_LIMIT) return [];
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count);
  }

  return {
    columns,
    people,
    valuesOf,
    /** The columns whose values can be chosen. */
    async filters(person: number): Promise<readonly number[]> {
      const filters: number[] = [];
      for (const column of columns.keys()) {
        if (column % COLUMNS_PER_TURN === 0) await nextTurn();
        if (valuesOf(column, person).length > 0) filters.push(column);
      }
      return filters;
    },
    /** The people of the rows that were chosen, each once. */
    choose({ person, where, is }: RowChoice): readonly FoundRow[] {
      const isValue = (text: string) => is === undefined || text.toLowerCase() === is.toLowerCase();
      const chosen = rows
        .filter(({ cells }) => where === undefined || isValue(cell(cells, where)))
        .flatMap(({ cells, emails }) => (emails[person] ?? []).map((email): FoundRow => ({ email, cells })));
      return [...new Map(chosen.toReversed().map(row => [row.email, row])).values()].toReversed();
    },
    /** Everybody in the table, in any column. */
    everybody: () => new Set(rows.flatMap(({ emails }) => emails.flat())),
  };
}

/** The addresses in a cell, each once: a cell may repeat one more than a hundred times. */
function addressesIn(text: string): readonly string[] {
  return text.includes('@') ? [...new Set(findAddresses(text).map(({ email }) => email))] : [];
}
