import { emailKey } from '../email-address';
import { type ExportKind, type Measure, measures, measuresOf } from './export-formats';
import type { ExportRow } from './read-export';

/** The rows of one person in an export, or one ID of an export that lists only IDs. */
export interface PersonInExport {
  /** The address as it is written, or the ID. */
  readonly label: string;
  readonly name: string;
  readonly jobTitle: string;
  readonly ids: readonly string[];
  /** The sums of the rows. */
  readonly leads: number;
  readonly visits: number;
}

/** A person in the earlier export, in the later one, or in both. */
export interface Compared {
  readonly before: PersonInExport | undefined;
  readonly after: PersonInExport | undefined;
}

/** A person in both exports. */
export interface Stayed {
  readonly before: PersonInExport;
  readonly after: PersonInExport;
}

/** Why rows are listed apart: what they say is not certain. */
type Doubt = 'no address' | 'no ID' | 'ID twice' | 'address twice' | 'no count';

/** A row that is listed apart. */
export interface RowInDoubt {
  readonly row: ExportRow;
  readonly doubt: Doubt;
  readonly side: 'before' | 'after';
}

export interface Comparison {
  readonly joined: readonly PersonInExport[];
  readonly left: readonly PersonInExport[];
  /** Those whose totals, name, job title or ID differ. */
  readonly changed: readonly Stayed[];
  readonly unchanged: readonly Stayed[];
  /** Rows that belong to none of these. */
  readonly inDoubt: readonly RowInDoubt[];
}

/** Compares the rows of two exports of one kind. A person is an email address, as `emailKey` compares it. */
export function compareRows(
  kind: ExportKind,
  beforeRows: readonly ExportRow[],
  afterRows: readonly ExportRow[],
): Comparison {
  const before = groupRows(kind, beforeRows, 'before');
  const after = groupRows(kind, afterRows, 'after');
  // A person in doubt in one export has neither joined nor left in the other.
  const isCertain = (key: string) => !before.doubtful.has(key) && !after.doubtful.has(key);
  const joined: PersonInExport[] = [];
  const changed: Stayed[] = [];
  const unchanged: Stayed[] = [];
  for (const [key, person] of after.people) {
    if (!isCertain(key)) continue;
    const earlier = before.people.get(key);
    if (!earlier) joined.push(person);
    else if (isChanged(earlier, person)) changed.push({ before: earlier, after: person });
    else unchanged.push({ before: earlier, after: person });
  }
  const left = [...before.people].flatMap(([key, person]) =>
    isCertain(key) && !after.people.has(key) ? [person] : [],
  );
  return { joined, left, changed, unchanged, inDoubt: [...before.inDoubt, ...after.inDoubt] };
}

/** The same text for all spellings of a person's address. */
export function personKey(email: string): string {
  return emailKey(email).replace(/\s/g, '');
}

interface Group extends PersonInExport {
  readonly ids: string[];
  leads: number;
  visits: number;
}

/** The people in the rows, and the keys of those of whom some row is in doubt. */
function groupRows(kind: ExportKind, rows: readonly ExportRow[], side: RowInDoubt['side']) {
  const listsPeople = measuresOf(kind).length > 0;
  const keyOf = (row: ExportRow) => (listsPeople ? personKey(row.email) : row.id);
  // One person of an export of people has one row. In others, it is the ID that is unique.
  const identity = kind === 'people' ? keyOf : (row: ExportRow) => row.id;
  const occurrences = new Map<string, number>();
  for (const row of rows) occurrences.set(identity(row), (occurrences.get(identity(row)) ?? 0) + 1);

  const people = new Map<string, Group>();
  const doubtful = new Set<string>();
  const inDoubt: RowInDoubt[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const doubt = doubtOf(row, key);
    if (doubt) {
      inDoubt.push({ row, doubt, side });
      if (doubt !== 'no address' && doubt !== 'no ID') doubtful.add(key);
      continue;
    }
    const { email, id, name, jobTitle } = row;
    const label = listsPeople ? email.trim() : id;
    const group = people.get(key) ?? { label, name, jobTitle, ids: [], leads: 0, visits: 0 };
    if (id !== '') group.ids.push(id);
    for (const measure of measures) group[measure] += row[measure];
    people.set(key, group);
  }
  return { people: people as ReadonlyMap<string, PersonInExport>, doubtful, inDoubt };

  function doubtOf(row: ExportRow, key: string): Doubt | undefined {
    if (listsPeople ? !key.includes('@') : key === '') return listsPeople ? 'no address' : 'no ID';
    const same = identity(row);
    if (same !== '' && (occurrences.get(same) ?? 0) > 1)
      return kind === 'people' ? 'address twice' : 'ID twice';
    return measures.some(measure => Number.isNaN(row[measure])) ? 'no count' : undefined;
  }
}

function isChanged(before: PersonInExport, after: PersonInExport): boolean {
  return (
    measures.some(measure => before[measure] !== after[measure]) || differences(before, after).length > 0
  );
}

/** The texts of a person that can change. */
type Detail = 'name' | 'jobTitle' | 'id';

/** Which texts of a person differ. Those of several licenses or cards are not compared. */
export function differences(
  before: PersonInExport,
  after: PersonInExport,
): readonly (readonly [detail: Detail, before: string])[] {
  const [id, ...others] = before.ids;
  if (id === undefined || others.length > 0 || after.ids.length !== 1) return [];
  const details = [
    ['name', before.name, after.name],
    ['jobTitle', before.jobTitle, after.jobTitle],
    ['id', id, after.ids[0]],
  ] as const;
  return details.flatMap(([detail, was, is]) => (was === is ? [] : [[detail, was] as const]));
}

/** How much a total has grown; 0 if it has fallen. */
export function growth({ before, after }: Compared, measure: Measure): number {
  return Math.max(0, (after?.[measure] ?? 0) - (before?.[measure] ?? 0));
}
