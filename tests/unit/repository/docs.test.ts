import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { messages } from '../../../shared/messages';
import { anchors, prose } from './markdown';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md'),
  ...globSync('deploy/**/*.md'),
];
const read = (file: string) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));
/** Returns the code in the first column of a document's tables. */
const firstColumn = (text: string) =>
  [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
const pictures = globSync('docs/*.webp');

test('each journey in the architecture names at most ten files, which exist', () => {
  const journeys = read('docs/architecture.md').split('\n## Glossary')[0]?.split('\n### ').slice(1) ?? [];
  expect(journeys).toHaveLength(5);
  for (const journey of journeys) {
    const files = [...journey.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(10);
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  }
});

test.each(documents)('%s links to files and headings that exist', document => {
  const text = prose(read(document));
  const targets = [...text.matchAll(/\]\(([^)#:]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  );
  expect(targets.filter(target => !existsSync(join(dirname(document), target)))).toEqual([]);
  const headings = [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, target = '', anchor = '']) => ({
    file: target === '' ? document : join(dirname(document), target),
    anchor,
  }));
  expect(headings.filter(({ file, anchor }) => !anchors(read(file)).includes(anchor))).toEqual([]);
});

test.each(documents.filter(document => document !== 'CHANGELOG.md'))(
  '%s names files that exist',
  document => {
    const named = [
      ...read(document).matchAll(/`((?:client|deploy|docs|scripts|server|shared|tests|views)\/[\w./-]*)`/g),
    ];
    // The guide's own example is added to a copy of the project by tests/unit/repository/code-in-docs.test.ts.
    const missing = named
      .map(([, file = '']) => file)
      .filter(file => !existsSync(file) && !/account/i.test(file));
    expect(missing).toEqual([]);
  },
);

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/adding-a-page-or-action.md'])(
  '%s names functions, types and constants that exist',
  document => {
    const code = globSync('{client,scripts,server,shared,tests,views}/**/*.{ts,tsx}').map(read).join('\n');
    const named = [...prose(read(document)).matchAll(/`([A-Za-z_]\w*)(?:\([^`]*\))?`/g)];
    const missing = named
      .map(([, name = '']) => name)
      .filter(name => !new RegExp(`\\b${name}\\b`).test(code));
    expect(missing).toEqual([]);
  },
);

test('the docs name environment variables that exist', () => {
  const known = read('docs/configuration.md');
  const settings = documents
    .filter(document => document !== 'docs/configuration.md')
    .flatMap(document => [
      ...read(document).matchAll(/^([A-Z][A-Z0-9_]+)=|`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`=]/gm),
    ])
    .map(([, assigned, quoted]) => assigned ?? quoted ?? '');
  expect(settings.length).toBeGreaterThan(20);
  const others = ['FAST_CHECK_SEED', 'NODE_ENV', 'PORTAL_HOST', 'TEST_PATIENCE', 'VALKEY_PASSWORD'];
  // tests/unit/repository/papers.test.ts checks the constants in docs/privacy.md.
  const isOther = (name: string) => others.includes(name) || /_TTL_MS$|^(?:WINDOW|HOUR)_MS$/.test(name);
  expect(settings.filter(name => !known.includes(`\`${name}\``) && !isOther(name))).toEqual([]);
});

test('the README shows every picture in light and dark, each below 60 KB', () => {
  const readme = read('README.md');
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) {
    expect(readme).toContain(`"${picture}"`);
    expect(statSync(picture).size).toBeLessThan(60_000);
    const other = picture.replace(/(light|dark)(?=\.webp$)/, theme => (theme === 'light' ? 'dark' : 'light'));
    expect(pictures).toContain(other);
  }
});

test('the docs name every npm script, and no other script or option', () => {
  const commands = documents.flatMap(document => [
    ...read(document).matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)(?: -- ([^`|#\n]+))?/g),
  ]);
  const options = commands.flatMap(([, script, usual, args = '']) =>
    [...args.matchAll(/--([\w-]+)/g)].map(([, option]) => ({ script: script ?? usual, option })),
  );
  const isKnown = ({ script, option }: (typeof options)[number]) =>
    globSync(`scripts/{${script}.ts,${script}/**/*.ts}`).some(file =>
      new RegExp(`\\b${option}: \\{ type:`).test(read(file)),
    );
  const named = new Set(commands.map(([, script, usual]) => script ?? usual));
  expect([...named].sort()).toEqual(Object.keys(manifest.scripts).sort());
  expect(options.length).toBeGreaterThan(5);
  expect(options.filter(option => !isKnown(option))).toEqual([]);
});

test('docs/dependencies.md says what each dependency is for', () => {
  const table = read('docs/dependencies.md');
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(/, /));
  const isNamed = (name: string) =>
    named.includes(name) || (name.startsWith('@opentelemetry/') && named.includes('@opentelemetry/…'));
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(packages.filter(name => !name.startsWith('@types/') && !isNamed(name))).toEqual([]);
});

test('docs/configuration.md has every setting that the portal reads, and no other', () => {
  const config = read('server/config.ts');
  const names = config.matchAll(/^ {2}(\w+_FILE):|'([A-Z][A-Z0-9_]+)'/gm);
  const settings = [...new Set([...names].map(([, file, setting]) => file ?? setting ?? ''))];
  expect(settings.length).toBeGreaterThan(20);
  const documented = firstColumn(read('docs/configuration.md'));
  expect(documented.toSorted()).toEqual(['PORTAL_ENV', ...settings].toSorted());
});

test('docs/product.md numbers each rule once, and quotes every message of the portal', () => {
  const product = read('docs/product.md');
  const rules = [...product.matchAll(/^- \*\*P(\d+)\.\*\* /gm)].map(([, number]) => Number(number));
  expect(rules.length).toBeGreaterThan(150);
  expect(rules).toEqual([...new Set(rules)]);
  const quoted = new Set([...product.replace(/\s+/g, ' ').matchAll(/“([^”]+)”/g)].map(([, text]) => text));
  const unquoted = Object.values(messages)
    .flatMap(group => Object.values(group))
    .filter(message => !quoted.has(message));
  expect(unquoted).toEqual([]);
});

test('the rules and decisions that files refer to exist', () => {
  const product = read('docs/product.md');
  const files = globSync('{server,views,shared,client,scripts,tests,docs,deploy}/**/*.{ts,tsx,md,css,yaml}', {
    exclude: ['tests/unit/repository/docs.test.ts'],
  });
  const missing = files.flatMap(file => {
    const text = read(file);
    const rules = [...text.matchAll(/\bP(\d{1,3})\b/g)].filter(([, n]) => !product.includes(`**P${n}.**`));
    const decisions = [...text.matchAll(/\bdecisions\/(\d{4})/g)].filter(
      ([, n]) => globSync(`docs/decisions/${n}-*.md`).length !== 1,
    );
    return [...rules, ...decisions].map(([reference]) => `${file}: ${reference}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test('the operations guide names only log lines that the portal writes', () => {
  const guide = read('docs/operations.md');
  const log = guide.slice(guide.indexOf('## Log'), guide.indexOf('## Metrics'));
  const sources = [...globSync('server/**/*.ts'), 'shared/messages.ts'].map(read);
  const named = firstColumn(log).filter(line => line !== 'msg');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(line => !sources.some(text => text.includes(`'${line}'`)))).toEqual([]);
});

test('the dashboard or an alert shows every metric of the portal', () => {
  const own = [...read('server/telemetry/prometheus.ts').matchAll(/name: '(portal_\w+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(own.length).toBeGreaterThan(5);
  const shown = read('deploy/grafana/dashboard.json') + read('deploy/prometheus/alerts.yaml');
  expect(own.filter(name => !shown.includes(name))).toEqual([]);
});
