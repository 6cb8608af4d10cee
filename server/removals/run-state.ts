import * as v from 'valibot';
import { type RemovableKind, removableKinds, selectableKinds } from '../../shared/removals';
import { BackendError } from '../errors';
import { isSamePerson, itemKey, itemSchema, type RemovalItem, rowSchema } from './items';

/** The company's IDs in the products' backends. */
export const entitiesSchema = v.partial(v.object(v.entriesFromList(removableKinds, v.string())));

export type Entities = Readonly<v.InferOutput<typeof entitiesSchema>>;

/** A record counts toward the memory of this company (T67). */
const ofCompany = { company: v.string() };

/** The key by which calls for a company in one backend are limited. */
export function callKey(kind: RemovableKind, entity = ''): string {
  return `${kind} ${entity}`;
}

export function callKeys(entities: Entities): readonly string[] {
  return removableKinds.flatMap(kind => (entities[kind] === undefined ? [] : callKey(kind, entities[kind])));
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
      /** The number of matches, of which `items` are the first. */
      count: v.number(),
      entities: entitiesSchema,
    }),
  ),
  /** What was left out of it (P373). */
  leftOut: v.optional(v.array(itemSchema)),
  /** The addresses of the last text about people to leave out that are not in the review. */
  notReviewed: v.optional(namedSchema),
  /** The ID of its run. */
  run: v.optional(v.string()),
});

export type Review = Readonly<v.InferOutput<typeof reviewSchema>>;

/** The items of a run in fresh lists. */
export interface Listed {
  /** Those that they have, by `itemKey`; 'unknown' for one that may be in a part that cannot be read. */
  readonly items: ReadonlyMap<string, RemovalItem | 'unknown'>;
  readonly available: NonNullable<RunState['available']>;
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
function wasCalled({ outcome }: Pick<RemovalResult, 'outcome'>): boolean {
  return outcome.type === 'removed' || outcome.type === 'gone' || outcome.type === 'failed';
}

/** Whether the list has not been asked about an item that was called for. */
export function isUnsettled({ results }: RunState): boolean {
  return results.some(result => wasCalled(result) && result.holder === undefined);
}

/** The state of a run whose process has died, unless it had ended: calls may have been made without a result. */
export function endWithoutProcess(state: RunState, at: number): RunState {
  if (state.stage === 'done') return state;
  const known = new Set(state.results.map(({ index }) => index));
  const outcome = { type: 'failed', failure: 'restart' } as const;
  const unknown = [...state.items.keys()].filter(index => !known.has(index));
  const results = [...state.results, ...unknown.map(index => ({ index, outcome, at }))];
  return { ...state, results, stage: 'done' };
}
