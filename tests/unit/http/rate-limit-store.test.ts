import { expect, test } from '@jest/globals';
import { createRateLimitStore } from '../../../server/http/rate-limit-store';

test('T37: the counts of a limit have a memory limit, beyond which the oldest are dropped', async () => {
  const store = createRateLimitStore('test');
  store.init({ windowMs: 60_000 });
  const hits = async (key: string) => (await store.increment(key)).totalHits;
  expect([await hits('first'), await hits('first'), await hits('second')]).toEqual([1, 2, 1]);
  for (let key = 0; key < 100_000; key++) {
    await hits(String(key));
    if (key % 1000 === 0) await hits('active');
  }
  const last = await Promise.all(['first', 'second', '99999', 'active'].map(hits));
  expect(last).toEqual([1, 1, 2, 101]);
});
