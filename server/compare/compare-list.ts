import { type ProductKey, productKeys, productTerms } from '../../shared/products';
import { type CountColumn, type TextColumn, textAt } from '../lists/columns';
import { type Table, tableOfCells } from '../lists/table';
import { emailKey, isEmailAddress } from '../text/email-address';
import { collectTexts, type FirstTexts, LINE_LIMIT, truncate } from '../text/first-texts';
import { type FoundAddress, readLine } from './addresses';
import { indexNames, type ListedPeople, wordPositions } from './names';
import { readCount } from './own-export';
import { cellsOf, HIDDEN, unpackLayout, unpackLines } from './stored-list';

/** Between the lines of a person who stands in several of them. No line has this character. */
export const LINE_SEPARATOR = '\n';

/** How many characters of a line are kept, until all lines together have those of the largest file. */
const LINE_CHARACTERS = 2000;
const LIST_CHARACTERS = 10_000_000;

/** The values of the count `inList`. */
export const UNLISTED = 0;
export const PERHAPS_LISTED = 1;
export const LISTED = 2;

export interface ListToCompare {
  /** Of the stored list. */
  readonly content: readonly string[];
  /** The position of the column whose addresses count; by default, those of all columns do. */
  readonly column?: number | undefined;
  readonly people: ListedPeople;
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
  const layout = unpackLayout(content);
  const { exported, top } = layout;
  const length = people.emails.ends.length;
  const rowOf = rowsByAddress(people.emails);
  const names = indexNames(people);
  const shorten = lineShortener();
  const listed = collectLines(length, shorten);
  const named = collectLines(names.keys.length, shorten);
  /** The number of the last line with the address of somebody of each name. */
  const meant = new Float64Array(names.keys.length);
  const others = new Map<string, { readonly line: string; readonly number: number }>();
  const [withoutAddress, notAddresses] = [collectTexts(), collectTexts()];
  const compared = productKeys.filter(key => exported?.[key] !== undefined && totals[key]);
  const then = new Map(compared.map(key => [key, new Float64Array(length)]));

  let number = 0;
  for (const line of unpackLines(content)) {
    const { text, naming, addresses, words } = readRow(
      line,
      number < top ? [] : layout.titles,
      exported?.email ?? column,
    );
    number++;
    for (const each of words) notAddresses.addAll(each);
    const counting = addresses.filter(({ isCounting }) => isCounting);
    // An export's own titles say nothing about people.
    if (counting.length === 0 && !(exported && number === top)) withoutAddress.add(text);
    for (const { email, ...range } of counting) {
      const row = rowOf.get(email);
      if (row === undefined) {
        if (!others.has(email)) others.set(email, { line: shorten.line(text, range), number });
        continue;
      }
      // An export shows figures instead of the lines, which would take more memory than all of People.
      listed.add(row, number, () => (then.size > 0 ? '' : shorten.line(text, range)));
      for (const [key, sums] of then)
        sums[row] = (sums[row] ?? 0) + readCount(cellsOf(line)[exported?.[key] ?? -1] ?? '');
    }
    const found = names.inLine(naming);
    if (found.length === 0) continue;
    // Beside the address of somebody of that name, the line says whom it means.
    for (const { email } of addresses)
      for (const name of names.ofPerson(rowOf.get(email))) meant[name] = number;
    const positions = text.length > LINE_LIMIT ? wordPositions(text) : undefined;
    for (const name of found) {
      if (meant[name] === number) continue;
      named.add(name, number, () => {
        const words = names.keys[name]?.split(' ') ?? [];
        const start = Math.min(...words.map(word => positions?.get(word) ?? 0));
        return shorten.line(text, { start, end: start });
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
    listed.numbers[row] = named.numbers[lines[0] ?? 0] ?? 0;
    listed.texts[row] = truncate([...texts].join(LINE_SEPARATOR), shorten.limit());
  }

  const counts: Record<string, Float64Array> = { inList, lineNumber: listed.numbers, isReviewable };
  const sinces = [...then].map(([key, before]) => {
    const since = before.map((count, row) =>
      inList[row] === LISTED ? Math.max(0, (totals[key]?.[row] ?? 0) - count) : 0,
    );
    const columns = productTerms[key].comparedColumns;
    counts[columns.before] = before;
    counts[columns.since] = since;
    return since;
  });
  if (sinces.length > 0)
    counts.nothingSince = inList.map((state, row) =>
      Number(state === LISTED && sinces.every(since => since[row] === 0)),
    );
  const rest = [...others.values()];
  return {
    people: tableOfCells(length, { line: listed.texts }, counts),
    others: tableOfCells(
      others.size,
      { email: [...others.keys()], line: rest.map(({ line }) => line) },
      { lineNumber: Float64Array.from(rest, ({ number }) => number) },
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

/** Cuts lines, shorter once all have the characters of a list: a line can name many people. */
function lineShortener() {
  let room = LIST_CHARACTERS;
  const limit = () => (room > 0 ? LINE_CHARACTERS : LINE_LIMIT);
  return {
    limit,
    line(text: string, range: Range): string {
      const line = cutLine(text, limit(), range);
      room -= line.length;
      return line;
    },
  };
}

/** The lines of some people or names, at most twice as long as a line, and the number of the first one; 0 for none. */
function collectLines(length: number, { limit }: Pick<ReturnType<typeof lineShortener>, 'limit'>) {
  const texts = Array<string>(length).fill('');
  const numbers = new Float64Array(length);
  const last = new Float64Array(length);
  return {
    texts,
    numbers,
    add(index: number, number: number, cut: () => string): void {
      const text = texts[index] ?? '';
      if (last[index] === number || text.length >= 2 * limit()) return;
      last[index] = number;
      numbers[index] ||= number;
      texts[index] = truncate(text === '' ? cut() : text + LINE_SEPARATOR + cut(), 2 * limit());
    },
  };
}

/** Reads a line of a text as it is, or a row of a table as `Title: cell · Title: cell`. Without a column, all addresses count. */
function readRow(line: string, titles: readonly string[], column: number | undefined) {
  let text = line.startsWith(HIDDEN) ? HIDDEN_ROW : '';
  const addresses: (FoundAddress & { readonly isCounting: boolean })[] = [];
  const words: FirstTexts[] = [];
  const naming: string[] = [];
  for (const [position, cell] of cellsOf(line).entries()) {
    if (cell === '') continue;
    if (text !== '') text += BETWEEN_CELLS;
    if (titles[position]) text += `${titles[position]}: `;
    const read = readLine(cell);
    const isCounting = column === undefined || column === position;
    for (const { email, start, end } of read.addresses)
      addresses.push({ email, start: text.length + start, end: text.length + end, isCounting });
    if (isCounting && read.words.count > 0) words.push(read.words);
    // The addresses of other columns name nobody, and neither do the names beside them.
    if (isCounting || read.addresses.length === 0) naming.push(cell);
    text += cell;
  }
  return { text, naming: naming.join(' '), addresses, words };
}

/** Between the cells of a row. */
export const BETWEEN_CELLS = ' · ';

/** Begins the text of a row that its workbook hides. */
export const HIDDEN_ROW = 'Hidden row';

/** A part of a line around an address or a word. A hidden row says in each that it is one. */
export function cutLine(line: string, limit: number, { start, end }: Range = { start: 0, end: 0 }): string {
  const prefix = line.startsWith(HIDDEN_ROW + BETWEEN_CELLS) ? HIDDEN_ROW + BETWEEN_CELLS : '';
  const room = Math.max(0, limit - (end - start));
  const first = Math.max(0, Math.min(start - Math.floor(room / 2), line.length - limit));
  const from = first > prefix.length ? first : 0;
  const to = Math.max(end, from + limit);
  const cut = line.slice(from, to).toWellFormed();
  return `${from > 0 ? `${prefix}…` : ''}${cut}${to < line.length ? '…' : ''}`;
}

/** A part of a line. */
interface Range {
  readonly start: number;
  readonly end: number;
}
