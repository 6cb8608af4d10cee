import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { RedisStore } from 'rate-limit-redis';
import * as v from 'valibot';
import { toastCodes } from '../../shared/messages';
import type { Config } from '../config';
import { type Once, REMEMBERED_FOR } from '../http/forms';
import type { Reply } from '../http/reply';
import { createSeal, deriveKey, type Seal } from '../session/seal';
import { connectRedis, type Redis, type RedisAddress, type RedisClient } from './redis';

/** What all replicas know together. Where that cannot be had, each goes on with what it knows itself. */
export interface Shared {
  /** Counts for a limit of this name. */
  readonly countsOf: (name: string) => Store;
  /** Does the work of one form once, whichever replicas it reaches. */
  readonly once: Once;
  readonly close: () => Promise<void>;
}

/** What stands in place of a form's outcome while a replica works on it. */
const UNDER_WAY = 'under way';

/** How often a replica looks whether another one is done, in milliseconds. */
const LOOK_AGAIN = 50;

/** An action makes at most three calls, one after the other; who takes longer than this many deadlines has died. */
const DEADLINES = 4;

/**
 * What replicas share in the Redis at this address. Nothing that is stored there can be read without the session's
 * keys: names are digests, outcomes are sealed. All of it ends by itself.
 */
export function createShared(
  { sessionKeys, upstreamTimeout }: Pick<Config, 'sessionKeys' | 'upstreamTimeout'>,
  { address, logger }: { address: RedisAddress; logger: Logger },
): Shared {
  const redis = connectRedis(address, logger);
  const secret = deriveKey(sessionKeys[0], 'redis: names');
  const seal = createSeal(sessionKeys, 'redis: outcomes');
  const nameOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    countsOf: name => countIn(redis, { name, nameOf }),
    once: onceIn(redis, { seal, nameOf, claimedFor: DEADLINES * upstreamTimeout }),
    close: redis.close,
  };
}

interface Names {
  /** Tells nothing of the text. */
  readonly nameOf: (text: string) => string;
}

/** Counts here and in Redis, so that the count goes on from either when the other one is lost. */
function countIn(redis: Redis, { name, nameOf }: Names & { name: string }): Store {
  const own = new MemoryStore();
  const stores = new WeakMap<RedisClient, Promise<RedisStore>>();
  const prefix = `portal:${name}:`;
  let options: Options;

  // Each connection needs a store of its own: it would for ever remember that it could not load its script.
  async function begin(client: RedisClient): Promise<RedisStore> {
    const store = new RedisStore({ prefix, sendCommand: (...command) => client.sendCommand(command) });
    await store.init(options);
    return store;
  }
  function storeOn(client: RedisClient): Promise<RedisStore> {
    const known = stores.get(client);
    if (known !== undefined) return known;
    const begun = begin(client);
    stores.set(client, begun);
    return begun;
  }

  return {
    prefix,
    init(given) {
      options = given;
      own.init(given);
    },
    async increment(key) {
      const { totalHits, resetTime } = await own.increment(key);
      const everywhere = await redis.ask(async client => (await storeOn(client)).increment(nameOf(key)));
      return everywhere && everywhere.totalHits > totalHits ? everywhere : { totalHits, resetTime };
    },
    // Nothing is ever taken back here; in Redis it could leave a count that does not end.
    decrement: key => own.decrement(key),
    async resetKey(key) {
      await own.resetKey(key);
      await redis.ask(async client => (await storeOn(client)).resetKey(nameOf(key)));
    },
  };
}

interface OnceOptions extends Names {
  readonly seal: Seal;
  /** How long a replica may work on one form, in milliseconds. */
  readonly claimedFor: number;
}

/** Who comes first does the work; who comes second waits for the outcome. */
function onceIn(redis: Redis, { seal, nameOf, claimedFor }: OnceOptions): Once {
  async function workFor(name: string, work: () => Promise<Reply>): Promise<Reply> {
    const reply = await work().catch(async error => {
      await redis.ask(client => client.del(name));
      throw error;
    });
    const text = reply.kind === 'redirect' ? await seal.close(reply) : undefined;
    // Should Redis have been away when the work began, others may profit from it all the same.
    await redis.ask<unknown>(client =>
      text === undefined ? client.del(name) : client.set(name, text, { PX: REMEMBERED_FOR }),
    );
    return reply;
  }

  async function read(text: string | null): Promise<Reply | undefined> {
    const opened = text === null ? undefined : await seal.open(text);
    const parsed = v.safeParse(redirectSchema, opened?.value);
    return parsed.success ? { toast: undefined, ...parsed.output } : undefined;
  }

  return {
    async run(key, work) {
      const name = `portal:form:${nameOf(key)}`;
      for (;;) {
        const answer = await redis.ask(client =>
          Promise.all([client.set(name, UNDER_WAY, { NX: true, PX: claimedFor }), client.get(name)]),
        );
        const [claimed, outcome] = answer ?? ['', null];
        if (claimed !== null) return workFor(name, work);
        if (outcome !== UNDER_WAY) return (await read(outcome)) ?? work();
        await wait(LOOK_AGAIN);
      }
    },
  };
}

const redirectSchema = v.object({
  kind: v.literal('redirect'),
  status: v.picklist([302, 303]),
  location: v.string(),
  toast: v.optional(v.tupleWithRest([v.picklist(toastCodes)], v.union([v.string(), v.number()]))),
  headers: v.record(v.string(), v.string()),
});
