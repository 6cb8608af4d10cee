import * as v from 'valibot';
import {
  type RemovableKind,
  removableKinds,
  SENT_EMAIL_LENGTH,
  type SelectableKind,
  selectableKinds,
} from '../../shared/removals';
import { emailKey } from '../email-address';
import { BackendError } from '../errors';
import { digestOf } from '../http/forms';

const rowSchema = v.object({
  kind: v.picklist(selectableKinds),
  id: v.string(),
  /** The digest of the person that it was selected for; undefined for a plain ID. */
  person: v.optional(v.string()),
});

const itemSchema = v.object({
  kind: v.picklist(removableKinds),
  id: v.string(),
  email: v.string(),
  /** Leads or profile visits of the last 30 days. */
  recentActivity: v.number(),
});

/** One license, card or person. The ID of a person is an email address. */
export type SelectedRow = Readonly<v.InferOutput<typeof rowSchema>>;

/** One license or card to remove, as it was reviewed. */
export type RemovalItem = Readonly<v.InferOutput<typeof itemSchema>>;

/** The company's IDs in the products' backends. */
export const entitiesSchema = v.partial(v.object(v.entriesFromList(removableKinds, v.string())));

export type Entities = Readonly<v.InferOutput<typeof entitiesSchema>>;

/** A record counts toward the memory of this company (T67). */
const ofCompany = { company: v.string() };

/** The keys by which calls for a company are limited. */
export function callKeys(entities: Entities): string[] {
  return Object.entries(entities).map(([kind, entity]) => `${kind} ${entity}`);
}

/**
 * Why a call failed, or the status that the backend answered. After a restart of the process, it is not known whether the call
 * was made.
 */
const failures = ['timeout', 'unreachable', 'path', 'internal', 'restart'] as const;

const outcomeSchema = v.variant('type', [
  v.object({ type: v.literal('removed') }),
  /** The backend, or another removal, says that it is gone. */
  v.object({ type: v.literal('gone') }),
  v.object({ type: v.literal('failed'), failure: v.union([v.picklist(failures), v.number()]) }),
  /** No longer listed before its call, so none was made. */
  v.object({ type: v.literal('left') }),
  /** Belongs to another person since the review, so no call was made. */
  v.object({ type: v.literal('reassigned'), email: v.string() }),
  /** In use since the review, so no call was made. */
  v.object({ type: v.literal('active'), recentActivity: v.number() }),
]);

export type RemovalOutcome = Readonly<v.InferOutput<typeof outcomeSchema>>;
export type RemovalFailure = Extract<RemovalOutcome, { type: 'failed' }>['failure'];

/** The holder of an item in the list at the end of its run. The ID may have gone to another person since the review. */
const holders = ['nobody', 'same person', 'another person'] as const;

export type Holder = (typeof holders)[number];

const resultSchema = v.object({
  /** The index of the item. */
  index: v.number(),
  outcome: outcomeSchema,
  /** In milliseconds since 1970. */
  at: v.number(),
  /** Undefined until it is known. */
  holder: v.optional(v.picklist(holders)),
});

export type RemovalResult = Readonly<v.InferOutput<typeof resultSchema>>;

const stages = ['comparing', 'removing', 'confirming', 'done'] as const;

/** Why a run stopped before all of its calls. */
const stopReasons = [
  'browser left',
  'shutting down',
  'session ended',
  'list unavailable',
  'internal',
] as const;
export type StopReason = (typeof stopReasons)[number];

const availableSchema = v.partial(v.object(v.entriesFromList(removableKinds, v.number())));

/** The state of a run, for its page and its receipt. */
export const runSchema = v.object({
  ...ofCompany,
  items: v.array(itemSchema),
  results: v.array(resultSchema),
  stage: v.picklist(stages),
  stopped: v.optional(v.picklist(stopReasons)),
  /** How many licenses and cards were not in use at its end; undefined if the lists could not be fetched. */
  available: v.optional(availableSchema),
  /** When it ended, in milliseconds since 1970. */
  endedAt: v.optional(v.number()),
  /** Whether the administrator has seen its end. */
  isSeen: v.boolean(),
  back: v.string(),
  /** The administrator's email address. */
  startedBy: v.string(),
  entities: entitiesSchema,
});

export type RunState = Readonly<v.InferOutput<typeof runSchema>>;

/** Some of the texts that a sentence names, and how many there are. */
const namedSchema = v.object({ texts: v.array(v.string()), count: v.number() });

export type Named = Readonly<v.InferOutput<typeof namedSchema>>;

/** A selection of licenses and cards, and what its review has found in the lists. */
export const reviewSchema = v.object({
  ...ofCompany,
  /** The URL of the page where the items were selected. */
  back: v.string(),
  selection: v.variant('of', [
    /** All rows that match the state of a list. */
    v.object({
      of: v.literal('matches'),
      kind: v.picklist(selectableKinds),
      query: v.record(v.string(), v.string()),
    }),
    v.object({ of: v.literal('rows'), rows: v.array(rowSchema) }),
  ]),
  /** The key of the form that confirms it. */
  once: v.string(),
  /** Undefined until the review has been shown. */
  found: v.optional(
    v.object({
      items: v.array(itemSchema),
      /** Selected rows that are not listed. */
      gone: v.array(rowSchema),
      /** Selected rows that belong to another person now, as they are now (T54). */
      reassigned: v.optional(v.array(itemSchema), []),
      /** The number of matches, of which `items` are the first. */
      count: v.number(),
      entities: entitiesSchema,
    }),
  ),
  /** The email addresses of people who were left out of it, and of those who perhaps should be (P373). */
  leftOut: v.optional(v.array(v.string())),
  inDoubt: v.optional(v.array(v.string())),
  /** From the last text about people to leave out: addresses that are not in the review, and lines that were not read. */
  notReviewed: v.optional(namedSchema),
  notRead: v.optional(namedSchema),
  /** The ID of its run. */
  run: v.optional(v.string()),
});

export type Review = Readonly<v.InferOutput<typeof reviewSchema>>;

/** The items of one kind. */
export interface ItemGroup {
  readonly kind: RemovableKind;
  readonly items: readonly RemovalItem[];
}

/** The items by kind, without kinds that have none. */
export function groupByKind(items: readonly RemovalItem[]): readonly ItemGroup[] {
  const groups = Object.groupBy(items, ({ kind }) => kind);
  return removableKinds.flatMap(kind => {
    const group = groups[kind];
    return group ? [{ kind, items: group }] : [];
  });
}

/** The items of a run in fresh lists. */
export interface Listed {
  /** Those that they have, by `itemKey`; 'unknown' for one that may be in a part that cannot be read. */
  readonly items: ReadonlyMap<string, RemovalItem | 'unknown'>;
  readonly available: NonNullable<RunState['available']>;
}

export function itemKey({ kind, id }: Pick<SelectedRow, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** How forms and addresses name a selected license or card, and, by a short digest, the person who has it (T54). */
export function boundId({ id, email }: Pick<RemovalItem, 'id' | 'email'>): string {
  return id === '' ? id : `${escapeId(id)}*${personDigest(id, email)}`;
}

/** Escapes the characters of an ID that a form does not send as they are: line breaks, NUL and unpaired surrogates. */
export function escapeId(id: string): string {
  return id.replace(
    /%(?=[\da-f]{4})|[\r\n\0\p{Cs}]/gu,
    each => `%${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function unescapeId(id: string): string {
  return id.replace(/%([\da-f]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The row that a value of a form or an address names: a plain ID, or one that is bound to a person. */
export function readRow(kind: SelectableKind, value: string): SelectedRow {
  const at = kind === 'person' ? -1 : value.search(/\*[\w-]{4}$/);
  if (at === -1) return { kind, id: value };
  return { kind, id: unescapeId(value.slice(0, at)), person: value.slice(at + 1) };
}

/** Whether a selected row is this item, and of the same person. A plain ID is the item of any person. */
export function isSelectedRow({ person }: SelectedRow, { id, email }: RemovalItem): boolean {
  return person === undefined || person === personDigest(id, email);
}

function personDigest(id: string, email: string): string {
  return digestOf([id, personKey(email)]).slice(0, 4);
}

/**
 * Why an item must not be removed: it differs from what was reviewed (T54). Undefined if it may be.
 * @throws {BackendError} Thrown when this is not known.
 */
export function changeSinceReview(item: RemovalItem, listed: Listed): RemovalOutcome | undefined {
  const current = listed.items.get(itemKey(item));
  if (current === 'unknown') throw new BackendError('A part of the list cannot be read', 'content');
  if (!current) return { type: 'left' };
  if (!isSamePerson(item.email, current.email)) return { type: 'reassigned', email: current.email };
  const { recentActivity } = current;
  return item.recentActivity === 0 && recentActivity > 0 ? { type: 'active', recentActivity } : undefined;
}

/** The results of a run with what the lists say: they settle what the calls left open. */
export function settle(
  { items, results }: RunState,
  { items: listed, available }: Listed,
): Pick<RunState, 'results' | 'available'> {
  const settled = results.map((result): RemovalResult => {
    const item = items[result.index];
    if (!item || !wasCalled(result)) return result;
    const current = listed.get(itemKey(item));
    if (current === 'unknown') return result;
    if (!current) return { ...result, holder: 'nobody' };
    return { ...result, holder: isSamePerson(item.email, current.email) ? 'same person' : 'another person' };
  });
  return { results: settled, available };
}

/** Whether the call was certainly not carried out: the backend has refused it, or it could not be sent. */
export function isRefusal(failure: RemovalFailure): boolean {
  return failure === 'path' || (typeof failure === 'number' && failure >= 400 && failure < 500);
}

/** Whether a run called the backend for this item. */
export function wasCalled({ outcome }: Pick<RemovalResult, 'outcome'>): boolean {
  return outcome.type === 'removed' || outcome.type === 'gone' || outcome.type === 'failed';
}

/** How a form names the person who has an item: a long email address by its digest. */
export function sentEmail(email: string): string {
  return email.length <= SENT_EMAIL_LENGTH ? email : digestOf(personKey(email));
}

/** Whether two email addresses are the same, however they are written. */
export function isSamePerson(email: string, other: string): boolean {
  return personKey(email) === personKey(other);
}

/** Normalizes an address. A form changes its line breaks, and replaces NUL and unpaired surrogates. */
function personKey(email: string): string {
  // Most addresses are plain, and each row of a page needs its key.
  if (/^[!-~]*$/.test(email)) return email.toLowerCase();
  return emailKey(email.toWellFormed().replaceAll('\0', '\uFFFD')).replace(/\s+/g, ' ');
}
