import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { publish } from '../../../scripts/build/bundle';
import { temporaryFolder } from '../../support/programs/project';

let dist: string;
beforeEach(async () => {
  dist = join(await temporaryFolder(), 'dist');
});

/** Publishes a build with these files, by name. */
async function publishBuild(files: Readonly<Record<string, string>>): Promise<void> {
  const fresh = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(fresh, name)), { recursive: true });
    writeFileSync(join(fresh, name), text);
  }
  await publish(fresh, dist);
}

const names = async (folder = dist) =>
  (await readdir(folder, { recursive: true })).filter(name => name !== 'package.json').sort();

test('a build replaces the one before, whose other files stay until the next build', async () => {
  await publishBuild({
    'server.js': '1',
    'chunk-A.js': 'a',
    'chunk-B.js': 'b',
    'public/assets/x-1.css': '1',
  });
  await publishBuild({ 'server.js': '2', 'chunk-A.js': 'a', 'public/assets/x-2.css': '2' });
  expect(await readFile(join(dist, 'server.js'), 'utf8')).toBe('2');
  const assets = ['public', 'public/assets'];
  expect(await names()).toEqual([
    ...['chunk-A.js', 'chunk-B.js', ...assets, 'public/assets/x-1.css', 'public/assets/x-2.css', 'server.js'],
  ]);
  await publishBuild({ 'server.js': '3', 'chunk-C.js': 'c' });
  expect(await names()).toEqual([
    'chunk-A.js',
    'chunk-C.js',
    ...assets,
    'public/assets/x-2.css',
    'server.js',
  ]);
});
