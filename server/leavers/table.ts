import type { SheetRows } from '../spreadsheets/rows';
import { cleanText, findEmailAddresses } from './addresses';
import type { FoundTable } from './result';

/** A filter offers only columns with at most this number of values. */
const VALUES_LIMIT = 50;

/** A table with longer cells is a text. */
const CELL_LENGTH = 1000;

/** The titles and rows of a table. */
export interface PeopleTable {
  readonly columns: readonly string[];
  readonly rows: SheetRows;
}

/**
 * The table in some rows: its heading is the fullest of the rows above the first one with an address. Of the rows above the
 * heading, only those with an address are part of the table. Returns undefined for rows that are not a table.
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
  const start = heading ? rows.indexOf(heading) + 1 : first;
  const body = rows.filter((row, index) => index >= start || row.some(hasAddress));
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
  return cell.includes('@') && findEmailAddresses(cleanText(cell)).length > 0;
}

/** What the administrator has chosen in a table. */
export interface RowChoice {
  /** The column with the person. */
  readonly personColumn: number;
  /** Only rows with this value in this column. */
  readonly filterColumn: number | undefined;
  readonly filterValue: string | undefined;
}

/** A stored table, and what was chosen in it. */
export interface TableChoice {
  readonly table: Pick<FoundTable, 'columns' | 'rows'>;
  readonly choice: RowChoice;
}

/** A value, and how often it occurs. */
interface WithCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** The columns of a table, and its people, as an administrator has chosen them. */
export interface ChosenRows {
  /** The columns that have addresses, and how many different ones each; the one with the most first. */
  readonly addressColumns: readonly WithCount<number>[];
  /** The columns whose values can be chosen. */
  readonly filterColumns: readonly number[];
  /** The values of the chosen one, and how many rows with a person have each; the most frequent first. */
  readonly filterValues: readonly WithCount<string>[];
  /** What was chosen, as far as the table has it. */
  readonly choice: RowChoice;
  /** The people of the chosen rows, each with the number of the first row. */
  readonly people: ReadonlyMap<string, number>;
  /** The columns that are not empty in these rows. */
  readonly filledColumns: readonly number[];
  /** Everybody in the table, in any column. */
  readonly everybody: ReadonlySet<string>;
}

/**
 * Reads a stored table. An unknown column becomes the one with the most addresses, an unknown column of the filter none. Every step visits
 * only the cells that rows have: there may be 1,000 columns and 100,000 rows of one cell.
 */
export function chooseRows({ table: { columns, rows: joined }, choice: wanted }: TableChoice): ChosenRows {
  const rows = joined.map(row => row.split('\t'));
  const emailsOf = columns.map(() => new Set<string>());
  for (const row of rows) {
    for (const [column, text] of row.entries())
      for (const email of emailsIn(text)) emailsOf[column]?.add(email);
  }
  const addressColumns = emailsOf
    .map(({ size }, column) => ({ value: column, count: size }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const personColumn =
    addressColumns.find(({ value }) => value === wanted.personColumn)?.value ?? addressColumns[0]?.value ?? 0;
  const emails = rows.map(row => emailsIn(row[personColumn] ?? ''));
  const values = countValues(
    rows.filter((_row, index) => emails[index]?.length),
    columns.length,
  );
  const filterColumns = values.flatMap(({ length }, column) =>
    column !== personColumn && length > 0 ? [column] : [],
  );
  const filterColumn = filterColumns.find(column => column === wanted.filterColumn);
  const counted = (filterColumn === undefined ? undefined : values[filterColumn]) ?? [];
  const known = counted.find(({ value }) => isSameValue(value, wanted.filterValue));
  // A value that no row with a person has shows nobody: another column with the person must not select everybody.
  const filterValue = filterColumn === undefined ? undefined : (known?.value ?? wanted.filterValue);
  const filterValues =
    known || filterValue === undefined ? counted : [...counted, { value: filterValue, count: 0 }];
  const people = new Map<string, number>();
  const filledColumns = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const value = filterColumn === undefined ? '' : (row[filterColumn] ?? '');
    if (filterValue !== undefined && !isSameValue(filterValue, value)) continue;
    const found = emails[index]?.filter(email => !people.has(email)) ?? [];
    for (const email of found) people.set(email, index);
    if (found.length === 0) continue;
    for (const [column, text] of row.entries()) if (text !== '') filledColumns.add(column);
  }
  return {
    ...{ addressColumns, filterColumns, filterValues, people },
    choice: { personColumn, filterColumn, filterValue },
    filledColumns: [...filledColumns].toSorted((a, b) => a - b),
    everybody: new Set(emailsOf.flatMap(each => [...each])),
  };
}

/** The values of each column, ignoring case, the most frequent first; none of a column with more than VALUES_LIMIT. */
function countValues(
  rows: readonly (readonly string[])[],
  width: number,
): readonly (readonly WithCount<string>[])[] {
  const columns = Array.from({ length: width }, () => ({
    counts: new Map<string, { readonly value: string; count: number }>(),
    cells: 0,
  }));
  const add = ({ counts }: (typeof columns)[number], value: string, count: number) => {
    const key = value.toLowerCase();
    const counted = counts.get(key) ?? { value, count: 0 };
    counted.count += count;
    if (counts.size <= VALUES_LIMIT) counts.set(key, counted);
  };
  for (const row of rows) {
    for (const [index, value] of row.entries()) {
      const column = columns[index];
      if (!column) break;
      column.cells++;
      add(column, value, 1);
    }
  }
  return columns.map(column => {
    // The cells that rows do not have are empty.
    if (column.cells < rows.length) add(column, '', rows.length - column.cells);
    const values = [...column.counts.values()];
    return values.length > VALUES_LIMIT ? [] : values.toSorted((a, b) => b.count - a.count);
  });
}

function isSameValue(value: string, other: string | undefined): boolean {
  return value.toLowerCase() === other?.toLowerCase();
}

/** The addresses in a cell, each once: a cell may repeat one more than a hundred times. */
function emailsIn(text: string): readonly string[] {
  return text.includes('@') ? [...new Set(findEmailAddresses(text).map(({ email }) => email))] : [];
}
