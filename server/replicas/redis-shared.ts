import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { RedisStore } from 'rate-limit-redis';
import * as v from 'valibot';
import { toastCodes } from '../../shared/messages';
import type { Config } from '../config';
import { FORM_OUTCOME_TTL_MS, type Once } from '../http/forms';
import type { Reply } from '../http/reply';
import { createSeal, deriveKey, type Seal } from '../session/seal';
import { connectRedis, type Redis, type RedisAddress, type RedisClient } from './redis';

/** State shared by replicas. While Redis is unavailable, each replica uses its own. */
export interface Shared {
  /** A counter store for the limit of this name. */
  readonly countsOf: (name: string) => Store;
  /** Deduplicates forms across replicas. */
  readonly once: Once;
  readonly close: () => Promise<void>;
}

/** The value of a form's key while a replica processes it. */
const PENDING = 'pending';

/** Interval at which a replica polls for another one's outcome. */
const POLL_INTERVAL_MS = 50;

/** A claim expires after this many backend deadlines: an action makes at most three calls in sequence. */
const CLAIM_DEADLINES = 4;

/**
 * Shares state through Redis (docs/decisions/0010). Keys are digests and outcomes are sealed, both with keys derived
 * from SESSION_KEYS. All entries expire.
 */
export function createShared(
  { sessionKeys, upstreamTimeout }: Pick<Config, 'sessionKeys' | 'upstreamTimeout'>,
  { address, logger }: { address: RedisAddress; logger: Logger },
): Shared {
  const redis = connectRedis(address, logger);
  const secret = deriveKey(sessionKeys[0], 'redis: names');
  const seal = createSeal(sessionKeys, 'redis: outcomes');
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    countsOf: name => countIn(redis, { name, digest }),
    once: onceIn(redis, { seal, digest, claimTtl: CLAIM_DEADLINES * upstreamTimeout }),
    close: redis.close,
  };
}

interface Digest {
  /** Returns a keyed digest of the text. */
  readonly digest: (text: string) => string;
}

/** Counts in this process and in Redis, so that a limit still holds when either count is lost. */
function countIn(redis: Redis, { name, digest }: Digest & { name: string }): Store {
  const own = new MemoryStore();
  const stores = new WeakMap<RedisClient, Promise<RedisStore>>();
  const prefix = `portal:${name}:`;
  let options: Options;

  // One store per connection: a store never retries loading its script.
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
      const everywhere = await redis.ask(async client => (await storeOn(client)).increment(digest(key)));
      return everywhere && everywhere.totalHits > totalHits ? everywhere : { totalHits, resetTime };
    },
    // Not in Redis: a decrement could create a counter without an expiry.
    decrement: key => own.decrement(key),
    async resetKey(key) {
      await own.resetKey(key);
      await redis.ask(async client => (await storeOn(client)).resetKey(digest(key)));
    },
  };
}

interface OnceOptions extends Digest {
  readonly seal: Seal;
  /** How long a replica may process one form, in milliseconds. */
  readonly claimTtl: number;
}

/** The first replica that claims a form processes it; the others wait for its outcome. */
function onceIn(redis: Redis, { seal, digest, claimTtl }: OnceOptions): Once {
  async function workFor(name: string, work: () => Promise<Reply>): Promise<Reply> {
    const reply = await work().catch(async error => {
      await redis.ask(client => client.del(name));
      throw error;
    });
    const text = reply.kind === 'redirect' ? await seal.close(reply) : undefined;
    // Also when Redis was unavailable at the start: other replicas can still use the outcome.
    await redis.ask<unknown>(client =>
      text === undefined ? client.del(name) : client.set(name, text, { PX: FORM_OUTCOME_TTL_MS }),
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
      const name = `portal:form:${digest(key)}`;
      for (;;) {
        const answer = await redis.ask(client =>
          Promise.all([client.set(name, PENDING, { NX: true, PX: claimTtl }), client.get(name)]),
        );
        const [claimed, outcome] = answer ?? ['', null];
        if (claimed !== null) return workFor(name, work);
        if (outcome !== PENDING) return (await read(outcome)) ?? work();
        await wait(POLL_INTERVAL_MS);
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
