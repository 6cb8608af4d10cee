import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const KILOBYTE = 1024;

// The build compresses each file separately, as it is sent.
const folder = resolve('dist/public/assets');
const sizes = readdirSync(folder)
  .filter(name => name.endsWith('.gz'))
  .map(name => ({ name, bytes: statSync(resolve(folder, name)).size }));
const weigh = (pattern: RegExp) =>
  sizes.filter(({ name }) => pattern.test(name)).reduce((total, { bytes }) => total + bytes, 0);

test.each([
  ['all script that every page loads up front', /^(script|chunk)-.*\.js/, 2.25],
  ['all scripts together', /\.js/, 80],
  ['the stylesheet', /\.css/, 12],
])('%s stays light', (_, pattern, limit) => {
  expect(weigh(pattern)).toBeGreaterThan(0);
  expect(weigh(pattern)).toBeLessThanOrEqual(limit * KILOBYTE);
});

test('the image contains only the bundle: no source, package, test or sandbox', () => {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const others = files.filter(
    file => !/^dist\/(public\/assets\/[^/]+|[\w-]+\.js(\.map)?|sbom\.cdx\.json)$/.test(file),
  );
  expect(others.sort()).toEqual(['dist/NOTICE.txt', 'dist/package.json', 'dist/public/manifest.json']);
  expect(files).toContain('dist/server.js');
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(25_000_000);
});
