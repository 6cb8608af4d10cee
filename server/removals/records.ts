import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../config';
import { createSeal } from '../session/seal';
import { createMemoryStore, type RecordStore, StoreUnavailable, unlessUnavailable } from './store';

/** The session that a record belongs to. No other session can read it. */
export interface RecordOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A value that counts toward the memory of a company (T67). */
interface CompanyValue {
  readonly company: string;
}

/** A kind of record, such as a review. */
interface RecordKind<Value extends CompanyValue> {
  readonly name: string;
  /** Whether it does not share the company's limit with other kinds: selections must not remove the record of a run. */
  readonly hasOwnLimit?: boolean;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly ttlMs: number;
  /** The maximum number of records of one administrator. */
  readonly limit: number;
}

/** A value to store, in place of the `expected` text if there is one. */
interface Stored<Value> {
  readonly userId: string;
  readonly value: Value;
  readonly isNew?: boolean;
  readonly expected?: string;
}

/** The records of one kind. */
export interface Records<Value extends CompanyValue> {
  /** Stores a record. Returns its ID, which is the given one unless the shared store is unavailable. */
  readonly create: (owner: RecordOwner, value: Value, id?: string) => Promise<string>;
  /** A record of this session; undefined if it does not exist or has expired. */
  readonly read: (owner: RecordOwner, id: unknown) => Promise<Value | undefined>;
  /**
   * Changes a record, and renews its TTL, unless `change` returns the same value. `change` is called again if another
   * request or replica was faster. Returns the value that is stored then; undefined if the record does not exist or
   * has expired.
   * @throws {StoreUnavailable} Thrown when it may not have been stored.
   */
  readonly update: (
    owner: RecordOwner,
    id: unknown,
    change: (value: Value) => Value,
  ) => Promise<Value | undefined>;
  /**
   * Replaces a record unconditionally. While the shared store is unavailable, only this process has the new value.
   * Returns false then.
   */
  readonly replace: (owner: RecordOwner, id: string, value: Value) => Promise<boolean>;
}

/**
 * The records of removals: reviews, answers about lists of people, and runs. They are sealed, and stored in the store
 * that replicas share or, if there is none, in the memory of this process.
 */
export function createRecords(
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
  { now, shared }: { readonly now: () => number; readonly shared: RecordStore | undefined },
) {
  const seal = createSeal(sessionKeys, 'removals');
  const memory = createMemoryStore(now);

  /** The value that was sealed under this name: the store must not be able to swap records (T65). */
  async function open(name: string, text: string | undefined): Promise<unknown> {
    const opened = text === undefined ? undefined : await seal.decrypt(text);
    const parsed = v.safeParse(v.object({ name: v.literal(name), value: v.unknown() }), opened?.value);
    return parsed.success ? parsed.output.value : undefined;
  }

  return {
    of<Value extends CompanyValue>({
      name: kind,
      schema,
      ttlMs,
      limit,
      hasOwnLimit = false,
    }: RecordKind<Value>): Records<Value> {
      const nameOf = ({ userId, sessionId }: RecordOwner, id: string) =>
        JSON.stringify([kind, userId, sessionId, id]);

      async function keep(
        store: RecordStore,
        name: string,
        { userId, value, isNew = false, expected }: Stored<Value>,
      ): Promise<boolean> {
        const retention = {
          ttlMs,
          company: hasOwnLimit ? JSON.stringify([kind, value.company]) : value.company,
          group: JSON.stringify([kind, userId]),
          groupLimit: limit,
          isNew,
        };
        return store.keep(name, await seal.encrypt({ name, value }), retention, expected);
      }

      /** Stores a record in the shared store. Returns false if it is unavailable. */
      async function share(name: string, stored: Stored<Value>): Promise<boolean> {
        return shared !== undefined && unlessUnavailable(keep(shared, name, stored), false);
      }

      /** The value of a record, and where it is stored. */
      async function find(owner: RecordOwner, id: unknown) {
        if (typeof id !== 'string') return undefined;
        const name = nameOf(owner, id);
        const own = await memory.get(name);
        const store = own === undefined && !isLocal(id) && shared ? shared : memory;
        const text = own ?? (await store.get(name));
        const parsed = v.safeParse(schema, await open(name, text));
        return text !== undefined && parsed.success ? { name, store, text, value: parsed.output } : undefined;
      }

      return {
        async create(owner, value, id = randomUUID()) {
          const stored = { userId: owner.userId, value, isNew: true };
          if (await share(nameOf(owner, id), stored)) return id;
          // Not the same ID: the shared store may have the record, although it did not answer.
          const localId = shared ? LOCAL + randomUUID() : id;
          await keep(memory, nameOf(owner, localId), stored);
          return localId;
        },

        read: async (owner, id) => (await find(owner, id))?.value,

        async update(owner, id, change) {
          for (let attempt = 0; attempt < UPDATE_ATTEMPTS; attempt++) {
            const found = await find(owner, id);
            if (!found) return undefined;
            const value = change(found.value);
            if (value === found.value) return value;
            const { store, name, text: expected } = found;
            if (await keep(store, name, { userId: owner.userId, value, expected })) return value;
          }
          throw new StoreUnavailable();
        },

        async replace(owner, id, value) {
          const name = nameOf(owner, id);
          const stored = { userId: owner.userId, value };
          const isShared = !isLocal(id) && (await share(name, stored));
          if (isShared) memory.drop(name);
          else await keep(memory, name, stored);
          return isShared || isLocal(id) || !shared;
        },
      };
    },
  };
}

/** How often a change to a record is tried again while others change it. */
const UPDATE_ATTEMPTS = 100;

/** The prefix of the IDs of records that only this process has. */
const LOCAL = 'local-';

function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}
