import { describe, expect, test } from '@jest/globals';
import { createStatsCache } from '../../../server/backends/stats-cache';
import { callContext as someContext } from '../../support/backends/stand-in-backend';

const SECOND = 1000;

interface Value {
  readonly text: string;
}

/** Returns a cache, a clock, and loads that the test completes. */
function statsCache(bytes = 1000) {
  let time = 0;
  const cache = createStatsCache({ bytes, now: () => time });
  const kind = cache.of<Value>('stats', ({ text }) => text.length);
  const loads: { resolve: (text: string) => void; reject: () => void }[] = [];
  const get = async (context: ReturnType<typeof visitor>, entityId = 'acme') => {
    const { text } = await kind.get(entityId, context, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      loads.push({ resolve: text => resolve({ text }), reject: () => reject(new Error('failed')) });
      return promise;
    });
    return text;
  };
  return {
    cache,
    get,
    loads,
    last: (context: ReturnType<typeof visitor>, age: number) => kind.last('acme', context, age)?.text,
    advanceClock: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Gets a value whose load returns this text. */
    async loaded(text: string, context = visitor()) {
      const answer = get(context);
      loads.at(-1)?.resolve(text);
      return answer;
    },
  };
}

const visitor = ({ userId = 'dana', token = 'token', bypassCache = false } = {}) => ({
  ...someContext(),
  userId,
  token: () => token,
  bypassCache,
});

describe('a recent response of a backend', () => {
  test('P136: is reused for 30 seconds', async () => {
    const { get, loads, loaded, advanceClock } = statsCache();
    await loaded('first');
    advanceClock(30 * SECOND - 1);
    expect(await get(visitor())).toBe('first');
    expect(loads).toHaveLength(1);
    advanceClock(1);
    expect(await loaded('second')).toBe('second');
    expect(loads).toHaveLength(2);
  });

  test.each([
    ['another administrator', visitor({ userId: 'eve' }), 'acme'],
    ['another session of the same administrator', visitor({ token: 'other' }), 'acme'],
    ['another company', visitor(), 'evil'],
  ])('is never used for %s', async (_case, context, entityId) => {
    const { get, loads, loaded } = statsCache();
    await loaded('first');
    const answer = get(context, entityId);
    expect(loads).toHaveLength(2);
    loads.at(-1)?.resolve('their own');
    expect(await answer).toBe('their own');
  });

  test('is never used for a response of another kind', async () => {
    const { cache, loaded } = statsCache();
    await loaded('first');
    const details = cache.of<Value>('details', () => 1);
    expect(await details.get('acme', visitor(), async () => ({ text: 'other' }))).toEqual({ text: 'other' });
  });

  test('is replaced by a reload', async () => {
    const { get, loads, loaded } = statsCache();
    await loaded('first');
    expect(await loaded('second', visitor({ bypassCache: true }))).toBe('second');
    expect(await get(visitor())).toBe('second');
    expect(loads).toHaveLength(2);
  });

  test('P137: is removed by an action of its administrator, and by no other', async () => {
    const { cache, get, loads, loaded } = statsCache();
    await loaded('first');
    await loaded('of eve', visitor({ userId: 'eve' }));
    cache.invalidate('dana');
    expect(await get(visitor({ userId: 'eve' }))).toBe('of eve');
    void get(visitor());
    expect(loads).toHaveLength(3);
  });

  test('is evicted beyond the memory limit, the oldest first', async () => {
    const { get, loads, loaded } = statsCache(10);
    await loaded('12345');
    await loaded('67890', visitor({ userId: 'eve' }));
    await loaded('abcde', visitor({ userId: 'zoe' }));
    expect(await get(visitor({ userId: 'eve' }))).toBe('67890');
    void get(visitor());
    expect(loads).toHaveLength(4);
    await loaded('larger than everything', visitor({ userId: 'max' }));
    expect(await get(visitor({ userId: 'eve' }))).toBe('67890');
  });

  test('can be read without a load, up to a maximum age', async () => {
    const { last, loaded, advanceClock } = statsCache();
    expect(last(visitor(), 60 * SECOND)).toBeUndefined();
    await loaded('first');
    advanceClock(59 * SECOND);
    expect(last(visitor(), 60 * SECOND)).toBe('first');
    advanceClock(SECOND);
    expect(last(visitor(), 60 * SECOND)).toBeUndefined();
  });

  test('is removed after a failed load', async () => {
    const { get, last, loads, loaded } = statsCache();
    await loaded('first');
    const failing = get(visitor({ bypassCache: true }));
    loads.at(-1)?.reject();
    await expect(failing).rejects.toThrow('failed');
    expect(last(visitor(), 60 * SECOND)).toBeUndefined();
  });
});

describe('a load in progress', () => {
  test('T38: is not shared by a reload after an action if it started before the action', async () => {
    const { cache, get, loads } = statsCache();
    const early = get(visitor({ bypassCache: true }));
    cache.invalidate('dana');
    const reload = get(visitor({ bypassCache: true }));
    const elsewhere = get({ ...visitor({ bypassCache: true }), changedAt: 1 });
    expect(loads).toHaveLength(3);
    for (const [index, text] of ['old', 'new', 'newest'].entries()) loads[index]?.resolve(text);
    expect(await Promise.all([early, reload, elsewhere])).toEqual(['old', 'new', 'newest']);
    expect(await get(visitor())).toBe('new');
  });

  test('is not cached if an action has changed the data in the meantime', async () => {
    const { cache, get, loads } = statsCache();
    const early = get(visitor());
    cache.invalidate('dana');
    loads[0]?.resolve('before the action');
    expect(await early).toBe('before the action');
    void get(visitor());
    expect(loads).toHaveLength(2);
  });

  test('is not joined once all of its clients have disconnected', () => {
    const { get, loads } = statsCache();
    const client = new AbortController();
    void get({ ...visitor(), signal: client.signal });
    client.abort();
    void get(visitor());
    expect(loads).toHaveLength(2);
  });
});
