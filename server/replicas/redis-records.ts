import {
  COMPANY_LIMIT_BYTES,
  type RecordStore,
  STORE_LIMIT_BYTES,
  type StoredText,
  StoreFull,
  StoreUnavailable,
  sizeOfRecord,
} from '../records/store';
import type { Redis } from './redis';

/** How long the accounts live after their last change, in milliseconds. No record lives longer. */
const ACCOUNT_TTL_MS = 60 * 60 * 1000;

/**
 * Stores a text, or deletes it if the new text is ''. Two accounts, of the company and of all companies, each have the names of
 * their texts by the time of their expiry, and their sizes with the sum. The company's texts that expire first make room for a
 * new one. KEYS: the text, then each account. ARGV: the text, its TTL, its size, the text to replace or '', the limits of
 * the accounts, and their TTL. Returns 'kept', 'changed' (the text to replace is not the current one), or 'full', and the
 * names of the texts to remove: a script may only use the names that it declares.
 */
const KEEP = `
  local current = redis.call('GET', KEYS[1])
  if ARGV[4] ~= '' and current ~= ARGV[4] then return { 'changed' } end
  local size = tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local company = { index = KEYS[2], sizes = KEYS[3], limit = tonumber(ARGV[5]) }
  local all = { index = KEYS[4], sizes = KEYS[5], limit = tonumber(ARGV[6]) }

  local function forget(account, name)
    local known = redis.call('HGET', account.sizes, name)
    if known then
      redis.call('HDEL', account.sizes, name)
      redis.call('HINCRBY', account.sizes, 'sum', -known)
    end
    redis.call('ZREM', account.index, name)
  end
  local function isFull(account)
    return (tonumber(redis.call('HGET', account.sizes, 'sum')) or 0) + size > account.limit
  end

  for _, account in ipairs({ company, all }) do
    for _, name in ipairs(redis.call('ZRANGEBYSCORE', account.index, '-inf', now)) do forget(account, name) end
    forget(account, KEYS[1])
    if redis.call('EXISTS', account.index) == 0 then redis.call('DEL', account.sizes) end
  end
  if ARGV[1] == '' then
    redis.call('DEL', KEYS[1])
    return { 'kept' }
  end

  local reply = { 'kept' }
  while isFull(company) do
    local first = redis.call('ZRANGE', company.index, 0, 0)[1]
    if not first then break end
    forget(company, first)
    forget(all, first)
    table.insert(reply, first)
  end
  if not current and isFull(all) then
    reply[1] = 'full'
    return reply
  end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  for _, account in ipairs({ company, all }) do
    redis.call('ZADD', account.index, now + ARGV[2], KEYS[1])
    redis.call('HSET', account.sizes, KEYS[1], size)
    redis.call('HINCRBY', account.sizes, 'sum', size)
    redis.call('PEXPIRE', account.index, ARGV[7])
    redis.call('PEXPIRE', account.sizes, ARGV[7])
  end
  return reply
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

  const accountOf = (companyKey: string) =>
    ['record-expiries', 'record-sizes'].map(kind => nameOf(kind, companyKey));

  async function keep({ name, text, ttlMs, companyKey }: StoredText, expected: string): Promise<boolean> {
    const record = nameOf('record', name);
    const keys = [record, ...accountOf(companyKey), ...accountOf('')];
    const numbers = [COMPANY_LIMIT_BYTES, STORE_LIMIT_BYTES, ACCOUNT_TTL_MS].map(String);
    const size = sizeOfRecord({ name: record, text });
    const reply = await run(client =>
      client.eval(KEEP, { keys, arguments: [text, `${ttlMs}`, `${size}`, expected, ...numbers] }),
    );
    const [result, ...removed] = (reply as string[]).map(String);
    if (removed.length > 0) await run(client => client.del(removed));
    if (result === 'full') throw new StoreFull();
    return result === 'kept';
  }

  return {
    async get(name) {
      const record = nameOf('record', name);
      const [text, leftMs] = await run(client => Promise.all([client.get(record), client.pTTL(record)]));
      return text === null || leftMs < 0 ? undefined : { text, leftMs };
    },
    async put(stored) {
      if (stored.text.length > COMPANY_LIMIT_BYTES) throw new StoreFull();
      await keep(stored, '');
    },
    compareAndSet: keep,
    async delete(record) {
      await keep({ ...record, text: '', ttlMs: 1 }, '');
    },
  };
}
