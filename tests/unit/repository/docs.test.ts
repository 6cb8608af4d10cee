import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
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
const manifest = JSON.parse(read('package.json'));
const pictures = globSync('docs/*.webp');

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

test('docs/dependencies.md says what each dependency is for', () => {
  const table = read('docs/dependencies.md');
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(/, /));
  const isNamed = (name: string) =>
    named.includes(name) || (name.startsWith('@opentelemetry/') && named.includes('@opentelemetry/…'));
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(packages.filter(name => !name.startsWith('@types/') && !isNamed(name))).toEqual([]);
});
