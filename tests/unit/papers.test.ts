import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md'),
  ...globSync('deploy/**/*.md'),
];
const pictures = globSync('docs/*.webp');

test.each(papers)('%s leads to nothing that is not there', paper => {
  const text = readFileSync(paper, 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#:]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  );
  expect(targets.filter(target => !existsSync(join(dirname(paper), target)))).toEqual([]);
});

test('the README shows every picture in light and dark, and none is heavy', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) {
    expect(readme).toContain(`"${picture}"`);
    expect(statSync(picture).size).toBeLessThan(60_000);
    const other = picture.replace(/(light|dark)(?=\.webp$)/, theme => (theme === 'light' ? 'dark' : 'light'));
    expect(pictures).toContain(other);
  }
});
