import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from '@jest/globals';

/** Each folder imports only from itself and from the folders to its left. */
const order = ['shared', 'client', 'views', 'server', 'scripts', 'tests'];
const shipped = order.slice(0, 4);

/** An import: a file of the project, or a package's name. */
interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(file: string, code: string): Import[] {
  const specifiers = code.matchAll(/(?<!')\b(?:from|import) ?\(?\s*'([^']+)'/g);
  return [...specifiers].map(([, to = '']) => ({
    from: file,
    to: to.startsWith('.') ? join(dirname(file), to) : to,
  }));
}

function isForbidden({ from, to }: Import): boolean {
  const [source, target] = [folderIndex(from), folderIndex(to)];
  const within = (folder: string, path: string) => path.startsWith(`${folder}/`);
  return (
    target > source ||
    (within('shared', from) && target !== source) ||
    (within('server', from) && within('client', to)) ||
    (/^server\/(backends|http|leavers|lists|people|removals|spreadsheets|replicas|session|telemetry|workers)\//.test(
      from,
    ) &&
      within('server/pages', to)) ||
    (within('server/lists', from) && /^server\/(backends|workers)\//.test(to)) ||
    (within('server/backends', from) && within('server/workers', to)) ||
    (within('server/leavers', from) && within('server/backends', to)) ||
    (source < folderIndex('scripts') && /^firebase/.test(to) && from !== 'server/backends/firebase.ts')
  );
}

/** Returns the index of a path's folder; -1 for packages. */
function folderIndex(path: string): number {
  return order.indexOf(path.split('/')[0] ?? '');
}

const sources = order
  .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`))
  .map(file => ({ file, code: readFileSync(file, 'utf8') }));

const shippedFilesWith = (text: string) =>
  sources
    .filter(({ file, code }) => shipped.includes(file.split('/')[0] ?? '') && code.includes(text))
    .map(({ file }) => file);

test('a folder imports only from those to its left, and server/ does not import from client/', () => {
  const imports = sources.flatMap(({ file, code }) => importsOf(file, code));
  expect(imports.length).toBeGreaterThan(300);
  expect(imports.filter(isForbidden)).toEqual([]);
});

test.each([
  ['client/main.ts', "import { readConfig } from '../server/config';"],
  ['shared/list-state.ts', "import { readFile } from 'node:fs/promises';"],
  ['views/Layout.tsx', "import type { Config } from '../server/config';"],
  ['server/app.ts', "const { seed } = await import('../scripts/sandbox/seed');"],
  ['server/http/reply.ts', "import type { StatsResult } from '../pages/product/stats';"],
  ['server/backends/scanner.ts', "import type { Workers } from '../workers/workers';"],
  ['server/dependencies.ts', "import { getAuth } from 'firebase-admin/auth';"],
  ['scripts/build/bundle.ts', "import '../../tests/support/data/accounts';"],
])('a forbidden import in %s is detected: %s', (file, code) => {
  expect(importsOf(file, code).filter(isForbidden)).toHaveLength(1);
});

/** Returns the files of each circle in a graph of imports (Tarjan's strongly connected components). */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  function visit(file: string): number {
    const index = lowest.size;
    lowest.set(file, index);
    open.push(file);
    const reached = (imports.get(file) ?? []).map(to =>
      lowest.has(to) ? (open.includes(to) ? (lowest.get(to) ?? index) : index) : visit(to),
    );
    const low = Math.min(index, ...reached);
    lowest.set(file, low);
    if (low === index) found.push(open.splice(open.indexOf(file)));
    return low;
  }
  for (const file of imports.keys()) if (!lowest.has(file)) visit(file);
  return found.filter(({ length }) => length > 1).map(circle => circle.sort());
}

const files = new Set(sources.map(({ file }) => file));
const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(file => files.has(file)) ?? path;

test('no files import each other in a circle', () => {
  const imports = new Map(
    sources.map(({ file, code }) => [file, importsOf(file, code).map(({ to }) => fileOf(to))] as const),
  );
  expect([...imports.values()].flat().filter(to => files.has(to)).length).toBeGreaterThan(300);
  expect(circles(imports)).toEqual([]);
});

test('no folders of server/ import each other in a circle', () => {
  const arrows = sources
    .filter(({ file }) => dirname(file).startsWith('server/'))
    .flatMap(({ file, code }) => importsOf(file, code).map(({ to }) => [file, dirname(fileOf(to))] as const))
    .filter(([file, folder]) => folder.startsWith('server/') && folder !== dirname(file));
  const imports = Map.groupBy(arrows, ([file]) => dirname(file));
  expect(imports.size).toBeGreaterThan(15);
  expect(
    circles(
      new Map([...imports].map(([folder, found]) => [folder, [...new Set(found.map(([, to]) => to))]])),
    ),
  ).toEqual([]);
});

/** The folders of server/pages/ that pages share. */
const sharedByPages = ['lists', 'product', 'people-list'].map(folder => `server/pages/${folder}`);

/** What finds the items of a selection, and its review. */
const leadsToReview = ['server/pages/removals/selection.ts', 'server/pages/removals/open-review.ts'];

test('no page imports another page, but for what leads to a review', () => {
  const imports = sources
    .filter(({ file }) => /^server\/pages\/[^/]+\//.test(file))
    .flatMap(({ file, code }) => importsOf(file, code).map(({ to }) => [file, fileOf(to)] as const))
    .filter(([file, to]) => /^server\/pages\/[^/]+\//.test(to) && dirname(file) !== dirname(to));
  expect(imports.length).toBeGreaterThan(50);
  const others = imports.filter(
    ([, to]) => !sharedByPages.includes(dirname(to)) && !leadsToReview.includes(to),
  );
  expect(others.map(([file, to]) => `${file} → ${to}`)).toEqual([]);
});

test('server/workers and server/lists contain no product-specific code', () => {
  const product = /scanner|ecard|company|lead.?capture|\bcards?\b/i;
  const files = sources.filter(({ file }) => /^server\/(lists|workers)\//.test(file));
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter(({ code }) => product.test(code)).map(({ file }) => file)).toEqual([]);
});

test('only server/config.ts reads the environment, and only server/main.ts uses import.meta', () => {
  expect(shippedFilesWith('process.env')).toEqual(['server/config.ts']);
  expect(shippedFilesWith('import.meta')).toEqual(['server/main.ts']);
});

test('T66: only server/text/normalize.ts normalizes texts, because String.normalize can take quadratic time', () => {
  expect(shippedFilesWith('.normalize(')).toEqual(['server/text/normalize.ts']);
});

const moduleState =
  /^(?:export )?(?:(?:let|var) |const [^=]+= (?:new (?:\w*Map|\w*Set|LRUCache|AsyncLocalStorage)\b[^(]*\(\)|\[\]|\{\});?$)/m;

test('no module that ships has state, which all portals of a process would share', () => {
  const files = sources.filter(({ file }) => shipped.includes(file.split('/')[0] ?? ''));
  expect(files.filter(({ code }) => moduleState.test(code)).map(({ file }) => file)).toEqual([]);
});

test('only RawHtml puts raw HTML into a page, and only these frames of pages and lists use views/rendering/', () => {
  expect(
    shippedFilesWith('dangerouslySetInnerHTML:').concat(shippedFilesWith('dangerouslySetInnerHTML=')),
  ).toEqual(['views/rendering/RawHtml.tsx']);
  const users = sources
    .filter(({ file }) => !file.startsWith('views/rendering/'))
    .flatMap(({ file, code }) => importsOf(file, code))
    .filter(({ to }) => to.startsWith('views/rendering'));
  expect([...new Set(users.map(({ from }) => from))].sort()).toEqual([
    'server/dependencies.ts',
    'server/http/render-page.ts',
    'server/http/stream-page.ts',
    'tests/unit/views/rendering.test.tsx',
    'views/Document.tsx',
    'views/Island.tsx',
    'views/Layout.tsx',
    'views/components/ListSection.tsx',
    'views/components/ListTable.tsx',
    'views/components/PageHead.tsx',
    'views/components/Selection.tsx',
  ]);
});
