import * as v from 'valibot';
import { productKeys } from '../../shared/products';
import { DAY_MS, MEBIBYTE } from '../../shared/units';
import { OTHER_SPACES, truncate } from '../lists/text';
import { entitiesSchema } from '../session/roles';
import type { Unreadable } from '../spreadsheets/rows';
import { emailKey, isEmailAddress } from '../text/email-address';
import { normalize } from '../text/normalize';
import { type ComparedPeople, type ComparedPerson, groupRows, indexIds } from './match-rows';
import { type EarlierExport, exportKinds, type RowBlock } from './read-export';

/** How many rows a comparison stores, how many bytes they may take, and how many characters each text (P345). */
const ROWS_LIMIT = 10_000;
const ROWS_BYTES = 2 * MEBIBYTE;
const TEXT_LIMIT = 200;

/** An earlier export, and today's lists. An export of people is compared with both lists. */
export interface ComparisonInput {
  readonly exported: EarlierExport;
  readonly today: readonly RowBlock[];
  /** Both days, such as '2026-10-23'. */
  readonly days: { readonly exported: string; readonly today: string };
}

export const changeNames = ['joined', 'left', 'changed', 'same', 'notInExport'] as const;

const count = v.number();

const totalsSchema = v.object({ license: count, card: count });

/** A person. */
const rowSchema = v.object({
  /** The address, or the ID of a license or card without one. */
  label: v.string(),
  ids: v.string(),
  name: v.string(),
  /** The differences other than totals. */
  note: v.string(),
  change: v.picklist(changeNames),
  before: totalsSchema,
  after: totalsSchema,
});

export type ChangedRow = v.InferOutput<typeof rowSchema>;

const changesSchema = v.object({
  kind: v.picklist(exportKinds),
  counted: v.array(v.picklist(productKeys)),
  /** How many people joined, left, changed, stayed the same, or were there before the export, but are not in it. */
  people: v.object({ joined: count, left: count, changed: count, same: count, notInExport: count }),
  /** How much activity came in, and how many current people had none. */
  growth: totalsSchema,
  withoutGrowth: totalsSchema,
  /** How many IDs a spreadsheet has changed, with an example. */
  damagedIds: v.object({ count, example: v.string() }),
  /** How many rows have only such an ID, and how many current people could own them. */
  unknownRows: count,
  uncertain: count,
  /** How many people have the IDs of the export under another address. */
  newAddresses: v.optional(count, 0),
  /** How many rows have neither an address nor an ID, or a total that is not a number. */
  unreadableRows: count,
  /** The first rows: people who joined or left, then those with the largest growth. */
  rows: v.array(rowSchema),
});

export type Changes = Readonly<v.InferOutput<typeof changesSchema>>;

/** A comparison, as it is stored for its page. */
export const comparisonSchema = v.object({
  entities: entitiesSchema,
  fileName: v.string(),
  days: v.object({ exported: v.string(), today: v.string() }),
  changes: changesSchema,
});

export type StoredComparison = Readonly<v.InferOutput<typeof comparisonSchema>>;

/**
 * Compares an earlier export with today. A person is an email address; a row without one belongs to the person who has its
 * ID today. A row is not compared if it has only an ID that a spreadsheet has changed. Any current person
 * without another row could be its owner, so these people are not compared either.
 */
export function compareWithToday({ exported, today, days }: ComparisonInput): Changes | Unreadable {
  const { kind, counted, isUnicode } = exported;
  const now = groupRows(kind === 'people' ? today.map(withoutIds) : today);
  const then = groupRows([exported.rows], indexIds(now.people));
  for (const key of [...then.unreadable, ...now.unreadable]) {
    then.people.delete(key);
    now.people.delete(key);
  }
  const newAddresses = followIds(then.people, now.people);
  const { damagedIds, unknownIds } = then;
  if (then.people.size === 0) return { problem: ambiguousIds(unknownIds) };
  if (kind === 'cards' && isWithoutVisits(then.people) && !isWithoutVisits(now.people)) {
    return { problem: 'all of its profile visits are 0. Choose an export of cards with profile visits' };
  }
  // While a row is known only by a damaged ID, a person without an earlier row may be its owner, not somebody who joined.
  const uncertain = unknownIds.length > 0 ? [...now.people.keys()].filter(key => !then.people.has(key)) : [];
  for (const key of uncertain) now.people.delete(key);
  const wasThere = presenceOn(days);
  const people = { joined: 0, left: 0, changed: 0, same: 0, notInExport: 0 };
  const growth = { license: 0, card: 0 };
  const withoutGrowth = { license: 0, card: 0 };
  const rows: ChangedRow[] = [];

  for (const [key, person] of now.people) {
    const earlier = then.people.get(key);
    if (!earlier && wasThere(person)) {
      add('notInExport', undefined, person, '');
      continue;
    }
    const note = earlier ? describeDifferences(earlier, person, isUnicode) : '';
    const differs = counted.some(productKey => person[productKey] !== earlier?.[productKey]);
    add(earlier ? (differs || note !== '' ? 'changed' : 'same') : 'joined', earlier, person, note);
    for (const productKey of counted) {
      // The whole total of a person who joined counts as new.
      const added = Math.max(0, person[productKey] - (earlier?.[productKey] ?? 0));
      growth[productKey] += added;
      if (added === 0) withoutGrowth[productKey]++;
    }
  }
  for (const [key, person] of then.people) if (!now.people.has(key)) add('left', person, undefined, '');

  return {
    kind,
    counted: [...counted],
    people,
    growth,
    withoutGrowth,
    damagedIds: { count: damagedIds.length, example: shorten(damagedIds[0] ?? '') },
    unknownRows: unknownIds.length,
    uncertain: uncertain.length,
    newAddresses,
    unreadableRows: then.unreadableRows,
    rows: firstRows(rows),
  };

  function add(
    change: ChangedRow['change'],
    before: ComparedPerson | undefined,
    after: ComparedPerson | undefined,
    note: string,
  ) {
    people[change]++;
    const { label = '', ids = [], name = '' } = after ?? before ?? {};
    rows.push({
      label: shorten(label),
      ids: shorten(ids.join(' ')),
      name: shorten(name),
      note: shorten(note),
      change,
      before: totalsOf(before),
      after: totalsOf(after),
    });
  }
}

function totalsOf({ license = 0, card = 0 }: Partial<ComparedPerson> = {}): ChangedRow['before'] {
  return { license, card };
}

/** The days that totals of the last 30 days go back. */
const RECENT_DAYS = 30;

/** Returns a function that says whether a current person was certainly there before the day of the export. */
function presenceOn({ exported, today }: ComparisonInput['days']): (person: ComparedPerson) => boolean {
  const day = Date.parse(exported) / DAY_MS;
  const isRecent = Date.parse(today) / DAY_MS - day <= RECENT_DAYS;
  return ({ activatedOn, isOlder }) => activatedOn < day || (isRecent && isOlder);
}

/** Gives people of the export the address that has the same IDs today. Returns how many addresses have changed. */
function followIds(then: ComparedPeople, now: ComparedPeople): number {
  const joined = indexByIds(now, then);
  let moved = 0;
  for (const [ids, key] of indexByIds(then, now)) {
    const [newKey, earlier] = [joined.get(ids), then.get(key)];
    if (newKey === undefined || newKey === '' || earlier === undefined) continue;
    then.delete(key);
    then.set(newKey, earlier);
    moved++;
  }
  return moved;
}

/** The people who are not among the others, by their IDs; '' if several have the same. */
function indexByIds(people: ComparedPeople, others: ComparedPeople): Map<string, string> {
  const index = new Map<string, string>();
  for (const [key, { ids }] of people) {
    if (others.has(key) || ids.length === 0) continue;
    const text = JSON.stringify([...new Set(ids)].sort());
    index.set(text, index.has(text) ? '' : key);
  }
  return index;
}

function isWithoutVisits(people: ComparedPeople): boolean {
  return [...people.values()].every(({ card }) => card === 0);
}

function withoutIds({ length, columns: { id: _ids, ...columns } }: RowBlock): RowBlock {
  return { length, columns };
}

function ambiguousIds([example]: readonly string[]): string {
  return example === undefined
    ? 'none of its rows has both a total and an email address or an ID'
    : 'none of its rows has an email address, and a spreadsheet has changed their IDs, for example to ' +
        `“${shorten(example)}”. The file has to be as it was downloaded`;
}

const details = { name: 'Name', jobTitle: 'Job title' } as const;

/** Says which texts of a person differ: “Name was “Ada B.””. */
function describeDifferences(before: ComparedPerson, after: ComparedPerson, isUnicode: boolean): string {
  const differences = (['name', 'jobTitle'] as const).flatMap(detail =>
    before[detail] === '' || isSameText(before[detail], after[detail], isUnicode)
      ? []
      : [`${details[detail]} was “${before[detail]}”`],
  );
  const [was, is] = [before.ids, after.ids];
  const hasNewId = was.length === 1 && is.length === 1 && was[0] !== is[0];
  const address = emailKey(before.label);
  const hasNewAddress = isEmailAddress(address) && address !== emailKey(after.label);
  return [
    ...(hasNewAddress ? [`New address, was “${before.label}”`] : []),
    ...differences,
    ...(hasNewId ? [`ID was “${was[0]}”`] : []),
  ].join(', ');
}

/** Characters that replace others in a text whose encoding was lost: José becomes JosÃ©, Jos?, or Jos with another letter. */
const LOST = /\?|\uFFFD|[\u00C2-\u00EF][^\0-\x7f]/;
const NOT_ASCII = /[^\0-\x7f]|\?/g;

function isSameText(exported: string, text: string, isUnicode: boolean): boolean {
  // Spreadsheets change line breaks.
  const [then = '', now = ''] = [exported, text].map(each =>
    normalize(each.trim(), 'NFC').replace(OTHER_SPACES, ' '),
  );
  if (then === now) return true;
  // UTF-8 that was read in an 8-bit encoding has a character for each byte.
  const isMisread = lettersOf(then).length === Buffer.byteLength(lettersOf(now));
  const isLost = !isUnicode || isMisread || LOST.test(then);
  return isLost && then.replace(NOT_ASCII, '') === now.replace(NOT_ASCII, '');
}

/** The characters beyond ASCII. */
function lettersOf(text: string): string {
  return (text.match(/[^\0-\x7f]/g) ?? []).join('');
}

/** The rows that fit into a record. */
function firstRows(rows: readonly ChangedRow[]): ChangedRow[] {
  const rank = ({ change, before, after }: ChangedRow) => {
    if (change === 'notInExport') return 0;
    if (change === 'joined' || change === 'left') return Number.POSITIVE_INFINITY;
    return Math.max(...productKeys.map(productKey => after[productKey] - before[productKey]));
  };
  const sorted = rows.map(row => [row, rank(row)] as const).sort(([, a], [, b]) => (a === b ? 0 : b - a));
  let bytes = 0;
  const first: ChangedRow[] = [];
  for (const [row] of sorted) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (first.length === ROWS_LIMIT || bytes > ROWS_BYTES) break;
    first.push(row);
  }
  return first;
}

function shorten(text: string): string {
  return truncate(text, TEXT_LIMIT);
}
