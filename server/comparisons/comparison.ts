import * as v from 'valibot';
import { bucketStarts } from '../lists/buckets';
import { type Column, textAt } from '../lists/columns';
import { unescapeFormulas } from '../lists/exports';
import { entitiesSchema } from '../removals/run-state';
import {
  type Compared,
  compareRows,
  differences,
  growth,
  personKey,
  type RowInDoubt,
  type Stayed,
} from './compare';
import { type ExportKind, exportKinds, type Measure, measures } from './export-formats';
import { type Export, type ExportRow, readExport } from './read-export';

/** How many people each list of a comparison has, and how many bytes their texts may take: they are stored (P345). */
const LISTED_LIMIT = 5000;
const LISTED_BYTES = 512 * 1024;

/** How many characters of a text are stored. */
const TEXT_LIMIT = 200;

/** The share of the leads that the sentence about a comparison counts the people of. */
const LARGE_SHARE = 0.8;

/** Some rows of the administrator's own lists, by column. */
export interface CurrentRows {
  readonly length: number;
  readonly columns: Readonly<Partial<Record<keyof ExportRow, Column>>>;
}

/** An export, and what it is compared with: another one, or the lists of today. */
export interface ComparisonInput {
  readonly kind: ExportKind;
  readonly before: Uint8Array;
  readonly after: { readonly file: Uint8Array } | { readonly current: readonly CurrentRows[] };
}

/**
 * A row of a list: the person, ID, name and note, and the leads and visits before and after. A tuple takes half of the memory
 * of an object.
 */
const listedSchema = v.tuple([
  ...([v.string(), v.string(), v.string(), v.string()] as const),
  ...([v.number(), v.number(), v.number(), v.number()] as const),
]);

export type Listed = v.InferOutput<typeof listedSchema>;

/** The columns of a row of a list. */
export function openRow([person, id, name, note, ...counts]: Listed) {
  const [leadsBefore, leadsAfter, visitsBefore, visitsAfter] = counts;
  const leads = { before: leadsBefore, after: leadsAfter };
  const visits = { before: visitsBefore, after: visitsAfter };
  return { person, id, name, note, leads, visits };
}

const listSchema = v.object({
  /** How many there are, of which `rows` are the first. */
  total: v.number(),
  rows: v.array(listedSchema),
});

const measureSchema = v.object({
  measure: v.picklist(measures),
  /** How many came in. */
  growth: v.number(),
  /** How many of them are the whole totals of people who joined, which may have been captured earlier. */
  ofJoined: v.number(),
  /** The fewest people who brought four fifths of them. */
  mostBy: v.number(),
  /** How many people of the later list brought this many or more, but fewer than those of the next bucket. */
  buckets: v.array(v.object({ start: v.number(), people: v.number() })),
});

/** The differences between two exports. */
const changesSchema = v.object({
  kind: v.picklist(exportKinds),
  /** How many people, or IDs, were compared. */
  before: v.number(),
  after: v.number(),
  measures: v.array(measureSchema),
  /** An export of cards without visits, in which all of them are 0. */
  withoutVisits: v.optional(v.picklist(['before', 'after'])),
  lists: v.object({ joined: listSchema, left: listSchema, stayed: listSchema, unclear: listSchema }),
});

export type Changes = Readonly<v.InferOutput<typeof changesSchema>>;

/** One side of a comparison. */
const sideSchema = v.object({
  /** The day of the export, for instance '2026-10-23'; undefined if it is not known. */
  day: v.optional(v.string()),
  /** Undefined for the lists of today. */
  fileName: v.optional(v.string()),
});

export type Side = v.InferOutput<typeof sideSchema>;

/** A comparison, as it is stored for its page. */
export const comparisonSchema = v.object({
  company: v.string(),
  entities: entitiesSchema,
  before: sideSchema,
  after: sideSchema,
  changes: changesSchema,
});

export type StoredComparison = Readonly<v.InferOutput<typeof comparisonSchema>>;

/** Why a file cannot be compared. */
export interface RefusedFile {
  readonly file: 'before' | 'after';
  readonly problem: string;
}

/** Compares two exports, or one with the lists of today. */
export async function compareExports({
  kind,
  before,
  after,
}: ComparisonInput): Promise<Changes | RefusedFile> {
  const earlier = await readExport(before);
  if ('problem' in earlier) return { file: 'before', ...earlier };
  if ('current' in after) return summarize(earlier, readCurrent(kind, after.current));
  const later = await readExport(after.file);
  if ('problem' in later) return { file: 'after', ...later };
  return summarize(earlier, later.rows);
}

/** The rows of today. An export of people has one for each address. */
function readCurrent(kind: ExportKind, blocks: readonly CurrentRows[]): readonly ExportRow[] {
  const rows = blocks.flatMap(({ length, columns }) =>
    Array.from({ length }, (_, row): ExportRow => {
      const text = (name: keyof ExportRow) => {
        const column = columns[name];
        return column && 'joined' in column ? unescapeFormulas(textAt(column, row)) : '';
      };
      const count = (name: Measure) => {
        const column = columns[name];
        return column && !('joined' in column) ? (column[row] ?? 0) : 0;
      };
      return {
        ...{ email: text('email'), id: text('id'), name: text('name'), jobTitle: text('jobTitle') },
        ...{ leads: count('leads'), visits: count('visits') },
      };
    }),
  );
  if (kind !== 'people') return rows;
  const people = new Map<string, ExportRow>();
  for (const row of rows) {
    const key = personKey(row.email);
    const other = people.get(key);
    const leads = row.leads + (other?.leads ?? 0);
    const visits = row.visits + (other?.visits ?? 0);
    people.set(key, { ...row, id: '', name: other?.name || row.name, leads, visits });
  }
  return [...people.values()];
}

function summarize({ kind, rows: earlier, ...read }: Export, later: readonly ExportRow[]): Changes {
  const withoutVisits = kind === 'cards' ? sideWithoutVisits(earlier, later) : undefined;
  const counted = withoutVisits ? [] : read.counted;
  const comparison = withoutVisits
    ? compareRows(kind, dropVisits(earlier), dropVisits(later))
    : compareRows(kind, earlier, later);
  const { joined, left, changed, unchanged } = comparison;
  const entered = joined.map(person => ({ before: undefined, after: person }));
  const fallen = changed.filter(person => counted.some(measure => decline(person, measure) > 0));
  return {
    kind,
    before: left.length + changed.length + unchanged.length,
    after: joined.length + changed.length + unchanged.length,
    measures: counted.map(measure => summarizeMeasure(measure, [...entered, ...changed, ...unchanged])),
    withoutVisits,
    lists: {
      joined: list(entered.map(person => listed(person))),
      left: list(left.map(person => listed({ before: person, after: undefined }))),
      stayed: list([...changed, ...unchanged].map(person => listed(person, differencesText(person)))),
      unclear: list([
        ...fallen.map(person => listed(person, declineText(person, counted))),
        ...comparison.inDoubt.map(listInDoubt),
      ]),
    },
  };
}

/** The export of which all visits are 0, if the other one has some: it was made without them (P153). */
function sideWithoutVisits(
  earlier: readonly ExportRow[],
  later: readonly ExportRow[],
): Changes['withoutVisits'] {
  const [hasBefore, hasAfter] = [earlier, later].map(rows => rows.some(({ visits }) => visits !== 0));
  if (hasBefore === hasAfter) return undefined;
  return hasBefore ? 'after' : 'before';
}

function dropVisits(rows: readonly ExportRow[]): readonly ExportRow[] {
  return rows.map(row => ({ ...row, visits: 0 }));
}

/** Summarizes what the people of the later list have brought. */
function summarizeMeasure(measure: Measure, people: readonly Compared[]): Changes['measures'][number] {
  const brought = people
    .map(person => ({ growth: growth(person, measure), hasJoined: person.before === undefined }))
    .sort((a, b) => b.growth - a.growth);
  const sumOf = (some: typeof brought) => some.reduce((sum, { growth: grown }) => sum + grown, 0);
  const total = sumOf(brought);
  let mostBy = 0;
  for (let sum = 0; sum < total * LARGE_SHARE; mostBy++) sum += brought[mostBy]?.growth ?? 0;
  const buckets = bucketStarts(brought[0]?.growth ?? 0).map(start => ({ start, people: 0 }));
  for (const { growth: grown } of brought) {
    const bucket = buckets.findLast(({ start }) => start <= grown);
    if (bucket) bucket.people++;
  }
  const ofJoined = sumOf(brought.filter(({ hasJoined }) => hasJoined));
  return { measure, growth: total, ofJoined, mostBy, buckets };
}

function listed({ before, after }: Compared, note = ''): Listed {
  const { label = '', ids = [], name = '' } = after ?? before ?? {};
  const leads = [before?.leads ?? 0, after?.leads ?? 0] as const;
  const visits = [before?.visits ?? 0, after?.visits ?? 0] as const;
  return [cut(label), cut(ids.join(' ')), cut(name), cut(note), ...leads, ...visits];
}

function listInDoubt({ row, doubt, side }: RowInDoubt): Listed {
  const { email, id, name, leads, visits } = row;
  const person = { label: email || id, name, jobTitle: '', ids: id === '' ? [] : [id] };
  const counted = { ...person, leads: leads || 0, visits: visits || 0 };
  const note = `${DOUBTS[doubt]} in the ${side === 'before' ? 'earlier' : 'later'} list`;
  return listed({ before: undefined, after: undefined, [side]: counted }, note);
}

const DOUBTS: Readonly<Record<RowInDoubt['doubt'], string>> = {
  'no address': 'No email address',
  'no ID': 'No ID',
  'ID twice': 'The ID is listed more than once',
  'address twice': 'The address is listed more than once',
  'no count': 'The total is not a number',
};

const DETAILS = { name: 'Name', jobTitle: 'Job title', id: 'ID' } as const;

function differencesText({ before, after }: Stayed): string {
  return differences(before, after)
    .map(([detail, was]) => `${DETAILS[detail]} was “${was}”`)
    .join(', ');
}

function declineText(person: Stayed, counted: readonly Measure[]): string {
  return counted
    .filter(measure => decline(person, measure) > 0)
    .map(measure => `The total of ${measure} fell`)
    .join(', ');
}

function decline({ before, after }: Stayed, measure: Measure): number {
  return growth({ before: after, after: before }, measure);
}

/** The first rows of a list: those with the largest differences. */
function list(rows: readonly Listed[]): Changes['lists']['joined'] {
  const weight = (row: Listed) => {
    const { leads, visits } = openRow(row);
    return Math.max(Math.abs(leads.after - leads.before), Math.abs(visits.after - visits.before));
  };
  const sorted = rows.toSorted((a, b) => weight(b) - weight(a));
  let bytes = 0;
  let length = 0;
  while (length < Math.min(sorted.length, LISTED_LIMIT) && bytes < LISTED_BYTES) {
    for (const cell of sorted[length] ?? []) bytes += Buffer.byteLength(String(cell));
    length++;
  }
  return { total: rows.length, rows: sorted.slice(0, length) };
}

/** A copy of at most TEXT_LIMIT characters. */
function cut(text = ''): string {
  return text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT).toWellFormed()}…` : text;
}
