import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from '@jest/globals';

const shipped = ['shared', 'client', 'views', 'server'];
const folders = [...shipped, 'scripts', 'tests'];

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

const within = (folder: string, path: string) => path.startsWith(`${folder}/`);

/** Whether an import that the drawing allows is forbidden nevertheless. */
function isForbidden({ from, to }: Import): boolean {
  return (
    (within('shared', from) && !within('shared', to)) ||
    (within('server', from) && within('client', to)) ||
    (within('server/compare', from) && within('server/backends', to)) ||
    (!/^(scripts|tests)\//.test(from) && /^firebase/.test(to) && from !== 'server/backends/firebase.ts')
  );
}

const sources = folders
  .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`))
  .map(file => ({ file, code: readFileSync(file, 'utf8') }));

const shippedFilesWith = (text: string) =>
  sources
    .filter(({ file, code }) => shipped.includes(file.split('/')[0] ?? '') && code.includes(text))
    .map(({ file }) => file);

test('server/ does not import from client/, nor compare/ from backends/, and only firebase.ts imports Firebase', () => {
  const imports = sources.flatMap(({ file, code }) => importsOf(file, code));
  expect(imports.length).toBeGreaterThan(300);
  expect(imports.filter(isForbidden)).toEqual([]);
});

/** Returns the files of each cycle in a graph of imports (Tarjan's strongly connected components). */
function cycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
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
  return found.filter(({ length }) => length > 1).map(cycle => cycle.sort());
}

const files = new Set(sources.map(({ file }) => file));
const fileOf = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(file => files.has(file)) ?? path;

test('no files import each other in a cycle', () => {
  const imports = new Map(
    sources.map(({ file, code }) => [file, importsOf(file, code).map(({ to }) => fileOf(to))] as const),
  );
  expect([...imports.values()].flat().filter(to => files.has(to)).length).toBeGreaterThan(300);
  expect(cycles(imports)).toEqual([]);
});

/** The nodes of a drawing, by ID, with the paths in their labels; and its solid arrows. */
function readDrawing(code: string) {
  const nodes = [...code.matchAll(/(\w+)\["([^"]+)"\]/g)].map(
    ([, id = '', label = '']) => [id, label.split('<br>')] as const,
  );
  const arrows = [...code.matchAll(/^ +(\w+)\S* --> (\w+)/gm)].map(
    ([, from = '', to = '']) => [from, to] as const,
  );
  return { nodes, arrows };
}

const [layers, requestPath] = [
  ...readFileSync('docs/architecture.md', 'utf8').matchAll(/^```mermaid\n(.*?)^```$/gms),
].map(([, code = '']) => readDrawing(code));

test('the drawing of the layers has no cycle, its arrows are imports, and imports follow them', () => {
  const { nodes = [], arrows = [] } = layers ?? {};
  const boxOf = (file: string) =>
    nodes.find(([, paths]) =>
      paths.some(path => within(path, file) || file.replace(/\.tsx?$/, '') === path),
    )?.[0];
  expect(sources.filter(({ file }) => boxOf(file) === undefined)).toEqual([]);
  const imports = sources
    .flatMap(({ file, code }) => importsOf(file, code).map(({ to }) => [boxOf(file), boxOf(fileOf(to))]))
    .filter(([from, to]) => to !== undefined && to !== from)
    .map(pair => pair.join(' → '));
  expect(arrows.map(pair => pair.join(' → ')).filter(arrow => !imports.includes(arrow))).toEqual([]);
  const targets = new Map(
    nodes.map(([id]) => [id, arrows.filter(([from]) => from === id).map(([, to]) => to)]),
  );
  expect(cycles(targets)).toEqual([]);
  const reached = (box: string): string[] => [box, ...(targets.get(box) ?? []).flatMap(reached)];
  const allowed = nodes.flatMap(([id]) => reached(id).map(to => `${id} → ${to}`));
  expect([...new Set(imports)].filter(pair => !allowed.includes(pair))).toEqual([]);
});

test('the arrows in the drawing of a request are imports', () => {
  const { nodes = [], arrows = [] } = requestPath ?? {};
  const paths = new Map(nodes.map(([id, [path = '']]) => [id, path]));
  expect(arrows.length).toBeGreaterThan(10);
  const isImport = ([from, to]: readonly [string, string]) =>
    sources
      .filter(({ file }) => file === paths.get(from))
      .some(({ file, code }) => importsOf(file, code).some(found => fileOf(found.to) === paths.get(to)));
  expect(arrows.filter(arrow => !isImport(arrow))).toEqual([]);
});

/** The folders of server/pages/ that pages share. */
const sharedByPages = ['lists', 'product', 'people-list'].map(folder => `server/pages/${folder}`);

/** The code that finds the items of a selection, where it was made, and its review. */
const leadsToReview = [
  'server/pages/compare/lists.ts',
  'server/pages/compare/open-list.ts',
  'server/pages/removals/selection.ts',
  'server/pages/removals/selection-source.ts',
  'server/pages/removals/open-review.tsx',
];

test('no page imports another page, except for products in their list and the code that leads to a review', () => {
  const imports = sources
    .filter(({ file }) => /^server\/pages\/[^/]+\//.test(file))
    .flatMap(({ file, code }) => importsOf(file, code).map(({ to }) => [file, fileOf(to)] as const))
    .filter(([file, to]) => /^server\/pages\/[^/]+\//.test(to) && dirname(file) !== dirname(to));
  expect(imports.length).toBeGreaterThan(50);
  const others = imports.filter(
    ([file, to]) =>
      file !== 'server/pages/product/products.ts' &&
      !sharedByPages.includes(dirname(to)) &&
      !leadsToReview.includes(to),
  );
  expect(others.map(([file, to]) => `${file} → ${to}`)).toEqual([]);
});

test('server/workers and server/lists contain no product-specific code', () => {
  const product = /scanner|ecard|company|lead.?capture|\bcards?\b/i;
  const files = sources.filter(({ file }) => /^server\/(lists|workers)\//.test(file));
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter(({ code }) => product.test(code)).map(({ file }) => file)).toEqual([]);
});

test('only server/config.ts reads the environment, and only the entry points use import.meta', () => {
  expect(shippedFilesWith('process.env')).toEqual(['server/config.ts']);
  expect(shippedFilesWith('import.meta')).toEqual(['server/main.ts', 'server/workers/worker.ts']);
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

test('only rawHtml puts raw HTML into a page, and only these frames of pages and lists use views/rendering/', () => {
  expect(
    shippedFilesWith('dangerouslySetInnerHTML:').concat(shippedFilesWith('dangerouslySetInnerHTML=')),
  ).toEqual(['views/rendering/elements.ts']);
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
    'views/components/Pagination.tsx',
    'views/components/Selection.tsx',
  ]);
});
