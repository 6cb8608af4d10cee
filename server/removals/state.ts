import * as v from 'valibot';
import { productKeys } from '../../shared/products';
import { entitiesSchema } from '../session/roles';
import { firstTextsSchema } from '../text/first-texts';
import { itemSchema, rowSchema } from './items';
import { resultSchema } from './outcomes';

/** Where items were selected: the origin (`of`), and the parameters of its page. */
const sourceSchema = v.record(v.string(), v.string());

/** The state of a job, recorded when it changes. While it runs, its pages fetch no list. */
export const jobSchema = v.object({
  companyKey: v.string(),
  entities: entitiesSchema,
  items: v.array(itemSchema),
  /** One per item, null until it is known. */
  results: v.array(v.nullable(resultSchema)),
  /** The indexes of the items whose calls are in flight. */
  inFlight: v.array(v.number()),
  stage: v.picklist(['comparing', 'removing', 'checking', 'done']),
  /** Why it ended before all of its calls. */
  stopped: v.optional(
    v.picklist(['stopped', 'shutting down', 'session ended', 'list unavailable', 'internal', 'interrupted']),
  ),
  /** Whether a list from after the last call has settled all results. */
  isSettled: v.boolean(),
  /** How many licenses and cards were not claimed at the end. */
  unclaimed: v.optional(v.partial(v.object(v.entriesFromList(productKeys, v.number())))),
  updatedAt: v.number(),
  endedAt: v.optional(v.number()),
  source: sourceSchema,
  startedBy: v.string(),
});

export type Job = Readonly<v.InferOutput<typeof jobSchema>>;

export type StopReason = NonNullable<Job['stopped']>;

/** The licenses and cards of a selection, as the lists had them. */
export const reviewSchema = v.object({
  companyKey: v.string(),
  entities: entitiesSchema,
  items: v.array(itemSchema),
  /** Selected rows that are not listed, or belong to somebody else now. */
  gone: v.array(rowSchema),
  /** The products in which the selected people may have more, because rows of their lists cannot be read. */
  partial: v.optional(v.array(v.picklist(productKeys))),
  /** Of people who were compared with a list: their lines, by `emailKey`. */
  lines: v.optional(v.record(v.string(), v.string())),
  /** The number of all selected items; `items` has the first of them, in the order of their list. */
  count: v.number(),
  source: sourceSchema,
  /** The key of the form that confirms it. */
  formKey: v.string(),
  /** The keys of the items that were left out of it (P373). */
  leftOut: v.optional(v.array(v.string())),
  /** What the last text about people to leave out said besides. */
  lastText: v.optional(
    v.object({
      /** Why it left out nobody, and the text, to correct; '' if it left out somebody. */
      problem: v.string(),
      text: v.string(),
      /** The addresses that are not in the review. */
      notReviewed: firstTextsSchema,
      /** The people who are perhaps in it, each with the line. */
      perhaps: firstTextsSchema,
      /** The words with an @ that are no address. */
      notAddresses: firstTextsSchema,
    }),
  ),
  job: v.optional(v.string()),
});

export type Review = Readonly<v.InferOutput<typeof reviewSchema>>;

/** How often the record of a running job is renewed while nothing changes, in milliseconds. */
export const HEARTBEAT_MS = 5000;

/** How old the record of a running job can be, in milliseconds: a slow store may miss some heartbeats. */
const INTERRUPTED_AFTER_MS = 4 * HEARTBEAT_MS;

/**
 * A job as its pages show it. If its process has died, it has ended, and its items without a result are not known. The age of
 * its record is in milliseconds.
 */
export function currentState(job: Job, ageMs: number): Job {
  if (job.stage === 'done' || ageMs <= INTERRUPTED_AFTER_MS) return job;
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
