import { expect, test } from '@jest/globals';
import { createNearMatches } from '../../../server/leavers/near-matches';

test.each([
  [1000, 'bob@acme.example'],
  [2200, undefined],
])('T77: an address after %i long ones is near %s', (count, near) => {
  const long = Array.from({ length: count }, (_, index) => `${index}${'x'.repeat(70)}@acme.example`);
  const { want, consider, nearest } = createNearMatches();
  for (const email of ['adda@acme.example', ...long, 'boob@acme.example']) want(email);
  for (const email of ['ada@acme.example', 'bob@acme.example']) consider({ email });
  expect(nearest('adda@acme.example')?.email).toBe('ada@acme.example');
  expect(nearest('boob@acme.example')?.email).toBe(near);
});
