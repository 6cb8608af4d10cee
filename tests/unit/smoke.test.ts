import { expect, test } from '@jest/globals';
import { exportJWK } from 'jose';

test('x', async () => {
  expect(typeof exportJWK).toBe('function');
});
