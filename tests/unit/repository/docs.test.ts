import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { anchors, prose } from './markdown';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md'),
  ...globSync('deploy/**/*.md'),
];
const read = (file: string) => readFileSync(file, 'utf8');
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

test('documents name files and folders that exist', () => {
  // The guide names new files, and the changelog old ones.
  const missing = documents
    .filter(document => !/adding-a-page|CHANGELOG/.test(document))
    .flatMap(document => {
      const paths = /`((?:\.github|client|deploy|docs|scripts|server|shared|tests|views)\/[\w./-]*)`/g;
      const named = [...read(document).matchAll(paths)].map(([, path = '']) => path);
      return named.filter(path => !existsSync(path)).map(path => `${document}: ${path}`);
    });
  expect(missing).toEqual([]);
});

test('documents name constants and functions of files that have them', () => {
  const places = documents.flatMap(document =>
    [...read(document).matchAll(/((?:`\w+`(?:, | and ))*`\w+`) in\s`(\w[\w/-]*\/[\w-]+\.tsx?)`/g)].map(
      ([, names = '', file = '']) => ({ file, names: names.match(/\w+(?=`)/g) ?? [] }),
    ),
  );
  expect(places.length).toBeGreaterThan(20);
  const missing = places.flatMap(({ file, names }) =>
    names.filter(name => !new RegExp(`\\b${name}\\b`).test(read(file))).map(name => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('documents, code and tests refer to rules and threats that exist', () => {
  const rules = [...read('docs/product.md').matchAll(/^- \*\*(P\d+)\.\*\*/gm)];
  const threats = [...read('docs/security.md').matchAll(/^\| ([TF]\d+) \|/gm)];
  const known = ['T0', ...[...rules, ...threats].map(([, number]) => number)];
  const code = globSync('{client,scripts,server,shared,tests,views}/**/*.{css,ts,tsx}');
  // A number before a quotation mark is data.
  const unknown = [...documents, ...code].flatMap(file =>
    [...read(file).matchAll(/(?<!%)\b[PTF]\d{1,3}\b(?!['"])/g)]
      .filter(([number]) => !known.includes(number))
      .map(([number]) => `${file}: ${number}`),
  );
  expect(unknown).toEqual([]);
});

test('the journeys through the architecture name files, and functions of these files', () => {
  const [, journeys = ''] = read('docs/architecture.md').split(/^## (?:Seven journeys|Other questions)$/m);
  const steps = journeys.split(/^\d+\. /m).map(step => {
    const names = [...step.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    const folder = dirname(names.find(name => name.includes('/')) ?? '');
    const files = names.filter(name => /\.tsx?$/.test(name));
    return {
      files: files.map(name => (name.includes('/') ? name : join(folder, name))),
      functions: names.filter(name => /^[a-z]\w+$/.test(name)),
    };
  });
  const files = steps.flatMap(step => step.files);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
  const unknown = steps.flatMap(step => {
    const code = step.files.map(read).join('\n');
    return step.functions.filter(
      name =>
        !new RegExp(`(?:function|const) ${name}\\b|^ +(?:async )?${name}(?:\\(.*{$|: \\()`, 'm').test(code),
    );
  });
  expect(unknown).toEqual([]);
});

test('the product has at most 300 rules, each with a number of its own and one or two sentences', () => {
  const rules = [...read('docs/product.md').matchAll(/^- \*\*(P\d+)\.\*\* ((?:.|\n(?!- |#|\n))*)/gm)];
  const numbers = rules.map(([, number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeLessThanOrEqual(300);
  // Quotes and brackets have sentences of their own.
  const sentences = (text: string) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/“[^“”]*(?:“[^“”]*”[^“”]*)*”|\([^()]*\)/g, 'Quoted')
      .match(/[.!?](?= |$)/g);
  const long = rules.filter(([, , text = '']) => (sentences(text)?.length ?? 0) > 2);
  expect(long.map(([, number]) => number)).toEqual([]);
});
