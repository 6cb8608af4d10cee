import { expect, test } from '@jest/globals';
import { createCompanyCalls } from '../../../server/removals/company-calls';

test('T59: a call that waits for its turn can give up, and is never made', async () => {
  const calls = createCompanyCalls();
  const [run, single] = [calls.join(['acme']), calls.join(['acme'])];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Array.from({ length: 4 }, () => run.call(() => released));
  const deadline = new AbortController();
  let made = 0;
  const late = single.call(async () => made++, deadline.signal);
  deadline.abort(new Error('too late'));
  await expect(late).rejects.toThrow('too late');
  await expect(single.call(async () => made++, deadline.signal)).rejects.toThrow('too late');
  release();
  await Promise.all(held);
  expect(made).toBe(0);

  // Later calls get their turn, and a signal that aborts during one changes nothing.
  const during = new AbortController();
  const answer = single.call(async () => {
    during.abort();
    return 'made';
  }, during.signal);
  expect(await answer).toBe('made');
});
