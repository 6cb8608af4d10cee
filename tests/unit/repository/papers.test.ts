import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (file: string) => readFileSync(file, 'utf8');
const papers = ['docs/accessibility.md', 'docs/asvs.md', 'docs/privacy.md'];
const tests = globSync('tests/**/*.test.{ts,tsx}')
  .map(read)
  .join('\n')
  .replaceAll('\\', '')
  .replaceAll('’', "'");

/** The number of requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const asvsRequirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

/** The success criteria of WCAG 2.2, levels A and AA; 4.1.1 was removed from it. */
const wcagCriteria =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1
  2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2 1.2.4 1.2.5 1.3.4 1.3.5
  1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4
  3.3.8 4.1.3`.split(/\s+/);

/** Returns the numbered items in the first column of a document's tables: `1.2.3`, or `1.2.3–1.2.6` for a range. */
function numbersIn(document: string): string[] {
  const cells = [...read(document).matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap(cell =>
    [...cell.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(([, section = '', first, last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${section}.${Number(first) + index}`,
      ),
    ),
  );
}

test('docs/asvs.md has a verdict for each requirement of levels 1 and 2, once', () => {
  const numbers = numbersIn('docs/asvs.md');
  expect(numbers).toEqual([...new Set(numbers)]);
  const chapters = asvsRequirements.map(
    (_, index) => numbers.filter(number => number.startsWith(`${index + 1}.`)).length,
  );
  expect(chapters).toEqual(asvsRequirements);
  const rows = read('docs/asvs.md').match(/^\| \d.*$/gm) ?? [];
  expect(
    rows.filter(row => !/ \| (?:met|operator|provider|n\/a|\*\*not met\*\*) \| [^|]+ \|$/.test(row)),
  ).toEqual([]);
});

test('docs/accessibility.md has a verdict for each criterion of WCAG 2.2 A and AA, once', () => {
  expect(numbersIn('docs/accessibility.md').sort()).toEqual(wcagCriteria.toSorted());
  const rows = read('docs/accessibility.md').match(/^\| \d.*$/gm) ?? [];
  expect(
    rows.filter(row => !/ \| (?:supports|partially supports|not applicable) \| [^|]+ \|$/.test(row)),
  ).toEqual([]);
});

test('the tests that docs/accessibility.md quotes exist', () => {
  const report = read('docs/accessibility.md');
  const quoted = [...report.replace(/\s+/g, ' ').matchAll(/“([^”]+)”/g)]
    .map(([, title = '']) => title.replaceAll('’', "'"))
    .filter(title => title !== 'axe');
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter(title => !tests.includes(title))).toEqual([]);
});

test.each(papers)('%s names threats and faults that have a test', paper => {
  const numbers = new Set([...read(paper).matchAll(/\b[TF]\d+\b/g)].map(([number]) => number));
  expect([...numbers].filter(number => !new RegExp(`['"\`(][^'"\`\n]*\\b${number}\\b`).test(tests))).toEqual(
    [],
  );
});

test.each(papers)('%s is short enough to be read', paper => {
  const limit = paper === 'docs/asvs.md' ? 400 : 200;
  expect(read(paper).split('\n').length).toBeLessThan(limit);
});

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 };

test('docs/privacy.md has the retention times of the code', () => {
  const times = [
    ...read('docs/privacy.md').matchAll(
      /(\d+) (second|minute|hour|day)s?[^(|;,]*\(`([A-Z_]+)`(?: in `([\w./-]+)`)?\)/g,
    ),
  ];
  expect(times.length).toBeGreaterThan(9);
  for (const [text, count, unit, name = '', file] of times) {
    const documented = Number(count) * SECONDS[unit as keyof typeof SECONDS];
    const source = file === undefined ? '' : read(file) + read('server/units.ts');
    const actual = file === undefined ? secondsOfSetting(name) : millisecondsOf(name, source) / 1000;
    expect({ text, seconds: actual }).toEqual({ text, seconds: documented });
  }
});

/** Returns the default of a setting, in seconds. Its name ends with its unit. */
function secondsOfSetting(name: string): number {
  const [, value] = new RegExp(`'${name}',[^?]*\\?\\? (\\d+)`).exec(read('server/config.ts')) ?? [];
  return Number(value) * (name.endsWith('HOURS') ? SECONDS.hour : SECONDS.minute);
}

/** Returns the value of a constant that is a product of numbers and other constants of its file or of `units.ts`. */
function millisecondsOf(name: string, source: string): number {
  const [, product] = new RegExp(`const ${name} = ([\\w *]+);`).exec(source) ?? [];
  if (product === undefined) throw new Error(`No constant ${name}`);
  return product
    .split(' * ')
    .map(factor => (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : millisecondsOf(factor, source)))
    .reduce((result, factor) => result * factor, 1);
}
