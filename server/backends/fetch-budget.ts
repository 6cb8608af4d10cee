import { MEBIBYTE } from '../../shared/units';
import { createQueue } from '../concurrency/queue';
import { LARGE_BODY_BYTES } from './wire';

export type FetchBudget = ReturnType<typeof createFetchBudget>;

/** Thrown when the budget has no room for a large body. */
export class FetchRefused extends Error {
  override name = 'FetchRefused';
}

const MAX_FETCHES_PER_COMPANY = 2;

/** The maximum number of queued fetches per company once its body is known to be large. */
const MAX_QUEUED_LARGE_FETCHES = 2;

/** The budget for large bodies in flight, until they are parsed, in bytes. Two bodies of STATS_LIMIT_BYTES always fit. */
const LARGE_BODIES_BUDGET_BYTES = 64 * MEBIBYTE;

/**
 * Limits for the concurrent fetches of stats in a process (T38): at most two per company, and a byte budget shared
 * by all large bodies. Small bodies are exempt.
 */
export function createFetchBudget(bytes = LARGE_BODIES_BUDGET_BYTES) {
  const queue = createQueue(MAX_FETCHES_PER_COMPANY);
  /** Companies with a running fetch whose body is large. */
  const large = new Set<string>();
  let bytesInFlight = 0;

  return {
    /** A fetch that has not started. Fetches with the same `key`, which names a company, share its limit. */
    create(key: string) {
      let entry: ReturnType<typeof queue.enter> | undefined;
      let hasEnded = false;
      let arrived = 0;

      function setArrived(next: number): void {
        bytesInFlight += countedBytes(next) - countedBytes(arrived);
        arrived = next;
      }

      return {
        /**
         * Waits until fewer than MAX_FETCHES_PER_COMPANY fetches of the company are running.
         * @throws {FetchRefused} Thrown when the company is large and MAX_QUEUED_LARGE_FETCHES fetches of it wait already.
         * @throws {unknown} Thrown when `signal` aborts: its reason.
         */
        async start(signal: AbortSignal): Promise<void> {
          const { waiting, running } = queue.count(key);
          const mustWait = running >= MAX_FETCHES_PER_COMPANY;
          if (mustWait && large.has(key) && waiting >= MAX_QUEUED_LARGE_FETCHES) throw refused();
          entry = queue.enter([key], signal);
          await entry.turn;
        },

        /** Counts bytes that have arrived. Returns whether there is room for them. */
        reserve(count: number): boolean {
          // A chunk that arrives after the fetch has ended would never be freed.
          if (hasEnded) return false;
          setArrived(arrived + count);
          if (countedBytes(arrived) === 0) return true;
          large.add(key);
          queue.shorten(key, MAX_QUEUED_LARGE_FETCHES, refused());
          return bytesInFlight <= bytes;
        },

        /** Frees the reserved bytes before another attempt. */
        reset: () => setArrived(0),

        /** Ends the fetch: frees its bytes, and lets the next fetch of the company start. */
        release(): void {
          setArrived(0);
          hasEnded = true;
          entry?.end();
          if (queue.count(key).running === 0) large.delete(key);
        },
      };
    },
  };
}

function countedBytes(bytes: number): number {
  return bytes > LARGE_BODY_BYTES ? bytes : 0;
}

function refused(): FetchRefused {
  return new FetchRefused('Too many fetches of this large company are waiting');
}
