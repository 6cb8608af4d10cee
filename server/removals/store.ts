import { PageError } from '../errors';

/** The limit for the records of one company, in bytes: one for its runs, and one for all others. The largest record is a list of 10,000 people: about 1 MB. */
export const COMPANY_LIMIT_BYTES = 8 * 1024 * 1024;

/** The limit for the records in the memory of a process, in bytes. */
const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;

/** The memory of an entry without its text, in bytes. */
const ENTRY_OVERHEAD_BYTES = 512;

/** How long a record is stored, and the limits that it counts toward. */
interface Retention {
  readonly ttlMs: number;
  readonly company: string;
  /** The records that share a limit: those of one kind and administrator. */
  readonly group: string;
  /** The limit of the group. Its oldest records are removed beyond it. */
  readonly groupLimit: number;
  /** Whether it is refused if there is no room. The results of a run that has begun must not be lost. */
  readonly isNew: boolean;
}

/** A store of sealed records, with limits that no company can use up for another (T67). */
export interface RecordStore {
  /**
   * Stores or replaces a record. Removes the company's oldest ones if it has no room for it. With an `expected` text, it
   * replaces only a record that still has that text (compare-and-set), and returns whether it did.
   * @throws {StoreFull} Thrown when there is no room for a new one.
   */
  readonly keep: (name: string, text: string, retention: Retention, expected?: string) => Promise<boolean>;
  /** The text of a record; undefined if it does not exist or has expired. */
  readonly get: (name: string) => Promise<string | undefined>;
}

/** Thrown when a record cannot be stored: the process, or the company, has no room for it. */
export class StoreFull extends PageError {
  override name = 'StoreFull';

  constructor() {
    super('There is no room for another record', { status: 503, retryAfter: 60 });
  }
}

/** Thrown when the store that replicas share is unavailable. */
export class StoreUnavailable extends PageError {
  override name = 'StoreUnavailable';

  constructor() {
    super('The shared store is unavailable', { status: 503, retryAfter: 5 });
  }
}

/** The result of work on the shared store; `instead` while that is unavailable. */
export async function unlessUnavailable<Result>(work: Promise<Result>, instead: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreUnavailable) return instead;
    throw error;
  }
}

interface Entry {
  readonly name: string;
  readonly text: string;
  readonly group: string;
  readonly company: string;
  readonly bytes: number;
  readonly expiresAt: number;
  readonly timer: NodeJS.Timeout;
}

/** A store in the memory of this process. Texts must be ASCII, and no slices of larger ones (T53). */
export function createMemoryStore(now: () => number) {
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

  return {
    async keep(
      name: string,
      text: string,
      { ttlMs, company, group, groupLimit, isNew }: Retention,
      expected?: string,
    ): Promise<boolean> {
      if (expected !== undefined && find(name)?.text !== expected) return false;
      const bytes = ENTRY_OVERHEAD_BYTES + name.length + text.length;
      if (isNew && bytes > COMPANY_LIMIT_BYTES) throw new StoreFull();
      const previous = entries.get(name);
      const others = [...entries.values()].filter(each => each.company === company && each !== previous);
      let companyBytes = bytes;
      let groupSize = 1;
      for (const other of others.reverse()) {
        companyBytes += other.bytes;
        if (other.group === group) groupSize++;
        const isBeyondLimit = other.group === group && groupSize > groupLimit;
        if (isBeyondLimit || companyBytes > COMPANY_LIMIT_BYTES) remove(other);
      }
      const bytesInUse = entries.values().reduce((sum, each) => sum + each.bytes, bytes);
      if (isNew && bytesInUse > MEMORY_LIMIT_BYTES) throw new StoreFull();
      if (previous) remove(previous);
      const entry: Entry = {
        ...{ name, text, group, company, bytes },
        expiresAt: now() + ttlMs,
        timer: setTimeout(() => remove(entry), ttlMs).unref(),
      };
      entries.set(name, entry);
      return true;
    },
    get: async (name: string) => find(name)?.text,
    drop(name: string): void {
      const entry = entries.get(name);
      if (entry) remove(entry);
    },
  } satisfies RecordStore & Record<'drop', unknown>;
}
