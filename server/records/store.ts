import { LRUCache } from 'lru-cache';
import { HOUR_MS, MEBIBYTE } from '../../shared/units';
import { PageError } from '../errors';

export const RECORD_LIMIT_BYTES = 8 * MEBIBYTE;

/** The limit for all records, in bytes: in the memory of a process, or in the Redis that replicas share. */
export const STORE_LIMIT_BYTES = 64 * MEBIBYTE;

/** How many records of a kind an administrator has: those that were changed last (T67). */
export const RECORDS_OF_A_KIND = 10;

interface RecordName {
  readonly name: string;
  /** What RECORDS_OF_A_KIND counts: the records of one kind of one administrator. */
  readonly group: string;
}

export interface StoredText extends RecordName {
  readonly text: string;
  readonly ttlMs: number;
}

/** Stores records in the memory of the process, or in the Redis that replicas share. */
export interface RecordStore {
  /** A text, and its remaining TTL by the clock of the store, in milliseconds. */
  readonly get: (name: string) => Promise<{ readonly text: string; readonly leftMs: number } | undefined>;
  /** @throws {StoreFull} Thrown when there is no room for it. */
  readonly put: (stored: StoredText) => Promise<void>;
  /** Replaces a text if it is the expected one. Returns whether it was. */
  readonly compareAndSet: (stored: StoredText, expected: string) => Promise<boolean>;
  readonly delete: (record: RecordName) => Promise<void>;
}

/** Thrown when a record cannot be stored, because it is too large or there is no room for it. */
export class StoreFull extends PageError {
  override name = 'StoreFull';

  constructor() {
    super('There is no room for another record', { status: 503, retryAfter: 60 });
  }
}

/** Thrown when the store that replicas share does not answer. Its error page asks to try again in a minute. */
export class StoreUnavailable extends PageError {
  override name = 'StoreUnavailable';

  constructor() {
    super('The shared store is unavailable', {
      status: 503,
      retryAfter: 60,
      explanation: 'store unavailable',
    });
  }
}

/** The result of the work, or the fallback while the shared store does not answer. */
export async function orIfStoreUnavailable<Result>(work: Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreUnavailable) return fallback;
    throw error;
  }
}

/** A store in the memory of this process. Texts must be ASCII, and no slices of larger ones (T53). */
export function createMemoryStore(now: () => number): RecordStore {
  // In the order of the last changes. It evicts nothing by itself: a full store refuses.
  const entries = new LRUCache<string, StoredText>({
    ttl: HOUR_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
    // Without one, sizes would not be counted.
    maxEntrySize: STORE_LIMIT_BYTES,
    sizeCalculation: ({ text }) => text.length,
  });

  function keep(stored: StoredText): void {
    const { name, group, text, ttlMs } = stored;
    const isNew = entries.peek(name) === undefined;
    const isFull = entries.calculatedSize + text.length > STORE_LIMIT_BYTES;
    if (isNew && (isFull || text.length > RECORD_LIMIT_BYTES)) throw new StoreFull();
    entries.set(name, stored, { ttl: ttlMs });
    if (!isNew) return;
    const own = [...entries.values()].filter(other => other.group === group);
    for (const oldest of own.slice(RECORDS_OF_A_KIND)) entries.delete(oldest.name);
  }

  return {
    async get(name) {
      const entry = entries.peek(name);
      return entry && { text: entry.text, leftMs: entries.getRemainingTTL(name) };
    },
    put: async stored => keep(stored),
    async compareAndSet(stored, expected) {
      if (entries.peek(stored.name)?.text !== expected) return false;
      keep(stored);
      return true;
    },
    async delete({ name }) {
      entries.delete(name);
    },
  };
}
