import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Config } from '../config';
import type { SharedForms } from '../http/forms';
import type { SharedCounts } from '../http/rate-limit';
import { type CurrentRun, RUN_TTL_MS, type RunSignals } from '../removals/runs';
import { COMPANY_LIMIT_BYTES, type RecordStore, StoreFull, StoreUnavailable } from '../removals/store';
import type { SharedEndedSessions } from '../session/ended-sessions';
import { connectRedis, type Redis, type RedisAddress } from './redis';
import { createRedisRecords } from './redis-records';
import { createRedisStore, type RedisStore } from './redis-store';

export type Shared = ReturnType<typeof createShared>;

/**
 * Shares state between replicas through Redis (docs/decisions/0010). While it is unavailable, each replica uses its own.
 */
export function createShared(
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
  { address, logger }: { address: RedisAddress; logger: Logger },
) {
  const redis = connectRedis(address, logger);
  const store = createRedisStore(redis, sessionKeys);
  return {
    counts: createSharedCounts(redis, store),
    forms: createSharedForms(redis, store),
    endedSessions: createSharedEndedSessions(redis),
    removalRecords: createSharedRecords(redis, store),
    records: createRedisRecords(redis, (kind, key) => store.namesOf(kind, key)[0]),
    runSignals: createRunSignals(store),
    close: redis.close,
  };
}

/** The IDs of sessions are random, so a plain digest hides them, and no rotation of SESSION_KEYS loses a logout. */
function createSharedEndedSessions({ run, onConnected }: Redis): SharedEndedSessions {
  const nameOf = (id: string) => `portal:ended:${hash('sha256', id, 'base64url')}`;
  return {
    has: async id => (await run(client => client.exists(nameOf(id)))) === 1,
    async add(id, milliseconds) {
      await run(client => client.set(nameOf(id), '', { PX: Math.max(1, Math.ceil(milliseconds)) }));
    },
    onConnected,
  };
}

function createSharedCounts({ run }: Redis, { nameOf }: RedisStore): SharedCounts {
  return {
    nameOf,
    client: {
      async eval(script, options) {
        const answer = await run(client => client.eval(script, options));
        if (answer === undefined) throw new StoreUnavailable();
        return answer;
      },
    },
  };
}

function createSharedForms({ run }: Redis, { nameOf }: RedisStore): SharedForms {
  return {
    async add(key, milliseconds) {
      const name = nameOf('form', key);
      // Redis answers with null if there is one already.
      return (await run(client => client.set(name, '', { NX: true, PX: milliseconds }))) !== null;
    },
    async delete(key) {
      await run(client => client.del(nameOf('form', key)));
    },
  };
}

/** How long a run counts as in progress after its process has last said so, in milliseconds. */
const RUN_HEARTBEAT_TTL_MS = 10_000;

/** How long after its last poll a page on another replica is considered to be closed, in milliseconds. */
const RUN_FOLLOWER_TTL_MS = 5000;

/**
 * Stores a record, and removes others: the oldest of its group beyond the group's limit, and the oldest of its company
 * beyond the company's bytes. KEYS: the names of the record, then those of the index of the company's records, the newest
 * first. ARGV: the text, its TTL, both limits, the text that it must have now or '', and the names of the group. There is a
 * name for each of SESSION_KEYS. The first ones are written; during a rotation, another replica may have written the others.
 * Returns 1; 0 if the record has another text.
 */
const KEEP_RECORD = `
  local text, ttl, groupLimit, bytesLimit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local names = #KEYS / 2
  if ARGV[5] ~= '' then
    local current
    for number = names, 1, -1 do current = redis.call('GET', KEYS[number]) or current end
    if current ~= ARGV[5] then return 0 end
  end
  local isRecord, isGroup = {}, {}
  for number = 1, names do
    isRecord[KEYS[number]] = true
    isGroup[ARGV[5 + number]] = true
    if number > 1 then redis.call('DEL', KEYS[number]) end
  end
  local now = tonumber(redis.call('TIME')[1]) * 1000
  local bytes, grouped, expires = #text, 1, ttl
  local kept = { { KEYS[1], ARGV[6], #text, now + ttl } }
  for number = names + 1, #KEYS do
    for _, entry in ipairs(cjson.decode(redis.call('GET', KEYS[number]) or '[]')) do
      if not isRecord[entry[1]] and entry[4] > now then
        bytes = bytes + entry[3]
        if isGroup[entry[2]] then grouped = grouped + 1 end
        if bytes > bytesLimit or (isGroup[entry[2]] and grouped > groupLimit) then
          redis.call('DEL', entry[1])
        else
          kept[#kept + 1] = entry
        end
      end
    end
    expires = math.max(expires, redis.call('PTTL', KEYS[number]))
    redis.call('DEL', KEYS[number])
  end
  redis.call('SET', KEYS[1], text, 'PX', ttl)
  redis.call('SET', KEYS[names + 1], cjson.encode(kept), 'PX', expires)
  return 1
`;

function createSharedRecords(redis: Redis, store: RedisStore): RecordStore {
  async function run<T>(work: Parameters<typeof redis.run<T>>[0]): Promise<T> {
    const answer = await redis.run(async client => ({ value: await work(client) }));
    if (!answer) throw new StoreUnavailable();
    return answer.value;
  }
  return {
    async keep(name, text, { ttlMs, company, group, groupLimit, isNew }, expected = '') {
      const [bytes, limit] = [text.length, COMPANY_LIMIT_BYTES];
      if (isNew && bytes > limit) throw new StoreFull();
      const keys = [...store.namesOf('record', name), ...store.namesOf('records', company)];
      const limits = [ttlMs, groupLimit, limit].map(String);
      const args = [text, ...limits, expected, ...store.namesOf('group', group)];
      return (await run(client => client.eval(KEEP_RECORD, { keys, arguments: args }))) === 1;
    },
    async get(name) {
      const texts = await run(client => client.mGet(store.namesOf('record', name)));
      return texts.find(text => text !== null) ?? undefined;
    },
  };
}

const currentRunSchema = v.object({ id: v.string(), sessionId: v.string() });

function createRunSignals(store: RedisStore): RunSignals {
  function parse(run: unknown): CurrentRun | undefined {
    const parsed = v.safeParse(currentRunSchema, run);
    return parsed.success ? parsed.output : undefined;
  }
  return {
    claim: async (userId, run) => parse((await store.claim('run', userId, run, RUN_TTL_MS))?.value) ?? run,
    release: (userId, id) => store.release('run', userId, run => parse(run)?.id === id),
    keepAlive: id => store.set('run-alive', id, true, RUN_HEARTBEAT_TTL_MS),
    isAlive: async id => (await store.get('run-alive', id)) === true,
    follow: id => store.set('run-followed', id, true, RUN_FOLLOWER_TTL_MS),
    isFollowed: async id => (await store.get('run-followed', id)) === true,
  };
}
