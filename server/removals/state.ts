import * as v from 'valibot';
import { type ProductKey, productKeys } from '../../shared/products';
import { isSamePerson, itemKey, itemSchema, type RemovalItem, rowSchema } from './items';

/** The company's IDs in the products' backends. */
export const entitiesSchema = v.partial(v.object(v.entriesFromList(productKeys, v.string())));

/** Why a call failed, or the status that the backend answered. */
const failureSchema = v.union([
  v.picklist(['timeout', 'unreachable', 'path', 'internal', 'interrupted', 'still listed']),
  v.number(),
]);

export type RemovalFailure = v.InferOutput<typeof failureSchema>;

const outcomeSchema = v.variant('type', [
  v.object({ type: v.literal('removed') }),
  /** Not listed anymore, or not known to the backend. */
  v.object({ type: v.literal('gone') }),
  /** Since the review, another person has it, or it is in use. No call was made. */
  v.object({
    type: v.literal('changed'),
    email: v.optional(v.string()),
    recentActivity: v.optional(v.number()),
  }),
  v.object({ type: v.literal('failed'), reason: failureSchema }),
  /** No answer says what happened, and no list. */
  v.object({ type: v.literal('unknown'), reason: failureSchema }),
]);

export type Outcome = Readonly<v.InferOutput<typeof outcomeSchema>>;

const resultSchema = v.object({
  outcome: outcomeSchema,
  /** In milliseconds since 1970. */
  at: v.number(),
});

export type Result = Readonly<v.InferOutput<typeof resultSchema>>;

/** Why a removal ended before all of its calls. */
const stopReasons = [
  'stopped',
  'shutting down',
  'session ended',
  'list unavailable',
  'internal',
  'interrupted',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** People of a list of leavers who are not in the review, so that its end can name them. */
const leftOpenSchema = v.object({
  /** Addresses that are in no list, each with the address of a similar person, if there is one. */
  notFound: v.array(v.object({ email: v.string(), near: v.optional(v.string()) })),
  /** People who have a license or card, but were not selected. */
  notSelected: v.array(v.object({ email: v.string(), has: v.string() })),
});

export type LeftOpen = Readonly<v.InferOutput<typeof leftOpenSchema>>;

/** The whole state of a job. Its pages read nothing else. */
export const jobSchema = v.object({
  company: v.string(),
  entities: entitiesSchema,
  items: v.array(itemSchema),
  /** One for each item; null until it is known. */
  results: v.array(v.nullable(resultSchema)),
  /** The indexes of the items whose calls are in flight. */
  inFlight: v.array(v.number()),
  stage: v.picklist(['comparing', 'removing', 'checking', 'done']),
  stopRequested: v.boolean(),
  stopped: v.optional(v.picklist(stopReasons)),
  /** Whether a list from after the last call has settled all results. */
  isSettled: v.boolean(),
  /** How many licenses and cards were not in use at the end. */
  available: v.optional(v.partial(v.object(v.entriesFromList(productKeys, v.number())))),
  updatedAt: v.number(),
  endedAt: v.optional(v.number()),
  /** The URL of the page where the items were selected. */
  back: v.string(),
  /** The administrator's email address. */
  startedBy: v.string(),
  leftOpen: v.optional(leftOpenSchema),
});

export type Job = Readonly<v.InferOutput<typeof jobSchema>>;

/** Some of the texts that a sentence names, and how many there are. */
const namedSchema = v.object({ texts: v.array(v.string()), count: v.number() });

/** The licenses and cards of a selection, as the lists had them. */
export const reviewSchema = v.object({
  company: v.string(),
  entities: entitiesSchema,
  items: v.array(itemSchema),
  /** Selected rows that are not listed. */
  gone: v.array(rowSchema),
  /** The number of selected items, of which `items` are the first. */
  count: v.number(),
  /** The URL of the page where the items were selected. */
  back: v.string(),
  /** The key of the form that confirms it. */
  once: v.string(),
  /** The items that were left out of it (P373). */
  leftOut: v.optional(v.array(itemSchema)),
  /** The addresses of the last text about people to leave out that are not in the review. */
  notReviewed: v.optional(namedSchema),
  leftOpen: v.optional(leftOpenSchema),
  /** The ID of its job. */
  job: v.optional(v.string()),
});

export type Review = Readonly<v.InferOutput<typeof reviewSchema>>;

/** What fresh lists say about some items. */
export interface Listed {
  /** By `itemKey`; 'unknown' for an item that may be in a part of a list that cannot be read. */
  readonly items: ReadonlyMap<string, RemovalItem | 'unknown'>;
  readonly available: Partial<Record<ProductKey, number>>;
}

/** What has become of an item since its review (T54). */
export function changeSinceReview(item: RemovalItem, current: RemovalItem | undefined): Outcome | undefined {
  if (!current) return { type: 'gone' };
  if (!isSamePerson(item.email, current.email)) return { type: 'changed', email: current.email };
  const { recentActivity } = current;
  return item.recentActivity === 0 && recentActivity > 0 ? { type: 'changed', recentActivity } : undefined;
}

/** The outcome of an item for which a call was made, after a look at the list: the list has the last word (P33). */
export function settleOutcome(
  outcome: Outcome,
  item: RemovalItem,
  current: RemovalItem | undefined,
): Outcome {
  if (outcome.type === 'changed') return outcome;
  const isDone = outcome.type === 'removed' || outcome.type === 'gone';
  if (!current) {
    if (isDone) return outcome;
    // What was refused, another administrator has removed.
    return outcome.type === 'failed' ? { type: 'gone' } : { type: 'removed' };
  }
  if (!isSamePerson(item.email, current.email)) {
    return isDone ? outcome : { type: 'changed', email: current.email };
  }
  return { type: 'failed', reason: isDone ? 'still listed' : outcome.reason };
}

export interface Settled extends Pick<Job, 'results' | 'isSettled' | 'available'> {
  /** The items with another outcome than before, for the audit log. */
  readonly changes: readonly { readonly item: RemovalItem; readonly outcome: Outcome }[];
}

/** The results of a removal, settled by lists that were fetched after its last call. */
export function settle(
  { items, results }: Pick<Job, 'items' | 'results'>,
  { items: listed, available }: Listed,
): Settled {
  let isSettled = true;
  const changes: { item: RemovalItem; outcome: Outcome }[] = [];
  const settled = results.map((result, index) => {
    const item = items[index];
    if (!result || !item) return result;
    const current = listed.get(itemKey(item));
    if (current === 'unknown') {
      isSettled = false;
      return result;
    }
    const outcome = settleOutcome(result.outcome, item, current);
    if (outcome.type !== result.outcome.type) changes.push({ item, outcome });
    return { ...result, outcome };
  });
  return { results: settled, isSettled, available, changes };
}

/** How old the record of a running job can be, in milliseconds. */
const INTERRUPTED_AFTER_MS = 15_000;

/** A job as its pages show it: one whose process has died has ended, and its items without a result are not known. */
export function currentState(job: Job, now: number): Job {
  if (job.stage === 'done' || now - job.updatedAt <= INTERRUPTED_AFTER_MS) return job;
  const outcome = { type: 'unknown', reason: 'interrupted' } as const;
  return {
    ...job,
    results: job.results.map(result => result ?? { outcome, at: job.updatedAt }),
    inFlight: [],
    stage: 'done',
    stopped: 'interrupted',
    isSettled: false,
    endedAt: job.updatedAt,
  };
}
