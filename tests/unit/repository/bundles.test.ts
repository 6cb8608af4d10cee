import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Bundles } from '../../../scripts/build/bundle';
import { bundledPackages } from '../../../scripts/build/notice';
import { built } from '../../support/programs/project';

/** Licenses that require only attribution, and are compatible with the portal's license. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
]);

// `npm test` has just built the project.
const bundles: Bundles = JSON.parse(readFileSync(process.env.TEST_BUNDLES ?? '', 'utf8'));
const shipping = () => bundledPackages('.', [...bundles.server, ...bundles.client]);

test('scripts/ and tests/ do not ship, and browsers get only client/, shared/ and packages', () => {
  const unexpected = (files: readonly string[], folders: readonly string[]) =>
    files.filter(file => !file.includes('node_modules/') && !folders.includes(file.split('/')[0] ?? ''));
  expect(bundles.server).toContain('server/main.ts');
  // The entry point reads the version of Node that it needs.
  expect(unexpected(bundles.server, ['shared', 'client', 'views', 'server'])).toEqual(['package.json']);
  expect(bundles.client).toContain('client/main.ts');
  const scripts = bundles.client.filter(file => /\.tsx?$/.test(file));
  expect(unexpected(scripts, ['client', 'shared'])).toEqual([]);
});

test('the notice names all packages that ship, and all have an allowed license', async () => {
  const packages = await shipping();
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['express', 'react-dom', '@firebase/auth', 'scheduler']),
  );
  expect(packages.filter(({ license }) => !allowed.has(license))).toEqual([]);

  const notice = await readFile(join(built, 'NOTICE.txt'), 'utf8');
  for (const { name, version, license, text } of packages) {
    expect([name, text.length > 300]).toEqual([name, true]);
    expect(notice).toContain(`\n${name} ${version}\n`);
    expect(notice).toContain(`${license}\n\n${text}\n`);
  }
});

test('docs/vex.json names only installed versions of packages that do not ship', async () => {
  const { statements } = JSON.parse(await readFile('docs/vex.json', 'utf8'));
  const lockFile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const installed = Object.entries<{ version?: string }>(lockFile.packages).map(
    ([folder, { version }]) => `pkg:npm/${folder.split('node_modules/').at(-1)}@${version}`,
  );
  const shipped = (await shipping()).map(({ name, version }) => `pkg:npm/${name}@${version}`);
  expect(statements.length).toBeGreaterThan(0);
  for (const { vulnerability, products, ...statement } of statements) {
    expect(vulnerability.name).toMatch(/^(GHSA(-\w{4}){3}|CVE-\d{4}-\d+)$/);
    expect(statement).toMatchObject({ status: 'not_affected', justification: 'component_not_present' });
    for (const { '@id': purl } of products[0].subcomponents) {
      expect(installed).toContain(purl);
      expect(shipped).not.toContain(purl);
    }
  }
});
