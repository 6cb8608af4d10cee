import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const KILOBYTE = 1024;

// The build compresses each file separately, as it is sent: browsers get Brotli over HTTPS, and gzip without.
const folder = resolve('dist/public/assets');
const files = readdirSync(folder);
const weigh = (pattern: RegExp, encoding = '.br') =>
  files
    .filter(name => pattern.test(name) && name.endsWith(encoding))
    .reduce((total, name) => total + statSync(resolve(folder, name)).size, 0);

test('all script that every page loads up front stays light', () => {
  const entry = files.find(name => /^script-\w+\.js$/.test(name)) ?? '';
  const code = readFileSync(resolve(folder, entry), 'utf8');
  const imported = [...code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(([, name = '']) => name);
  const bytes = [entry, ...imported].reduce((sum, name) => sum + weigh(new RegExp(`^${name}`)), 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(2 * KILOBYTE);
});

test('the stylesheet of lists stays light', () => {
  expect(weigh(/^stylesheet-.*\.css/)).toBeGreaterThan(1000);
  expect(weigh(/^stylesheet-.*\.css/)).toBeLessThanOrEqual(6.5 * KILOBYTE);
});

test('all scripts together stay light', () => {
  expect(weigh(/\.js/)).toBeGreaterThan(1000);
  expect(weigh(/\.js/)).toBeLessThanOrEqual(72 * KILOBYTE);
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
