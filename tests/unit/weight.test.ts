import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const KILOBYTE = 1024;

// The build compresses each file by itself, as it is sent.
const folder = resolve('dist/public/assets');
const sizes = readdirSync(folder)
  .filter(name => name.endsWith('.gz'))
  .map(name => ({ name, bytes: statSync(resolve(folder, name)).size }));
const weigh = (pattern: RegExp) =>
  sizes.filter(({ name }) => pattern.test(name)).reduce((total, { bytes }) => total + bytes, 0);

test.each([
  ['all script that every page loads up front', /^(script|chunk)-.*\.js/, 2],
  ['all scripts together', /\.js/, 80],
  ['the stylesheet', /\.css/, 12],
])('%s stays light', (_, pattern, limit) => {
  expect(weigh(pattern)).toBeGreaterThan(0);
  expect(weigh(pattern)).toBeLessThanOrEqual(limit * KILOBYTE);
});
