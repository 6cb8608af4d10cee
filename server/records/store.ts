import { PageError } from '../errors';
import { MEBIBYTE } from '../units';

/** The limit for all records of one company, in bytes (T67). */
export const COMPANY_LIMIT_BYTES = 8 * MEBIBYTE;

/** The limit for the records in the memory of a process, in bytes. */
const MEMORY_LIMIT_BYTES = 64 * MEBIBYTE;

/** The memory of an entry without its text, in bytes. */
const ENTRY_OVERHEAD_BYTES = 512;

/** A sealed record, its name, and what its size counts toward. */
export interface StoredText {
  readonly name: string;
  readonly text: string;
  readonly ttlMs: number;
  /** The company's oldest texts are removed when its texts need more than COMPANY_LIMIT_BYTES together. */
  readonly companyKey: string;
}

/** Where records live: in the memory of the process, or in the Redis that replicas share. */
export interface RecordStore {
  readonly get: (name: string) => Promise<string | undefined>;
  /** @throws {StoreFull} Thrown when there is no room for it. */
  readonly put: (stored: StoredText) => Promise<void>;
  /** Replaces a text if it is the expected one. Returns whether it was. */
  readonly compareAndSet: (stored: StoredText, expected: string) => Promise<boolean>;
}

/** Thrown when a record cannot be stored: the process, or the company, has no room for it. */
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

interface Entry extends StoredText {
  readonly bytes: number;
  readonly expiresAt: number;
  readonly timer: NodeJS.Timeout;
}

/** A store in the memory of this process. Texts must be ASCII, and no slices of larger ones (T53). */
export function createMemoryStore(now: () => number): RecordStore {
  /** The newest last. */
  const entries = new Map<string, Entry>();

  function remove({ name, timer }: Entry): void {
    clearTimeout(timer);
    entries.delete(name);
  }

  function find(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry || entry.expiresAt > now()) return entry;
    remove(entry);
    return undefined;
  }

  function keep(stored: StoredText): void {
    const previous = find(stored.name);
    if (previous) remove(previous);
    const bytes = ENTRY_OVERHEAD_BYTES + stored.name.length + stored.text.length;
    const isRoomFor = (sum: number, limit: number) => previous !== undefined || sum <= limit;
    if (!isRoomFor(bytes, COMPANY_LIMIT_BYTES)) throw new StoreFull();
    let companyBytes = bytes;
    for (const entry of [...entries.values()].reverse()) {
      if (entry.companyKey !== stored.companyKey) continue;
      companyBytes += entry.bytes;
      if (companyBytes > COMPANY_LIMIT_BYTES) remove(entry);
    }
    const inUse = entries.values().reduce((sum, entry) => sum + entry.bytes, bytes);
    if (!isRoomFor(inUse, MEMORY_LIMIT_BYTES)) throw new StoreFull();
    const { ttlMs } = stored;
    const timer = setTimeout(() => remove(entry), ttlMs).unref();
    const entry: Entry = { ...stored, bytes, timer, expiresAt: now() + ttlMs };
    entries.set(stored.name, entry);
  }

  return {
    get: async name => find(name)?.text,
    put: async stored => keep(stored),
    async compareAndSet(stored, expected) {
      if (find(stored.name)?.text !== expected) return false;
      keep(stored);
      return true;
    },
  };
}
