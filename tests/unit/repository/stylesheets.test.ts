import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from '@jest/globals';

const ENTRIES = ['portal', 'start', 'tools'].map(name => `views/styles/${name}.css`);
const TOKENS = 'views/styles/tokens.css';

const sheets = globSync('{client,views}/**/*.css')
  .sort()
  .map(file => ({ file, css: readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));
const components = sheets.filter(({ file }) => !ENTRIES.includes(file) && file !== TOKENS);

const COLOR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|color)\(/gi;

test('an entry imports every stylesheet', () => {
  const entries = sheets.filter(({ file }) => ENTRIES.includes(file)).map(({ css }) => css);
  const imported = [...entries.join('').matchAll(/@import "([^"]+)"/g)].map(([, path = '']) =>
    join('views/styles', path),
  );
  expect([...new Set(imported)].sort()).toEqual(
    sheets.map(({ file }) => file).filter(file => !ENTRIES.includes(file)),
  );
});

test('every color is defined once, in tokens.css', () => {
  for (const { file, css } of components) expect([file, css.match(COLOR) ?? []]).toEqual([file, []]);
  const tokens = sheets.find(({ file }) => file === TOKENS)?.css ?? '';
  const colors: string[] = tokens.match(/#[\da-f]{3,8}\b|rgb\([^)]*\)/gi) ?? [];
  expect(colors.length).toBeGreaterThan(30);
  expect(colors.filter((color, index) => colors.indexOf(color) !== index)).toEqual([]);
});

/** Literals outside of tokens.css, each for a reason. */
const allowedLiterals = [
  // Text for screen readers needs some area.
  'width: 1px',
  'height: 1px',
  'margin: -1px',
  // The first column of figures hides its line.
  'margin-inline-start: calc(-1 * var(--indent) - 1px)',
  'clip-path: inset(0 0 0 calc(var(--indent) + 1px))',
  // The target of a heading includes the lines of its cell.
  'inset: -1px 0',
  // Edges only where the system forces its colors.
  'border: 1px solid',
  // Printed text is smaller, and all scales with it.
  'font-size: 10px',
];

test('every size, weight and radius is a token, except those that a test lists with their reasons', () => {
  const literal = /(?<![\w-])-?\d*\.?\d+(?:px|rem|em|ch|pt)\b|font-weight: \d/;
  for (const { file, css } of components) {
    const found = [...css.matchAll(/^\s*([\w-]+: [^;{]*);/gm)]
      .map(([, declaration = '']) => declaration)
      .filter(declaration => literal.test(declaration) && !allowedLiterals.includes(declaration));
    expect([file, found]).toEqual([file, []]);
  }
  expect('padding: 3px').toMatch(literal);
});

test('every custom property that is used is defined, and the other way around', () => {
  const all = sheets.map(({ css }) => css).join('');
  const names = (pattern: RegExp) =>
    [...new Set(Array.from(all.matchAll(pattern), ([, name]) => name))].sort();
  expect(names(/var\((--[\w-]+)/g)).toEqual(names(/(--[\w-]+):/g));
});

test('every rule is in one of the four layers', () => {
  for (const { file, css } of [...components, { file: TOKENS, css: readFileSync(TOKENS, 'utf8') }]) {
    const topLevel = css.match(/^[^\s}].*(?= \{$)/gm) ?? [];
    const outside = topLevel.filter(rule => !/^@layer (tokens|base|components|adaptations)$/.test(rule));
    expect([file, outside]).toEqual([file, []]);
  }
});

test.each([
  ['no declaration is !important', /!important/],
  ['no selector is repeated to raise its specificity', /(\.[\w-]+)\1(?![\w-])|:nth-child\(n\)/],
])('%s', (_, pattern) => {
  const found = components.filter(({ css }) => pattern.test(css)).map(({ file }) => file);
  expect(found).toEqual([]);
});

test('scripts find elements by data attributes, tags and roles, never by classes', () => {
  const scripts = globSync('client/**/*.{ts,tsx}').map(file => ({ file, code: readFileSync(file, 'utf8') }));
  const selectors =
    /(?:querySelector(?:All)?|closest|matches|closestMatch)(?:<[^>]*>)?\([^)'"`]*['"`]([^'"`]*)/g;
  const byClass = scripts.flatMap(({ file, code }) =>
    [...code.matchAll(selectors)]
      .filter(([, selector = '']) => /\.[a-z]/i.test(selector))
      .map(([call]) => `${file}: ${call}`),
  );
  expect(scripts.length).toBeGreaterThan(10);
  expect(byClass).toEqual([]);
});
