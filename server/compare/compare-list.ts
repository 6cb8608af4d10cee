import { type ProductKey, productKeys, productTerms } from '../../shared/products';
import { type CountColumn, type TextColumn, textAt } from '../lists/columns';
import { type Table, tableOfCells } from '../lists/table';
import { emailKey, isEmailAddress } from '../text/email-address';
import { collectTexts, type FirstTexts, LINE_LIMIT, truncate } from '../text/first-texts';
import { type FoundAddress, type ReadLine, readLine } from './addresses';
import { indexNames, type PeopleToFind, wordPositions } from './names';
import { readCount } from './own-export';
import { cellsOf, HIDDEN, unpackLayout, unpackLines } from './stored-list';

/** Between the lines of a person who stands in several of them. No line has this character. */
export const LINE_SEPARATOR = '\n';

/** The characters that the lines of a list share, as many as the largest file has, and how many of them each line has at most. */
const LIST_CHARACTERS = 10_000_000;
const LINE_CHARACTERS = 2000;

/** The values of the count `inList`. */
export const UNLISTED = 0;
export const PERHAPS_LISTED = 1;
export const LISTED = 2;

export interface ListToCompare {
  /** Of the stored list. */
  readonly content: readonly string[];
  /** The position of the column whose addresses count; by default, those of all columns do. */
  readonly column?: number | undefined;
  readonly people: PeopleToFind;
  /** The totals of the people today, for an export. */
  readonly totals?: { readonly [Key in ProductKey]?: CountColumn | undefined };
  readonly ownEmail: string;
}

/** A list compared with people. */
export interface Comparison {
  /**
   * A row for each person: the text `line`, and the counts `inList`, `lineNumber`, of the first line, and `isReviewable`, 1 for
   * anybody with an address but the administrator. Of an export, also the `comparedColumns` of the products whose totals it has, and
   * `nothingSince`.
   */
  readonly people: Table;
  /** The addresses of nobody, in the order of their lines: the texts `email` and `line`, and the count `lineNumber`. */
  readonly others: Table;
  /** How many different addresses count, without the administrator's own if it is nobody's. */
  readonly addresses: number;
  /** The lines without an address that counts. */
  readonly withoutAddress: FirstTexts;
  /** The words with an @ that are no address. */
  readonly notAddresses: FirstTexts;
}

/** Finds out who is in a list, perhaps in it, or not in it, and which of its addresses are nobody's. */
export function compareList(input: ListToCompare): Comparison {
  const { content, column, people, totals = {}, ownEmail } = input;
  const { titles, top, exported, linesOrAddresses } = unpackLayout(content);
  const length = people.emails.ends.length;
  const rowOf = rowsByAddress(people.emails);
  const names = indexNames(people);
  const share = Math.floor(LIST_CHARACTERS / linesOrAddresses);
  const lineLength = Math.min(Math.max(LINE_LIMIT, share), LINE_CHARACTERS);
  const listed = collectLines(length, lineLength);
  const named = collectLines(names.keys.length, lineLength);
  /** The number of the last line with the address of somebody of each name. */
  const meant = new Float64Array(names.keys.length);
  const others = new Map<string, { readonly line: string; readonly number: number }>();
  const [withoutAddress, notAddresses] = [collectTexts(), collectTexts()];
  const compared = productKeys.flatMap(key => {
    const [position, today] = [exported?.[key], totals[key]];
    return position === undefined || !today ? [] : { key, position, today, before: new Float64Array(length) };
  });

  let number = 0;
  for (const line of unpackLines(content)) {
    const isAbove = number < top;
    const { text, cells, naming, counting, all, words } = readRow(
      line,
      isAbove ? [] : titles,
      exported?.email ?? column,
    );
    number++;
    for (const each of words) notAddresses.addAll(each);
    // An export's own titles say nothing about people.
    if (counting.length === 0 && !(exported && isAbove)) withoutAddress.add(text);
    for (const { email, start, end } of counting) {
      const row = rowOf.get(email);
      const cut = (limit: number) => cutLine(text, limit, { start, end });
      if (row === undefined) {
        if (!others.has(email)) others.set(email, { line: cut(lineLength), number });
        continue;
      }
      // An export shows figures instead of the lines, which would take more memory than all of People.
      listed.add(row, number, compared.length > 0 ? () => '' : cut);
      for (const { position, before } of compared)
        before[row] = (before[row] ?? 0) + readCount(cells[position] ?? '');
    }
    const found = names.inLine(naming);
    if (found.length === 0) continue;
    // Beside the address of somebody of that name, the line says whom it means.
    for (const { email } of all) for (const name of names.ofPerson(rowOf.get(email))) meant[name] = number;
    const wordsOf = (name: number) => names.keys[name]?.split(' ') ?? [];
    const positions = text.length > LINE_LIMIT ? wordPositions(text, found.flatMap(wordsOf)) : undefined;
    for (const name of found) {
      if (meant[name] === number) continue;
      named.add(name, number, limit => {
        const start = Math.min(...wordsOf(name).map(word => positions?.get(word) ?? 0));
        return cutLine(text, limit, { start, end: start });
      });
    }
  }
  const own = emailKey(ownEmail);
  others.delete(own);

  const inList = new Float64Array(length);
  const isReviewable = new Float64Array(length);
  for (const [email, row] of rowOf) {
    isReviewable[row] = Number(email !== own);
    if (listed.numbers[row]) {
      inList[row] = LISTED;
      continue;
    }
    const lines = names.ofPerson(row).filter(name => named.numbers[name]);
    if (lines.length === 0) continue;
    inList[row] = PERHAPS_LISTED;
    lines.sort((a, b) => (named.numbers[a] ?? 0) - (named.numbers[b] ?? 0));
    const texts = new Set(lines.map(name => named.texts[name] ?? ''));
    listed.add(row, named.numbers[lines[0] ?? 0] ?? 0, limit =>
      [...texts].map(text => truncate(text, limit)).join(LINE_SEPARATOR),
    );
  }

  const counts: Record<string, Float64Array> = { inList, lineNumber: listed.numbers, isReviewable };
  const isListed = (row: number) => inList[row] === LISTED;
  const sinces = compared.map(({ key, today, before }) => {
    const since = before.map((count, row) => (isListed(row) ? Math.max(0, (today[row] ?? 0) - count) : 0));
    const columns = productTerms[key].comparedColumns;
    counts[columns.before] = before;
    counts[columns.since] = since;
    return since;
  });
  if (sinces.length > 0)
    counts.nothingSince = inList.map((_, row) =>
      Number(isListed(row) && sinces.every(since => since[row] === 0)),
    );
  const othersLines = [...others.values()];
  return {
    people: tableOfCells(length, { line: listed.texts }, counts),
    others: tableOfCells(
      others.size,
      { email: [...others.keys()], line: othersLines.map(({ line }) => line) },
      { lineNumber: Float64Array.from(othersLines, ({ number }) => number) },
    ),
    addresses: others.size + inList.filter(state => state === LISTED).length,
    withoutAddress: withoutAddress.texts(),
    notAddresses: notAddresses.texts(),
  };
}

/** Where an address (`emailKey`) is in a line of a list. */
export function findAddress(line: string, email: string): FoundAddress | undefined {
  return readLine(line).addresses.find(found => found.email === email);
}

/** The rows of people by address (`emailKey`). Nobody can be found by an entry such as “unknown”. */
function rowsByAddress(emails: TextColumn): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (let row = 0; row < emails.ends.length; row++) {
    const key = emailKey(textAt(emails, row));
    if (isEmailAddress(key)) rows.set(key, row);
  }
  return rows;
}

/**
 * The lines of some people or names: their texts, and the number of the first one; 0 for none. A person has two lines of this
 * length at most. A line can name many people, so that lines are shorter once all have the characters of a list.
 */
function collectLines(length: number, lineLength: number) {
  let room = LIST_CHARACTERS;
  const texts = Array<string>(length).fill('');
  const numbers = new Float64Array(length);
  const last = new Float64Array(length);
  return {
    texts,
    numbers,
    add(index: number, number: number, cut: (limit: number) => string): void {
      const text = texts[index] ?? '';
      const limit = room > 0 ? lineLength : LINE_LIMIT;
      if (last[index] === number || text.length >= 2 * limit) return;
      last[index] = number;
      numbers[index] ||= number;
      const line = cut(limit);
      room -= line.length;
      texts[index] = truncate(text === '' ? line : text + LINE_SEPARATOR + line, 2 * limit);
    },
  };
}

/** Reads a line of a text as it is, or a row of a table as `Title: cell · Title: cell`. Without a column, all addresses count. */
function readRow(line: string, titles: readonly string[], column: number | undefined) {
  const cells = cellsOf(line);
  const parts = line.startsWith(HIDDEN) ? [HIDDEN_ROW] : [];
  let length = parts.join('').length;
  // The text without titles, and without the addresses of columns that do not count.
  const naming: string[] = [];
  const [counting, all]: [FoundAddress[], FoundAddress[]] = [[], []];
  const words: FirstTexts[] = [];
  for (const [position, cell] of cells.entries()) {
    if (cell === '') continue;
    const title = titles[position] ? `${titles[position]}: ` : '';
    const offset = length + (parts.length > 0 ? BETWEEN_CELLS.length : 0) + title.length;
    parts.push(title + cell);
    length = offset + cell.length;
    const read = readLine(cell);
    const isCounting = column === undefined || column === position;
    for (const { email, start, end } of read.addresses) {
      const found = { email, start: offset + start, end: offset + end };
      all.push(found);
      if (isCounting) counting.push(found);
    }
    naming.push(isCounting ? cell : withoutAddresses(read));
    if (isCounting && read.words.count > 0) words.push(read.words);
  }
  // Adding each part to a text would keep all of them in memory with the lines.
  const text = parts.join(BETWEEN_CELLS);
  return { text, cells, naming: naming.join(' '), counting, all, words };
}

/** Between the cells of a row. */
export const BETWEEN_CELLS = ' · ';

/** Begins the text of a row that its workbook hides. */
export const HIDDEN_ROW = 'Hidden row';

function withoutAddresses({ text, addresses }: ReadLine): string {
  const ends = [0, ...addresses.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, addresses[index]?.start)).join(' ');
}

/** A part of a line around an address or a word. A hidden row says in each that it is one. */
export function cutLine(line: string, limit: number, { start, end } = { start: 0, end: 0 }): string {
  const prefix = HIDDEN_ROW + BETWEEN_CELLS;
  if (line.length > limit && line.startsWith(prefix))
    return (
      prefix +
      cutLine(line.slice(prefix.length), limit, { start: start - prefix.length, end: end - prefix.length })
    );
  const room = Math.max(0, limit - (end - start));
  const from = Math.max(0, Math.min(start - Math.floor(room / 2), line.length - limit));
  const to = Math.max(end, from + limit);
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`;
}
