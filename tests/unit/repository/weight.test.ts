import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { KIBIBYTE } from '../../../shared/units';
import { built, builtFiles } from '../../support/programs/project';

// The build compresses each file separately, as it is sent: browsers get Brotli over HTTPS, and gzip without.
const folder = join(built, 'public', 'assets');
const files = builtFiles()
  .filter(file => dirname(file) === 'public/assets')
  .map(file => basename(file));
const weigh = (pattern: RegExp, encoding = '.br') =>
  files
    .filter(name => pattern.test(name) && name.endsWith(encoding))
    .reduce((total, name) => total + statSync(resolve(folder, name)).size, 0);

test('all scripts that every page loads up front stay light', () => {
  const entry = files.find(name => /^script-\w+\.js$/.test(name)) ?? '';
  const code = readFileSync(resolve(folder, entry), 'utf8');
  const imported = [...code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(([, name = '']) => name);
  const weighAll = (encoding: string) =>
    [entry, ...imported].reduce((sum, name) => sum + weigh(new RegExp(`^${name}`), encoding), 0);
  expect(weighAll('.br')).toBeGreaterThan(1000);
  expect(weighAll('.br')).toBeLessThanOrEqual(2 * KIBIBYTE);
  expect(weighAll('.gz')).toBeLessThanOrEqual(2.5 * KIBIBYTE);
});

test('the stylesheet of lists stays light', () => {
  expect(weigh(/^stylesheet-.*\.css/)).toBeGreaterThan(1000);
  expect(weigh(/^stylesheet-.*\.css/)).toBeLessThanOrEqual(6.5 * KIBIBYTE);
});

test('all scripts together stay light', () => {
  expect(weigh(/\.js/)).toBeGreaterThan(1000);
  expect(weigh(/\.js/)).toBeLessThanOrEqual(72 * KIBIBYTE);
});

test('the image contains only the bundle: no source, package, test or sandbox', () => {
  const others = builtFiles().filter(file => !/^(public\/assets\/[^/]+|[\w-]+\.js(\.map)?)$/.test(file));
  expect(others.sort()).toEqual(['NOTICE.txt', 'package.json', 'public/manifest.json']);
  expect(builtFiles()).toContain('server.js');
  const bytes = builtFiles().reduce((sum, file) => sum + statSync(join(built, file)).size, 0);
  expect(bytes).toBeLessThan(25_000_000);
});
