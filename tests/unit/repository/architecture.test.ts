import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from '@jest/globals';
import { build } from '../../../scripts/bundle';
import { copyProject } from '../../support/project';

/** A folder imports only from those to its left, and itself. */
const order = ['shared', 'client', 'views', 'server', 'scripts', 'tests'];
const shipped = order.slice(0, 4);

/** An import: a file of the project, or a package's name. */
interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(file: string, code: string): Import[] {
  const specifiers = code.matchAll(/\b(?:from|import) ?\(?\s*'([^']+)'/g);
  return [...specifiers].map(([, to = '']) => ({
    from: file,
    to: to.startsWith('.') ? join(dirname(file), to) : to,
  }));
}

function isForbidden({ from, to }: Import): boolean {
  const [source, target] = [place(from), place(to)];
  const within = (folder: string, path: string) => path.startsWith(`${folder}/`);
  return (
    target > source ||
    (within('shared', from) && target !== source) ||
    (within('server', from) && within('client', to)) ||
    (/^server\/(backends|http|lists|replicas|session|telemetry|workers)\//.test(from) &&
      within('server/pages', to)) ||
    (within('server/lists', from) && /^server\/(backends|workers)\//.test(to)) ||
    (within('server/backends', from) && within('server/workers', to)) ||
    (source < place('scripts') && /^firebase/.test(to) && from !== 'server/backends/firebase.ts')
  );
}

/** -1 for packages. */
function place(path: string): number {
  return order.indexOf(path.split('/')[0] ?? '');
}

const sources = order
  .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`))
  .map(file => ({ file, code: readFileSync(file, 'utf8') }));

const shippedFilesWith = (text: string) =>
  sources
    .filter(({ file, code }) => shipped.includes(file.split('/')[0] ?? '') && code.includes(text))
    .map(({ file }) => file);

test('a folder imports only from those to its left, and the server reaches client/ only through views/', () => {
  const imports = sources.flatMap(({ file, code }) => importsOf(file, code));
  expect(imports.length).toBeGreaterThan(300);
  expect(imports.filter(isForbidden)).toEqual([]);
});

test.each([
  ['client/main.ts', "import { readConfig } from '../server/config';"],
  ['shared/list.ts', "import { readFile } from 'node:fs/promises';"],
  ['shared/list.ts', "export { useState } from 'react';"],
  ['views/Layout.tsx', "import type { Config } from '../server/config';"],
  ['server/app.ts', "const { seed } = await import('../scripts/sandbox/seed');"],
  ['server/pages/layout.ts', "import { copyText } from '../../client/clipboard';"],
  ['server/backends/call.ts', "import { csv } from '../pages/csv';"],
  ['server/http/reply.ts', "import type { StatsResult } from '../pages/product/stats';"],
  ['server/lists/list.ts', "import type { Body } from '../backends/wire';"],
  ['server/backends/scanner.ts', "import type { Workers } from '../workers/workers';"],
  ['server/dependencies.ts', "import { getAuth } from 'firebase-admin/auth';"],
  ['scripts/bundle.ts', "import '../tests/support/accounts';"],
])('in %s this would be found: %s', (file, code) => {
  expect(importsOf(file, code).filter(isForbidden)).toHaveLength(1);
});

test('what ships reads the environment in its configuration, and asks where it runs at its start, only', () => {
  expect(shippedFilesWith('process.env')).toEqual(['server/config.ts']);
  expect(shippedFilesWith('import.meta')).toEqual(['server/main.ts']);
});

const moduleState =
  /^(?:export )?(?:(?:let|var) |const [^=]+= (?:new (?:\w*Map|\w*Set|LRUCache|AsyncLocalStorage)\b[^(]*\(\)|\[\]|\{\});?$)/m;

test('no module that ships has state: it would be shared by all portals, and by all tests of a worker', () => {
  const files = sources.filter(({ file }) => shipped.includes(file.split('/')[0] ?? ''));
  expect(files.filter(({ code }) => moduleState.test(code)).map(({ file }) => file)).toEqual([]);
});

test.each([
  'let count = 0;',
  'export let count: number | undefined;',
  'const sessions = new Map<string, Session>();',
  'const seen: Set<string> = new Set();',
  'export const names = new WeakMap<object, string>();',
  'const queue: string[] = [];',
  'const byName: Record<string, number> = {};',
])('this would be found as state of a module: %s', code => {
  expect(moduleState.test(`import { z } from 'z';\n\n${code}\n`)).toBe(true);
});

test('only one component puts raw HTML into a page, and only frames of pages and lists use rendering/', () => {
  expect(
    shippedFilesWith('dangerouslySetInnerHTML:').concat(shippedFilesWith('dangerouslySetInnerHTML=')),
  ).toEqual(['views/rendering/RawHtml.tsx']);
  const users = sources
    .filter(({ file }) => !file.startsWith('views/rendering/'))
    .flatMap(({ file, code }) => importsOf(file, code))
    .filter(({ to }) => to.startsWith('views/rendering'));
  expect([...new Set(users.map(({ from }) => from))].sort()).toEqual([
    'server/dependencies.ts',
    'server/http/reply.ts',
    'tests/unit/views/rendering.test.tsx',
    'views/Document.tsx',
    'views/Island.tsx',
    'views/Layout.tsx',
    'views/components/IdList.tsx',
    'views/components/ListSection.tsx',
    'views/components/ListTable.tsx',
    'views/components/PageHead.tsx',
    'views/components/ProductPage.tsx',
    'views/components/RequestLicenses.tsx',
  ]);
});

test('nothing of scripts/ or tests/ ships, and browsers get client/, shared/ and packages only', async () => {
  const bundles = await build(await copyProject());
  const strangers = (files: readonly string[], allowed: readonly string[]) =>
    files.filter(file => !file.includes('node_modules/') && !allowed.includes(file.split('/')[0] ?? ''));
  expect(bundles.server).toContain('server/main.ts');
  expect(strangers(bundles.server, shipped)).toEqual([]);
  expect(bundles.client).toContain('client/main.ts');
  const scripts = bundles.client.filter(file => /\.tsx?$/.test(file));
  expect(strangers(scripts, ['client', 'shared'])).toEqual([]);
});
