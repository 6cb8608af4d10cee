import { describe, expect, test } from '@jest/globals';
import type { CallContext } from '../../../server/backends/call';
import { createStatsCache } from '../../../server/backends/stats-cache';
import { SECOND_MS } from '../../../shared/units';
import { callContext as someContext } from '../../support/backends/stand-in-backend';
import { eventually } from '../../support/time/eventually';

interface Value {
  readonly text: string;
}

/** Returns a cache, a clock, and fetches that the test completes. */
function statsCache(bytes = 1000) {
  let time = 0;
  const cache = createStatsCache({ bytes, now: () => time });
  const kind = cache.of<Value>('stats', ({ text }) => text.length);
  const fetches: { resolve: (text: string) => void; reject: () => void; signal: AbortSignal | undefined }[] =
    [];
  const get = async (context: CallContext, entityId = 'acme') => {
    const { text } = await kind.get(entityId, context, ({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      fetches.push({ resolve: text => resolve({ text }), reject: () => reject(new Error('failed')), signal });
      return promise;
    });
    return text;
  };
  return {
    cache,
    get,
    fetches,
    last: (context: CallContext, age: number) => kind.last('acme', context, age)?.text,
    advanceClock: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Gets a value whose fetch returns this text. */
    async fetched(text: string, context = visitor(), entityId = 'acme') {
      const answer = get(context, entityId);
      fetches.at(-1)?.resolve(text);
      return answer;
    },
  };
}

const visitor = ({ userId = 'dana', token = 'token', bypassCache = false } = {}) => ({
  ...someContext(),
  userId,
  token: () => token,
  bypassCache,
  signal: new AbortController().signal,
});

describe('a recent response of a backend', () => {
  test('P136: is reused for 30 seconds', async () => {
    const { get, fetches, fetched, advanceClock } = statsCache();
    await fetched('first');
    advanceClock(30 * SECOND_MS - 1);
    expect(await get(visitor())).toBe('first');
    expect(fetches).toHaveLength(1);
    advanceClock(1);
    expect(await fetched('second')).toBe('second');
    expect(fetches).toHaveLength(2);
  });

  test.each([
    ['another administrator', visitor({ userId: 'eve' }), 'acme'],
    ['another session of the same administrator', visitor({ token: 'other' }), 'acme'],
    ['the same administrator after a change', { ...visitor(), changedAt: '1' }, 'acme'],
    ['another company', visitor(), 'evil'],
  ])('is never used for %s', async (_case, context, entityId) => {
    const { get, fetches, fetched } = statsCache();
    await fetched('first');
    const answer = get(context, entityId);
    expect(fetches).toHaveLength(2);
    fetches.at(-1)?.resolve('their own');
    expect(await answer).toBe('their own');
  });

  test('is never used for a response of another kind', async () => {
    const { cache, fetched } = statsCache();
    await fetched('first');
    const details = cache.of<Value>('details', () => 1);
    expect(await details.get('acme', visitor(), async () => ({ text: 'other' }))).toEqual({ text: 'other' });
  });

  test('is replaced by a reload', async () => {
    const { get, fetches, fetched } = statsCache();
    await fetched('first');
    expect(await fetched('second', visitor({ bypassCache: true }))).toBe('second');
    expect(await get(visitor())).toBe('second');
    expect(fetches).toHaveLength(2);
  });

  test('is evicted beyond the memory limit, the oldest first', async () => {
    const { get, fetches, fetched } = statsCache(10);
    await fetched('12345');
    await fetched('67890', visitor({ userId: 'eve' }), 'globex');
    await fetched('abcde', visitor({ userId: 'zoe' }), 'initech');
    expect(await get(visitor({ userId: 'eve' }), 'globex')).toBe('67890');
    void get(visitor());
    expect(fetches).toHaveLength(4);
    await fetched('larger than everything', visitor({ userId: 'max' }), 'hooli');
    expect(await get(visitor({ userId: 'eve' }), 'globex')).toBe('67890');
  });

  test('can be read without a fetch, up to a maximum age', async () => {
    const { last, fetched, advanceClock } = statsCache();
    expect(last(visitor(), 60 * SECOND_MS)).toBeUndefined();
    await fetched('first');
    advanceClock(59 * SECOND_MS);
    expect(last(visitor(), 60 * SECOND_MS)).toBe('first');
    advanceClock(SECOND_MS);
    expect(last(visitor(), 60 * SECOND_MS)).toBeUndefined();
  });

  test('is removed after a failed fetch', async () => {
    const { get, last, fetches, fetched } = statsCache();
    await fetched('first');
    const failing = get(visitor({ bypassCache: true }));
    fetches.at(-1)?.reject();
    await expect(failing).rejects.toThrow('failed');
    expect(last(visitor(), 60 * SECOND_MS)).toBeUndefined();
  });
});

describe('a fetch in progress', () => {
  test('T38: is shared by a reload, but not by an action or after a change', async () => {
    const { get, fetches } = statsCache();
    const [early, again] = [get(visitor({ bypassCache: true })), get(visitor({ bypassCache: true }))];
    const { signal: _, ...action } = visitor({ bypassCache: true });
    const others = [get(action), get({ ...visitor({ bypassCache: true }), changedAt: '1' })];
    expect(fetches).toHaveLength(3);
    for (const [index, text] of ['old', 'of the action', 'new'].entries()) fetches[index]?.resolve(text);
    expect(await Promise.all([early, again, ...others])).toEqual(['old', 'old', 'of the action', 'new']);
    expect(await get({ ...visitor(), changedAt: '1' })).toBe('new');
  });

  test('is aborted, and no longer joined, soon after all of its clients have disconnected', async () => {
    const { get, fetches } = statsCache();
    const client = new AbortController();
    void get({ ...visitor(), signal: client.signal });
    client.abort();
    await eventually('the fetch is aborted', async () => fetches[0]?.signal?.aborted === true);
    void get(visitor());
    expect(fetches).toHaveLength(2);
  });
});
