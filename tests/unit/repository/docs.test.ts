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
