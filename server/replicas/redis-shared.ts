import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Options, Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { RedisStore } from 'rate-limit-redis';
import * as v from 'valibot';
import { toastCodes } from '../../shared/messages';
import type { Config } from '../config';
import type { ActionCounter } from '../http/action-limits';
import { FORM_OUTCOME_TTL_MS, type FormDeduplicator } from '../http/forms';
import { createRateLimitStore } from '../http/rate-limit-store';
import type { Reply } from '../http/reply';
import { type CurrentRun, RUN_TTL_MS, type RunSignals } from '../removals/runs';
import { COMPANY_LIMIT_BYTES, type RecordStore, StoreFull, StoreUnavailable } from '../removals/store';
import type { EndedSessions } from '../session/ended-sessions';
import { createSeal, deriveKey, type Seal } from '../session/seal';
import { connectRedis, type Redis, type RedisAddress, type RedisClient } from './redis';

export type Shared = ReturnType<typeof createShared>;

/** Returns a keyed digest of a text. */
type Digest = (text: string) => string;

/** The value of a form's key while a replica processes it. */
const PENDING = 'pending';

/** How often a replica polls for the outcome of another replica, in milliseconds. */
const POLL_INTERVAL_MS = 50;

/** A claim expires after this many backend deadlines: an action makes at most three calls in sequence. */
const CLAIM_DEADLINES = 4;

/**
 * Shares state between replicas through Redis (docs/decisions/0010). While it is unavailable, each replica uses its own.
 * Keys are digests and outcomes are sealed, both with keys derived from SESSION_KEYS. All entries expire.
 */
export function createShared(
  { sessionKeys, upstreamTimeout }: Pick<Config, 'sessionKeys' | 'upstreamTimeout'>,
  { address, logger }: { address: RedisAddress; logger: Logger },
) {
  const redis = connectRedis(address, logger);
  const seal = createSeal(sessionKeys, 'redis: outcomes');
  const digestWith = (key: string): Digest => {
    const secret = deriveKey(key, 'redis: names');
    return text => createHmac('sha256', secret).update(text).digest('base64url');
  };
  const digest = digestWith(sessionKeys[0]);
  return {
    /** Returns the counter store of the limit with this name. */
    rateLimitStore: (name: string) => createSharedRateLimitStore(redis, { name, digest }),
    formDeduplicator: createSharedFormDeduplicator(redis, {
      seal,
      digest,
      claimTtl: CLAIM_DEADLINES * upstreamTimeout,
    }),
    endedSessions: createSharedEndedSessions(redis, sessionKeys.map(digestWith)),
    actionCounter: createSharedActionCounter(redis, digest),
    removalRecords: createSharedRecords(redis, digest),
    runSignals: createRunSignals(redis, { digest, seal: createSeal(sessionKeys, 'redis: runs') }),
    close: redis.close,
  };
}

/** Stores an ended session under one name for each key: during a key rotation, replicas have different first keys. */
function createSharedEndedSessions(redis: Redis, digests: readonly Digest[]): EndedSessions {
  const namesOf = (id: string) => digests.map(digest => `portal:ended:${digest(id)}`);
  return {
    has: async id => ((await redis.run(client => client.exists(namesOf(id)))) ?? 0) > 0,
    async add(id, milliseconds) {
      const PX = Math.max(1, Math.ceil(milliseconds));
      await redis.run(client => Promise.all(namesOf(id).map(name => client.set(name, '1', { PX }))));
    },
  };
}

/** Takes all actions or none. Returns 1 or 0, and the time until the window ends in milliseconds. */
const TAKE_ACTIONS = `
  local used = tonumber(redis.call('GET', KEYS[1]) or '0')
  local left = redis.call('PTTL', KEYS[1])
  if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return { 0, left } end
  if left > 0 then redis.call('INCRBY', KEYS[1], ARGV[1])
  else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3]) end
  return { 1, left }
`;

function createSharedActionCounter(redis: Redis, digest: Digest): ActionCounter {
  return {
    async take(key, count, { limit, milliseconds }) {
      const answer = await redis.run(client =>
        client.eval(TAKE_ACTIONS, {
          keys: [`portal:actions:${digest(key)}`],
          arguments: [String(count), String(limit), String(milliseconds)],
        }),
      );
      const parsed = v.safeParse(v.tuple([v.number(), v.number()]), answer);
      if (!parsed.success || parsed.output[0] === 1) return { granted: true };
      return { granted: false, retryAt: Date.now() + Math.max(0, parsed.output[1]) };
    },
  };
}

/** How long a run counts as in progress after its process has last said so, in milliseconds. */
const RUN_HEARTBEAT_TTL_MS = 10_000;

/** How long after its last poll a page on another replica is considered to be closed, in milliseconds. */
const RUN_FOLLOWER_TTL_MS = 5000;

/**
 * Stores a record, and removes others: the oldest of its group beyond the group's limit, and the oldest of its company
 * beyond the company's bytes. KEYS: the record, and the index of the company's records, the newest first.
 */
const KEEP_RECORD = `
  local text, group, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3])
  local now = tonumber(redis.call('TIME')[1]) * 1000
  local bytes, grouped = #text, 1
  local kept = { { KEYS[1], group, #text, now + ttl } }
  for _, entry in ipairs(cjson.decode(redis.call('GET', KEYS[2]) or '[]')) do
    if entry[1] ~= KEYS[1] and entry[4] > now then
      bytes = bytes + entry[3]
      if entry[2] == group then grouped = grouped + 1 end
      if bytes > tonumber(ARGV[5]) or (entry[2] == group and grouped > tonumber(ARGV[4])) then
        redis.call('DEL', entry[1])
      else
        kept[#kept + 1] = entry
      end
    end
  end
  redis.call('SET', KEYS[1], text, 'PX', ttl)
  redis.call('SET', KEYS[2], cjson.encode(kept), 'PX', math.max(ttl, redis.call('PTTL', KEYS[2])))
  return 1
`;

function createSharedRecords(redis: Redis, digest: Digest): RecordStore {
  const nameOf = (part: 'record' | 'record-mark' | 'records', name: string) =>
    `portal:${part}:${digest(name)}`;
  async function run<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    const answer = await redis.run(async client => ({ value: await work(client) }));
    if (!answer) throw new StoreUnavailable();
    return answer.value;
  }
  return {
    async keep(name, text, { ttlMs, company, group, groupLimit }) {
      const [bytes, limit] = [text.length, COMPANY_LIMIT_BYTES];
      if (bytes > limit) throw new StoreFull();
      await run(client =>
        client.eval(KEEP_RECORD, {
          keys: [nameOf('record', name), nameOf('records', company)],
          arguments: [text, digest(group), String(ttlMs), String(groupLimit), String(limit)],
        }),
      );
    },
    get: async name => (await run(client => client.get(nameOf('record', name)))) ?? undefined,
    async mark(name, mark) {
      const key = nameOf('record-mark', name);
      const [, first] = await run(client =>
        Promise.all([client.set(key, mark, { NX: true, PX: RUN_TTL_MS }), client.get(key)]),
      );
      if (first === null) throw new StoreUnavailable();
      return first;
    },
  };
}

const currentRunSchema = v.object({
  userId: v.string(),
  run: v.object({ id: v.string(), sessionId: v.string() }),
});

function createRunSignals(redis: Redis, { digest, seal }: { digest: Digest; seal: Seal }): RunSignals {
  const current = (userId: string) => `portal:run:${digest(userId)}`;
  const followed = (id: string) => `portal:run-followed:${digest(id)}`;
  const sealRun = (userId: string, run: CurrentRun) => seal.encrypt({ userId, run });

  async function read(userId: string): Promise<CurrentRun | undefined> {
    const text = await redis.run(client => client.get(current(userId)));
    const opened = typeof text === 'string' ? await seal.decrypt(text) : undefined;
    const parsed = v.safeParse(currentRunSchema, opened?.value);
    return parsed.success && parsed.output.userId === userId ? parsed.output.run : undefined;
  }

  return {
    async begin(userId, run) {
      const text = await sealRun(userId, run);
      const set = { NX: true, PX: RUN_HEARTBEAT_TTL_MS } as const;
      const begun = await redis.run(client => client.set(current(userId), text, set));
      return begun === null ? ((await read(userId)) ?? run) : run;
    },
    current: read,
    async keepAlive(userId, run) {
      const text = await sealRun(userId, run);
      await redis.run(client => client.set(current(userId), text, { PX: RUN_HEARTBEAT_TTL_MS }));
    },
    async end(userId) {
      await redis.run(client => client.del(current(userId)));
    },
    async follow(id) {
      await redis.run(client => client.set(followed(id), '1', { PX: RUN_FOLLOWER_TTL_MS }));
    },
    isFollowed: async id => (await redis.run(client => client.exists(followed(id)))) === 1,
  };
}

/** A plain decrement could create a counter that never expires. */
const DECREMENT_EXISTING = `
  if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
`;

/** Counts in this process and in Redis, so that a limit is still enforced if one of the counts is lost. */
function createSharedRateLimitStore(redis: Redis, { name, digest }: { name: string; digest: Digest }): Store {
  const own = createRateLimitStore();
  const stores = new WeakMap<RedisClient, Promise<RedisStore>>();
  const prefix = `portal:${name}:`;
  let options: Options;

  // One store per connection: a store never retries loading its script.
  async function createStore(client: RedisClient): Promise<RedisStore> {
    const store = new RedisStore({ prefix, sendCommand: (...command) => client.sendCommand(command) });
    await store.init(options);
    return store;
  }
  function storeOn(client: RedisClient): Promise<RedisStore> {
    const store = stores.get(client) ?? createStore(client);
    stores.set(client, store);
    return store;
  }

  return {
    prefix,
    init(given) {
      options = given;
      own.init(given);
    },
    async increment(key) {
      const { totalHits, resetTime } = own.increment(key);
      const shared = await redis.run(async client => (await storeOn(client)).increment(digest(key)));
      return shared && shared.totalHits > totalHits ? shared : { totalHits, resetTime };
    },
    async decrement(key) {
      own.decrement(key);
      await redis.run(client =>
        client.eval(DECREMENT_EXISTING, { keys: [prefix + digest(key)], arguments: [] }),
      );
    },
    async resetKey(key) {
      own.resetKey(key);
      await redis.run(async client => (await storeOn(client)).resetKey(digest(key)));
    },
  };
}

/**
 * Returns a deduplicator: the first replica that claims a form processes it, for at most `claimTtl` milliseconds; the
 * others wait for its outcome.
 */
function createSharedFormDeduplicator(
  redis: Redis,
  { seal, digest, claimTtl }: { seal: Seal; digest: Digest; claimTtl: number },
): FormDeduplicator {
  async function processForm(name: string, work: () => Promise<Reply>): Promise<Reply> {
    const reply = await work().catch(async error => {
      await redis.run(client => client.del(name));
      throw error;
    });
    const text = reply.kind === 'redirect' ? await seal.encrypt(reply) : undefined;
    // Also when Redis was unavailable at the start: other replicas can still use the outcome.
    await redis.run<unknown>(client =>
      text === undefined ? client.del(name) : client.set(name, text, { PX: FORM_OUTCOME_TTL_MS }),
    );
    return reply;
  }

  async function read(text: string | null): Promise<Reply | undefined> {
    const opened = text === null ? undefined : await seal.decrypt(text);
    const parsed = v.safeParse(redirectSchema, opened?.value);
    return parsed.success ? { toast: undefined, ...parsed.output } : undefined;
  }

  return {
    async once(key, work) {
      const name = `portal:form:${digest(key)}`;
      for (;;) {
        const answer = await redis.run(client =>
          Promise.all([client.set(name, PENDING, { NX: true, PX: claimTtl }), client.get(name)]),
        );
        const [claimed, outcome] = answer ?? ['', null];
        if (claimed !== null) return processForm(name, work);
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
  // A toast of another version of the portal is dropped: the form must not be handled again.
  toast: v.fallback(
    v.optional(v.tupleWithRest([v.picklist(toastCodes)], v.union([v.string(), v.number()]))),
    undefined,
  ),
  headers: v.record(v.string(), v.string()),
});
