import { MINUTE_MS } from '../../shared/units';
import {
  RECORD_LIMIT_BYTES,
  RECORDS_OF_A_KIND,
  type RecordStore,
  STORE_LIMIT_BYTES,
  type StoredText,
  StoreFull,
  StoreUnavailable,
} from '../records/store';
import type { Redis } from './redis';

/** How long groups and sums live after their last change, in milliseconds. No record lives longer. */
const LEDGER_TTL_MS = 62 * MINUTE_MS;

/**
 * Stores a text, or deletes it if the new text is ''. KEYS: the text; the names of its group, the last changed first; how
 * many bytes expire in each minute. ARGV: the text, its TTL, the text to replace or '', the limit of all bytes, the limit of
 * the group, the TTL of the other keys, and the limit of a new text. Returns 'kept', 'changed' (the text to replace is not the
 * current one) or 'full', and the name that the group has no room for: a script may only use the names that it declares.
 */
const KEEP = `
  local current = redis.call('GET', KEYS[1])
  if ARGV[3] ~= '' and current ~= ARGV[3] then return { 'changed' } end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local function minuteIn(ttl) return math.floor((now + ttl) / 60000) end

  local sum = 0
  local bytes = redis.call('HGETALL', KEYS[3])
  for field = 1, #bytes, 2 do
    if tonumber(bytes[field]) < minuteIn(0) then redis.call('HDEL', KEYS[3], bytes[field])
    else sum = sum + bytes[field + 1] end
  end
  local isNew = not current and ARGV[1] ~= ''
  local isFull = sum + #ARGV[1] > tonumber(ARGV[4]) or #ARGV[1] > tonumber(ARGV[7])
  if isNew and isFull then return { 'full' } end

  if current then redis.call('HINCRBY', KEYS[3], minuteIn(redis.call('PTTL', KEYS[1])), -#current) end
  redis.call('LREM', KEYS[2], 0, KEYS[1])
  redis.call('DEL', KEYS[1])
  if ARGV[1] == '' then return { 'kept' } end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('HINCRBY', KEYS[3], minuteIn(ARGV[2]), #ARGV[1])
  redis.call('LPUSH', KEYS[2], KEYS[1])
  local last = redis.call('LINDEX', KEYS[2], ARGV[5])
  redis.call('LTRIM', KEYS[2], 0, ARGV[5] - 1)
  for key = 2, 3 do redis.call('PEXPIRE', KEYS[key], ARGV[6]) end
  return { 'kept', last or nil }
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

  const bytesByMinute = nameOf('record-bytes', '');

  async function keep(record: string, { group, text, ttlMs }: Omit<StoredText, 'name'>, expected = '') {
    const keys = [record, nameOf('record-group', group), bytesByMinute];
    const limits = [STORE_LIMIT_BYTES, RECORDS_OF_A_KIND, LEDGER_TTL_MS, RECORD_LIMIT_BYTES].map(String);
    const reply = await run(client =>
      client.eval(KEEP, { keys, arguments: [text, `${ttlMs}`, expected, ...limits] }),
    );
    const [result, last] = (reply as string[]).map(String);
    if (last !== undefined) await remove(last, group);
    if (result === 'full') throw new StoreFull();
    return result === 'kept';
  }

  async function remove(record: string, group: string): Promise<void> {
    await keep(record, { group, text: '', ttlMs: 1 });
  }

  return {
    async get(name) {
      const record = nameOf('record', name);
      const [text, leftMs] = await run(client => Promise.all([client.get(record), client.pTTL(record)]));
      return text === null || leftMs < 0 ? undefined : { text, leftMs };
    },
    async put(stored) {
      await keep(nameOf('record', stored.name), stored);
    },
    compareAndSet: (stored, expected) => keep(nameOf('record', stored.name), stored, expected),
    delete: ({ name, group }) => remove(nameOf('record', name), group),
  };
}
