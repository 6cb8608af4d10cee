import type { Card } from '../backends/cards';
import type { License } from '../backends/licenses';
import { emailKey, isAddress } from '../email-address';
import { type CountColumn, countColumn, type TextColumn, textAt, textColumn } from '../lists/columns';
import { type CountsOf, type Table, type TextsOf, tableOf } from '../lists/table';
import { fold } from '../lists/text';
import type { Person } from './person';

type TableOf<Row> = Table<TextsOf<Row>, CountsOf<Row>>;
type Columns<Row> = Pick<TableOf<Row>, 'texts' | 'counts' | 'length'>;

export type PersonTable = TableOf<Person>;

/** The licenses and cards of a company; undefined if they are not available. */
export interface PeopleTables {
  readonly licenses: Columns<License> | undefined;
  readonly cards: Columns<Card> | undefined;
}

/** Between the IDs of a person. */
const SEPARATOR = ', ';

const NO_TEXTS: TextColumn = { joined: '', ends: new Uint32Array() };

/**
 * One row for each person: those with licenses first, each in the order of the backend (P320, P321). It works by
 * column: with an object for each person, it would take several times as long.
 */
export function joinPeople({ licenses, cards }: PeopleTables): PersonTable {
  const emails = append(licenses?.texts.email ?? NO_TEXTS, cards?.texts.email ?? NO_TEXTS);
  const { people, firstRows, spellings } = findPeople(emails);
  const { length } = firstRows;
  const ofLicenses = people.subarray(0, licenses?.length ?? 0);
  const ofCards = people.subarray(ofLicenses.length);
  const [licenseRows, cardRows] = [sortRows(ofLicenses, length), sortRows(ofCards, length)];
  const first = (column: TextColumn | undefined) =>
    collect(column, firstTexts(column, cardRows, ofCards), ofCards, length);
  const sums = new Float64Array(length);
  /** The sum for each person of a column of the licenses, of one of the cards, or of both. */
  const sum = (ofLicense: CountColumn | undefined, ofCard?: CountColumn): CountColumn => {
    // One array serves all columns: allocating one for each takes longer than adding.
    sums.fill(0);
    addCounts(sums, ofLicense, ofLicenses);
    addCounts(sums, ofCard, ofCards);
    return countColumn(sums);
  };
  const [leads, views] = [licenses?.counts, cards?.counts];
  return tableOf<TextsOf<Person>, CountsOf<Person>>(length, {
    texts: {
      email: collect(emails, firstRows, people, length),
      spellings: sparseColumn(spellings, length),
      name: first(cards?.texts.name),
      jobTitle: first(cards?.texts.jobTitle),
      licenseIds: collect(licenses?.texts.licenseId, licenseRows, ofLicenses, length),
      cardIds: collect(cards?.texts.cardId, cardRows, ofCards, length),
    },
    counts: {
      licenses: sum(ones(ofLicenses.length)),
      cards: sum(undefined, ones(ofCards.length)),
      leadsLast30Days: sum(leads?.leadsLast30Days),
      leadsTotal: sum(leads?.leadsTotal),
      viewsLast30Days: sum(undefined, views?.viewsLast30Days),
      totalViews: sum(undefined, views?.totalViews),
      activityLast30Days: sum(leads?.leadsLast30Days, views?.viewsLast30Days),
      activityTotal: sum(leads?.leadsTotal, views?.totalViews),
    },
  });
}

/** Finds out which person each address belongs to, the first row of each person, and how else the address is written. */
function findPeople(emails: TextColumn) {
  const keys = keysOf(emails);
  const mayRepeat = findRepeated(keys);
  const people = new Uint32Array(emails.ends.length);
  const firstRows = new Uint32Array(people.length);
  const spellings = new Map<number, string>();
  let length = 0;
  const personByKey = new Map<string, number>();
  for (let row = 0; row < people.length; row++) {
    const key = mayRepeat[row] === 1 || keys !== emails ? textAt(keys, row) : '';
    const known = mayRepeat[row] === 1 ? personByKey.get(key) : undefined;
    const person = known ?? length;
    people[row] = person;
    if (known === undefined) {
      firstRows[length++] = row;
      if (mayRepeat[row] === 1 && isAddress(key)) personByKey.set(key, person);
      if (keys === emails) continue;
    }
    // Searches find a person by the key, and by every way in which the address is written.
    const address = textAt(emails, row);
    if (address !== textAt(emails, firstRows[person] ?? 0) || (address !== key && fold(address) !== key)) {
      spellings.set(person, `${spellings.get(person) ?? key}, ${fold(address)}`);
    }
  }
  return { people, firstRows: firstRows.subarray(0, length), spellings };
}

/** A column in which few rows have a text. */
function sparseColumn(texts: ReadonlyMap<number, string>, length: number): TextColumn {
  const ends = new Uint32Array(length);
  let joined = '';
  let from = 0;
  for (const [row, text] of [...texts].sort(([a], [b]) => a - b)) {
    ends.fill(joined.length, from, row);
    joined += text;
    from = row;
  }
  ends.fill(joined.length, from);
  return { joined, ends };
}

/** The keys of addresses. Those of plain ASCII are made at once, or are the addresses themselves. */
function keysOf(emails: TextColumn): TextColumn {
  const { joined, ends } = emails;
  if (/^[!-@[-~]*$/.test(joined)) return emails;
  if (/^[!-~]*$/.test(joined)) return { joined: joined.toLowerCase(), ends };
  return textColumn(Array.from(ends, (_, row) => emailKey(textAt(emails, row))));
}

/** How many values the hashes of texts have: with fewer, more texts would be looked up. */
const HASHES = 2 ** 20;

/**
 * Marks the rows whose text may occur again with a 1: only then another one has the same hash. A map of all texts would take
 * most of the time of a join, and so would a hash of one character after the other.
 */
function findRepeated({ joined, ends }: TextColumn): Uint8Array {
  const bytes = Buffer.from(joined, 'latin1');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const hashes = new Uint32Array(ends.length);
  const occurrences = new Uint8Array(HASHES);
  let byte = 0;
  for (let row = 0; row < hashes.length; row++) {
    const end = ends[row] ?? 0;
    let hash = 0;
    for (; byte + 4 <= end; byte += 4) hash = addToHash(hash, view.getInt32(byte));
    for (; byte < end; byte++) hash = addToHash(hash, view.getInt8(byte));
    hash &= HASHES - 1;
    hashes[row] = hash;
    occurrences[hash] = Math.min(2, (occurrences[hash] ?? 0) + 1);
  }
  const marks = new Uint8Array(hashes.length);
  for (let row = 0; row < marks.length; row++) marks[row] = (occurrences[hashes[row] ?? 0] ?? 0) >> 1;
  return marks;
}

function addToHash(hash: number, value: number): number {
  // The upper bits of a product depend on all bits of its factors, the lower ones do not.
  const product = Math.imul(hash ^ value, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function append(one: TextColumn, other: TextColumn): TextColumn {
  const ends = new Uint32Array(one.ends.length + other.ends.length);
  ends.set(one.ends);
  ends.set(
    other.ends.map(end => one.joined.length + end),
    one.ends.length,
  );
  return { joined: one.joined + other.joined, ends };
}

/** The rows in the order of their people. */
function sortRows(people: Uint32Array, length: number): Uint32Array {
  // The rows of a person begin here.
  const starts = new Uint32Array(length + 1);
  for (let row = 0; row < people.length; row++) {
    const person = people[row] ?? 0;
    starts[person + 1] = (starts[person + 1] ?? 0) + 1;
  }
  for (let person = 0; person < length; person++) {
    starts[person + 1] = (starts[person + 1] ?? 0) + (starts[person] ?? 0);
  }
  const rows = new Uint32Array(people.length);
  for (let row = 0; row < people.length; row++) {
    const person = people[row] ?? 0;
    const at = starts[person] ?? 0;
    rows[at] = row;
    starts[person] = at + 1;
  }
  return rows;
}

/** The first row with a text of each person. */
function firstTexts(column: TextColumn | undefined, rows: Uint32Array, people: Uint32Array): Uint32Array {
  let last = -1;
  return rows.filter(row => {
    if (!column || last === people[row] || column.ends[row] === (column.ends[row - 1] ?? 0)) return false;
    last = people[row] ?? -1;
    return true;
  });
}

/** The texts of these rows by person, those of one person with commas. Rows in a sequence are copied at once. */
function collect(
  column: TextColumn = NO_TEXTS,
  rows: Uint32Array,
  people: Uint32Array,
  length: number,
): TextColumn {
  const ends = new Uint32Array(length);
  let joined = '';
  let end = 0;
  let next = 0;
  let [from, to] = [0, 0];
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0;
    const person = people[row] ?? 0;
    const start = column.ends[row - 1] ?? 0;
    const isFurther = person < next;
    if (start !== to || isFurther) {
      joined += column.joined.slice(from, to) + (isFurther ? SEPARATOR : '');
      from = start;
    }
    to = column.ends[row] ?? 0;
    while (next < person) ends[next++] = end;
    end += to - start + (isFurther ? SEPARATOR.length : 0);
    ends[person] = end;
    next = person + 1;
  }
  ends.fill(end, next);
  return { joined: joined + column.joined.slice(from, to), ends };
}

/** A count of 1 for each row. */
function ones(length: number): CountColumn {
  return new Uint16Array(length).fill(1);
}

/** Adds the counts of rows to the sums of their people. */
function addCounts(sums: Float64Array, column: CountColumn | undefined, people: Uint32Array): void {
  if (!column) return;
  for (let row = 0; row < people.length; row++) {
    const person = people[row] ?? 0;
    // Counts may be as large as numbers can be, and their sum must not be infinite.
    sums[person] = Math.min((sums[person] ?? 0) + (column[row] ?? 0), Number.MAX_VALUE);
  }
}
