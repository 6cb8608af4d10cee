import {
  COMPANY_LIMIT_BYTES,
  type RecordStore,
  type StoredText,
  StoreFull,
  StoreUnavailable,
} from '../records/store';
import type { Redis } from './redis';

/** How long the index of a company's records lives after its last change, in milliseconds. No record lives longer. */
const INDEX_TTL_MS = 60 * 60 * 1000;

/**
 * Stores a text, and removes the oldest texts of its company beyond the limit in bytes. KEYS: the name of the text, and of the
 * index of the company's texts by the time of their last change. ARGV: the text, its TTL, the limit, the TTL of the index, and
 * the text to replace or ''. Returns 0 if that is not the current text.
 */
const KEEP = `
  if ARGV[5] ~= '' and redis.call('GET', KEYS[1]) ~= ARGV[5] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[2], time[1] * 1000000 + time[2], KEYS[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
  local bytes = 0
  for _, name in ipairs(redis.call('ZREVRANGE', KEYS[2], 0, -1)) do
    local size = redis.call('STRLEN', name)
    bytes = bytes + size
    if size == 0 or (bytes > tonumber(ARGV[3]) and name ~= KEYS[1]) then
      redis.call('DEL', name)
      redis.call('ZREM', KEYS[2], name)
    end
  end
  return 1
`;

/** The records that replicas share through Redis. */
export function createRedisRecords(
  redis: Pick<Redis, 'run'>,
  nameOf: (kind: string, key: string) => string,
): RecordStore {
  async function run<T>(work: Parameters<typeof redis.run<T>>[0]): Promise<T> {
    const reply = await redis.run(async client => ({ value: await work(client) }));
    if (!reply) throw new StoreUnavailable();
    return reply.value;
  }

  async function keep({ name, text, ttlMs, companyKey }: StoredText, expected: string): Promise<boolean> {
    const keys = [nameOf('record', name), nameOf('records', companyKey)];
    const numbers = [ttlMs, COMPANY_LIMIT_BYTES, INDEX_TTL_MS].map(String);
    return (await run(client => client.eval(KEEP, { keys, arguments: [text, ...numbers, expected] }))) === 1;
  }

  return {
    get: async name => (await run(client => client.get(nameOf('record', name)))) ?? undefined,
    async put(stored) {
      if (stored.text.length > COMPANY_LIMIT_BYTES) throw new StoreFull();
      await keep(stored, '');
    },
    compareAndSet: keep,
  };
}
