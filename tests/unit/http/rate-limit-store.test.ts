import { expect, test } from '@jest/globals';
import { createRateLimitStore } from '../../../server/http/rate-limit-store';

test('T37: the counts of a limit have a memory limit, beyond which the oldest are dropped', () => {
  const store = createRateLimitStore();
  store.init({ windowMs: 60_000 });
  const hits = (key: string) => store.increment(key).totalHits;
  expect([hits('first'), hits('first'), hits('second')]).toEqual([1, 2, 1]);
  for (let key = 0; key < 100_000; key++) {
    hits(String(key));
    if (key % 1000 === 0) hits('active');
  }
  expect([hits('first'), hits('second'), hits('99999'), hits('active')]).toEqual([1, 1, 2, 101]);
});
