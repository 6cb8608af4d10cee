import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../config';
import { createSeal } from '../session/seal';
import { createMemoryStore, type RecordStore, StoreUnavailable } from './store';

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
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly ttlMs: number;
  /** The maximum number of records of one administrator. */
  readonly limit: number;
}

/** The records of one kind. */
export interface Records<Value extends CompanyValue> {
  /** Stores a record. Returns its ID. */
  readonly create: (owner: RecordOwner, value: Value) => Promise<string>;
  /** Replaces a record, and renews its TTL. */
  readonly update: (owner: RecordOwner, id: string, value: Value) => Promise<void>;
  /** A record of this session; undefined if there is none, or not anymore. */
  readonly read: (owner: RecordOwner, id: unknown) => Promise<Value | undefined>;
  /** Attaches a mark to a record, once and for all replicas. Returns the mark of the first call. */
  readonly mark: (owner: RecordOwner, id: string, mark: string) => Promise<string>;
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
    of<Value extends CompanyValue>({ name: kind, schema, ttlMs, limit }: RecordKind<Value>): Records<Value> {
      const nameOf = ({ userId, sessionId }: RecordOwner, id: string) =>
        JSON.stringify([kind, userId, sessionId, id]);

      async function keep(store: RecordStore, name: string, userId: string, value: Value): Promise<void> {
        const retention = {
          ttlMs,
          company: value.company,
          group: JSON.stringify([kind, userId]),
          groupLimit: limit,
        };
        await store.keep(name, await seal.encrypt({ name, value }), retention);
      }

      /** Stores a record in the shared store. Returns false if it is unavailable. */
      async function share(name: string, userId: string, value: Value): Promise<boolean> {
        try {
          if (!shared) return false;
          await keep(shared, name, userId, value);
          return true;
        } catch (error) {
          if (error instanceof StoreUnavailable) return false;
          throw error;
        }
      }

      return {
        async create(owner, value) {
          const id = randomUUID();
          if (await share(nameOf(owner, id), owner.userId, value)) return id;
          // Not the same ID: the shared store may have the record, although it did not answer.
          const localId = shared ? LOCAL + randomUUID() : id;
          await keep(memory, nameOf(owner, localId), owner.userId, value);
          return localId;
        },

        async update(owner, id, value) {
          const name = nameOf(owner, id);
          if (!isLocal(id) && (await share(name, owner.userId, value))) memory.drop(name);
          else await keep(memory, name, owner.userId, value);
        },

        async read(owner, id) {
          if (typeof id !== 'string') return undefined;
          const name = nameOf(owner, id);
          const text = (await memory.get(name)) ?? (isLocal(id) ? undefined : await shared?.get(name));
          const parsed = v.safeParse(schema, await open(name, text));
          return parsed.success ? parsed.output : undefined;
        },

        async mark(owner, id, mark) {
          const name = nameOf(owner, id);
          const markName = `${name} mark`;
          const sealed = await seal.encrypt({ name: markName, value: mark });
          const store = isLocal(id) || !shared ? memory : shared;
          return v.parse(v.string(), await open(markName, await store.mark(name, sealed)));
        },
      };
    },
  };
}

/** The prefix of the IDs of records that only this process has. */
const LOCAL = 'local-';

function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}
