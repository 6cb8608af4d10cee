import { cleanText, findEmailAddresses, readLine } from '../compare/addresses';
import { unescapeFormulas } from '../lists/exports';
import { truncate } from '../lists/text';
import type { SheetRows } from '../spreadsheets/rows';
import { collectTexts, type FirstTexts, shortLine } from '../text/first-texts';
import type { Found, FoundTable } from './result';

/** Filters offer the values of a column only if it has at most this many, each of at most this length. */
const VALUES_LIMIT = 50;
const VALUE_LENGTH = 100;

/** Two more choices, for a column in which some rows are empty. */
export const EMPTY = 'empty';
export const FILLED = 'filled';

/** Titles are repeated for each row of a page. */
const TITLE_LENGTH = 60;

/** A table with longer cells is a text. */
const CELL_LENGTH = 1000;

/** The titles and rows of a table. */
export interface PeopleTable {
  readonly columns: readonly string[];
  readonly rows: SheetRows;
  /** The cells of the heading; none without one. */
  readonly heading: readonly string[];
  /** How many rows are above the heading. */
  readonly above: number;
}

/**
 * The table in some rows. Its heading is the first row above the first address with a title over it and more than half as many
 * titles as the fullest such row. All other rows count. Returns undefined for rows that are not a table.
 */
export function tableOf(rows: SheetRows): PeopleTable | undefined {
  if (rows.some(row => row.some(cell => cell.length > CELL_LENGTH))) return undefined;
  const width = rows.reduce((most, row) => Math.max(most, filled(row)), 0);
  const isAddressed = (row: readonly string[]) => row.some(hasAddress);
  // A line above the heading may have an address, and the rows of a template may have only some of its columns.
  const first = rows.find(row => filled(row) * 2 >= width && isAddressed(row)) ?? rows.find(isAddressed);
  if (!first) return undefined;
  const candidates = rows
    .slice(0, rows.indexOf(first))
    .filter(
      row =>
        !row.some(saysAddress) && row.some((cell, index) => isFilled(cell) && hasAddress(first[index] ?? '')),
    );
  const most = candidates.reduce((count, row) => Math.max(count, filled(row)), 0);
  const heading = candidates.find(row => filled(row) * 2 > most);
  const body = rows.filter(row => row !== heading);
  const length = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  const columns = Array.from({ length }, (_, index) => heading?.[index]?.trim() || `Column ${index + 1}`);
  return {
    columns: columns.map(title => truncate(cleanCell(title), TITLE_LENGTH)),
    rows: body.map(row => cleanRow(row)),
    heading: cleanRow(heading ?? []),
    above: heading ? rows.indexOf(heading) : 0,
  };
}

function cleanCell(cell: string): string {
  return cleanText(unescapeFormulas(cell)).replace(/\s+/g, ' ').trim();
}

export function cleanRow(row: readonly string[]): readonly string[] {
  return row.map(cleanCell);
}

/** Whether a pasted text, in which commas are common, is a table: all rows below its heading are as wide as it. */
export function isRegular(table: PeopleTable): boolean {
  return (
    table.columns.length > 1 &&
    !table.columns.some(title => /^Column \d+$/.test(title)) &&
    table.rows.slice(table.above).every(row => row.length === table.columns.length)
  );
}

function filled(row: readonly string[]): number {
  return row.filter(isFilled).length;
}

/** Whether a cell has more than dashes, slashes and dots: “-” is as empty as “”. */
function isFilled(cell: string): boolean {
  return /[^\p{Z}\p{C}\p{Pd}/.…]/u.test(cell);
}

function hasAddress(cell: string): boolean {
  return cell.includes('@') && findEmailAddresses(cleanText(cell)).length > 0;
}

/** Whether a cell has an address, or a word that is meant as one. */
function saysAddress(cell: string): boolean {
  const { addresses, words } = readLine(cleanText(cell));
  return addresses.length > 0 || words.count > 0;
}

/** Rows with this in this column: EMPTY, FILLED, or a value after “=”. */
interface RowFilter {
  readonly column: number;
  readonly value: string;
}

/** The choices of an administrator in a table. */
interface RowChoice {
  readonly personColumn: number;
  /** Only these rows; undefined for all. */
  readonly only: RowFilter | undefined;
}

/** A stored table, and the choices in it. */
export interface TableChoice {
  readonly table: Pick<FoundTable, 'columns' | 'rows' | 'named'>;
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
  /** The rows that can be chosen, by column and value, and how many of them have a person: the most frequent value first. */
  readonly filters: readonly WithCount<RowFilter>[];
  /** The choices that exist in the table. */
  readonly choice: RowChoice;
  /** The people of the chosen rows, each with the number of the first row. */
  readonly people: ReadonlyMap<string, number>;
  /** How many of the chosen rows have only people of earlier rows. */
  readonly repeated: number;
  /** The people who are named in the chosen rows, or in a text beside the table. */
  readonly named: Found['named'];
  /** The chosen rows without an address in the column with the person in which nobody is named, and how many there are. */
  readonly withoutAddress: FirstTexts;
  /** The nearest column with words, such as names; undefined if there is none. */
  readonly nameColumn: number | undefined;
  /** Everybody in the table, in any column. */
  readonly everybody: ReadonlySet<string>;
}

/**
 * Reads a stored table. An unknown column becomes the one with the most addresses, a filter of an unknown column none. Every
 * step visits only the cells that rows have: there may be 1,000 columns and 100,000 rows of one cell.
 */
export function chooseRows({
  table: { columns, rows: joined, named },
  choice: wanted,
}: TableChoice): ChosenRows {
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
  const withPeople = rows.filter((_row, index) => emails[index]?.length);
  const counted = countFilters(withPeople, columns.length).filter(
    ({ value }) => value.column !== personColumn,
  );
  const known = counted.find(({ value }) => isSameFilter(value, wanted.only))?.value;
  // If no row with a person has the value, nobody is shown: choosing another person column must not select everybody.
  const only =
    known ?? (counted.some(({ value }) => value.column === wanted.only?.column) ? wanted.only : undefined);
  const filters = known || !only ? counted : [...counted, { value: only, count: 0 }];
  const people = new Map<string, number>();
  const without = collectTexts();
  let repeated = 0;
  const namedRows = new Set(named.flatMap(each => each.rows));
  const chosen = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (only && !isChosen(row[only.column] ?? '', only.value)) continue;
    chosen.add(index);
    const found = emails[index] ?? [];
    if (found.length > 0 && found.every(email => people.has(email))) repeated++;
    for (const email of found) if (!people.has(email)) people.set(email, index);
    if (found.length === 0 && !namedRows.has(index)) without.add(rowText(row));
  }
  return {
    addressColumns,
    filters,
    people,
    repeated,
    named: named.flatMap(each => {
      const row = each.rows.find(index => chosen.has(index));
      if (row === undefined) return each.rows.length === 0 ? each : [];
      return { ...each, line: shortLine(rowText(rows[row] ?? [])) };
    }),
    choice: { personColumn, only },
    withoutAddress: without.texts(),
    nameColumn: nearestWords(withPeople, personColumn, columns.length),
    everybody: new Set(emailsOf.flatMap(each => [...each])),
  };
}

/** The cells of a row that are not empty, as one line. */
export function rowText(row: readonly string[]): string {
  return row.filter(cell => cell !== '').join(' · ');
}

function isChosen(cell: string, filter: string): boolean {
  if (filter === EMPTY) return !isFilled(cell);
  return filter === FILLED ? isFilled(cell) : isSameText(`=${cell}`, filter);
}

/** A cell of words without digits, such as a name. */
const WORDS = /^[\p{L}\p{M}][\p{L}\p{M}\s.,'()-]*$/u;

/** The nearest column in which most cells are words, to the left of the person or else to the right. */
function nearestWords(rows: readonly (readonly string[])[], person: number, width: number) {
  const counts = new Map<number, number>();
  for (const row of rows) {
    for (const [column, text] of row.entries())
      if (WORDS.test(text)) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  for (let distance = 1; distance < width; distance++) {
    const column = [person - distance, person + distance].find(
      each => (counts.get(each) ?? 0) * 2 > rows.length,
    );
    if (column !== undefined) return column;
  }
  return undefined;
}

/**
 * The choices of each column: EMPTY and FILLED if some of its rows are empty, then its values, ignoring case, the most frequent
 * first. A column with more than VALUES_LIMIT values, or with long ones, offers none of them.
 */
function countFilters(rows: readonly (readonly string[])[], width: number): readonly WithCount<RowFilter>[] {
  const columns = Array.from({ length: width }, () => ({
    counts: new Map<string, { readonly value: string; count: number }>(),
    filled: 0,
    isLong: false,
  }));
  for (const row of rows) {
    for (const [index, text] of row.entries()) {
      const column = columns[index];
      if (!column) break;
      if (!isFilled(text)) continue;
      column.filled++;
      column.isLong ||= text.length > VALUE_LENGTH;
      if (column.isLong || column.counts.size > VALUES_LIMIT) continue;
      const key = text.toLowerCase();
      const counted = column.counts.get(key) ?? { value: `=${text}`, count: 0 };
      counted.count++;
      column.counts.set(key, counted);
    }
  }
  return columns.flatMap(({ counts, filled, isLong }, column) => {
    const empty = rows.length - filled;
    const choices =
      filled === 0 || empty === 0
        ? []
        : [
            { value: EMPTY, count: empty },
            { value: FILLED, count: filled },
          ];
    if (!isLong && counts.size <= VALUES_LIMIT)
      choices.push(...[...counts.values()].toSorted((a, b) => b.count - a.count));
    return choices.map(({ value, count }) => ({ value: { column, value }, count }));
  });
}

function isSameFilter(filter: RowFilter, other: RowFilter | undefined): boolean {
  return filter.column === other?.column && isSameText(filter.value, other.value);
}

function isSameText(value: string, other: string): boolean {
  return value.toLowerCase() === other.toLowerCase();
}

/** The addresses in a cell, each once: a cell may repeat one more than a hundred times. */
function emailsIn(text: string): readonly string[] {
  return text.includes('@') ? [...new Set(findEmailAddresses(text).map(({ email }) => email))] : [];
}
