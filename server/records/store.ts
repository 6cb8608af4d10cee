import { MEBIBYTE } from '../../shared/units';
import { PageError } from '../errors';

/** The limit for all records of one company, in bytes (T67). */
export const COMPANY_LIMIT_BYTES = 8 * MEBIBYTE;

/** The limit for the records of all companies, in bytes: in the memory of a process, or in the Redis that replicas share. */
export const STORE_LIMIT_BYTES = 64 * MEBIBYTE;

/** The memory of an entry without its text, in bytes. */
const ENTRY_OVERHEAD_BYTES = 512;

/** The name of a record, and the limit that its size counts toward. */
interface RecordName {
  readonly name: string;
  /** The company's texts that expire first are removed when its texts need more than COMPANY_LIMIT_BYTES together. */
  readonly companyKey: string;
}

export interface StoredText extends RecordName {
  readonly text: string;
  readonly ttlMs: number;
}

interface FoundText {
  readonly text: string;
  /** Its remaining TTL by the clock of the store, in milliseconds. */
  readonly leftMs: number;
}

/** Stores records in the memory of the process, or in the Redis that replicas share. */
export interface RecordStore {
  readonly get: (name: string) => Promise<FoundText | undefined>;
  /** @throws {StoreFull} Thrown when there is no room for it. */
  readonly put: (stored: StoredText) => Promise<void>;
  /** Replaces a text if it is the expected one. Returns whether it was. */
  readonly compareAndSet: (stored: StoredText, expected: string) => Promise<boolean>;
  readonly delete: (record: RecordName) => Promise<void>;
}

/** The memory of a record, in bytes. */
export function sizeOfRecord({ name, text }: Pick<StoredText, 'name' | 'text'>): number {
  return ENTRY_OVERHEAD_BYTES + name.length + text.length;
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
  const entries = new Map<string, Entry>();
  /** The entries of each company, and the memory of all of them. */
  const companies = new Map<string, { readonly own: Set<Entry>; bytes: number }>();
  let bytesInUse = 0;

  function remove(entry: Entry): void {
    clearTimeout(entry.timer);
    entries.delete(entry.name);
    bytesInUse -= entry.bytes;
    const company = companies.get(entry.companyKey);
    if (!company) return;
    company.own.delete(entry);
    company.bytes -= entry.bytes;
    if (company.own.size === 0) companies.delete(entry.companyKey);
  }

  function add(entry: Entry): void {
    entries.set(entry.name, entry);
    bytesInUse += entry.bytes;
    const company = companies.get(entry.companyKey) ?? { own: new Set(), bytes: 0 };
    companies.set(entry.companyKey, company);
    company.own.add(entry);
    company.bytes += entry.bytes;
  }

  function find(name: string): Entry | undefined {
    const entry = entries.get(name);
    if (!entry || entry.expiresAt > now()) return entry;
    remove(entry);
    return undefined;
  }

  function keep(stored: StoredText): void {
    const { ttlMs, companyKey } = stored;
    const bytes = sizeOfRecord(stored);
    const previous = find(stored.name);
    if (previous) remove(previous);
    else if (bytes > COMPANY_LIMIT_BYTES) throw new StoreFull();
    for (;;) {
      const company = companies.get(companyKey);
      if (!company || company.bytes + bytes <= COMPANY_LIMIT_BYTES) break;
      remove([...company.own].reduce((first, entry) => (entry.expiresAt < first.expiresAt ? entry : first)));
    }
    if (!previous && bytesInUse + bytes > STORE_LIMIT_BYTES) throw new StoreFull();
    const timer = setTimeout(() => remove(entry), ttlMs).unref();
    const entry: Entry = { ...stored, bytes, timer, expiresAt: now() + ttlMs };
    add(entry);
  }

  return {
    async get(name) {
      const entry = find(name);
      return entry && { text: entry.text, leftMs: entry.expiresAt - now() };
    },
    put: async stored => keep(stored),
    async compareAndSet(stored, expected) {
      if (find(stored.name)?.text !== expected) return false;
      keep(stored);
      return true;
    },
    async delete({ name }) {
      const entry = find(name);
      if (entry) remove(entry);
    },
  };
}
