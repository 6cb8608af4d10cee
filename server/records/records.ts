// Records live for an hour at most after their last use: lists of people, reviews and jobs.
// They are sealed and belong to one session; the last ten of a kind of an administrator are kept. They are stored in the Redis
// that replicas share, or else in the memory of the process. While Redis is unavailable, every function throws
// StoreUnavailable: pages that need a record say "try again in a minute" (503), all others work.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createSingleFlight } from '../concurrency/single-flight';
import type { Config } from '../config';
import { createSeal } from '../session/seal';
import { createMemoryStore, type RecordStore, StoreUnavailable } from './store';

/** The session that a record belongs to. No other session can read it. */
export interface RecordOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A kind of record, such as a review. */
interface RecordKind<Value> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly ttlMs: number;
}

export type RecordStores = ReturnType<typeof createRecords>;

/** How many times to retry a change that conflicts with another one. */
const ATTEMPTS = 100;

export function createRecords(
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
  { now, shared }: { readonly now: () => number; readonly shared: RecordStore | undefined },
) {
  const seal = createSeal(sessionKeys, 'records');
  const store = shared ?? createMemoryStore(now);

  return {
    of<Value>(kind: RecordKind<Value>) {
      // A hundred pages of one job open its record once (T63).
      const opening = createSingleFlight<Value | undefined>();
      const nameOf = ({ userId, sessionId }: RecordOwner, id: string) =>
        JSON.stringify([kind.name, userId, sessionId, id]);
      const groupOf = ({ userId }: RecordOwner) => JSON.stringify([kind.name, userId]);
      const stored = async (owner: RecordOwner, value: Value, name: string) => ({
        name,
        group: groupOf(owner),
        // Sealed for its name, so that records in Redis cannot be swapped (T65).
        text: await seal.encrypt(value, name),
        ttlMs: kind.ttlMs,
      });

      async function open(text: string, name: string): Promise<Value | undefined> {
        const parsed = v.safeParse(kind.schema, (await seal.decrypt(text, name))?.value);
        return parsed.success ? parsed.output : undefined;
      }

      /** A record of this session, and how long ago it was stored, by the clock of the store: those of replicas differ. */
      async function find(owner: RecordOwner, id: unknown) {
        if (typeof id !== 'string') return undefined;
        const name = nameOf(owner, id);
        const found = await store.get(name);
        if (!found) return undefined;
        const { text, leftMs } = found;
        const value = await opening.share(text, () => open(text, name));
        return value && { name, text, value, ageMs: kind.ttlMs - leftMs };
      }

      return {
        /** Stores a record, and returns its ID. With an ID, replaces the record. */
        async put(owner: RecordOwner, value: Value, id: string = randomUUID()): Promise<string> {
          await store.put(await stored(owner, value, nameOf(owner, id)));
          return id;
        },

        find,

        get: async (owner: RecordOwner, id: unknown) => (await find(owner, id))?.value,

        /**
         * Changes a record and renews its TTL, unless `change` returns the same value. Calls `change` again if another
         * request or replica was faster. Returns the stored value.
         */
        async update(owner: RecordOwner, id: unknown, change: (value: Value, ageMs: number) => Value) {
          for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
            const found = await find(owner, id);
            if (!found) return undefined;
            const value = change(found.value, found.ageMs);
            if (value === found.value) return value;
            if (await store.compareAndSet(await stored(owner, value, found.name), found.text)) return value;
          }
          throw new StoreUnavailable();
        },

        remove: (owner: RecordOwner, id: string) =>
          store.delete({ name: nameOf(owner, id), group: groupOf(owner) }),
      };
    },
  };
}
