import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

/** A pattern that must not occur in the project's files. */
interface Rule {
  readonly name: string;
  /** Tested against each line. */
  readonly pattern: RegExp;
  /** The files that are searched. */
  readonly files: readonly string[];
}

const everything = [
  '{client,deploy,docs,scripts,server,shared,tests,views}/**/*.{css,json,md,mjs,ts,tsx,yaml,yml,Caddyfile}',
  '.github/**/*.yml',
  '*.{json,md,yaml}',
  'Dockerfile',
];
const find = (patterns: readonly string[]) => patterns.flatMap(pattern => globSync(pattern));

/** This file contains the forbidden patterns. */
const own = 'tests/unit/repository/wording.test.ts';
const except = (files: readonly string[], patterns: readonly string[]) => {
  const excluded = new Set([own, 'package-lock.json', ...find(patterns)]);
  return files.filter(file => !excluded.has(file));
};
const all = except(find(everything), []);

const rules: readonly Rule[] = [
  {
    name: 'P5: “licence” is for the backends’ fields and paths only',
    pattern: /licen[c](?!es(?:Purchased|Claimed)\b|ing(?:\\?\/portal|')|es(?:\\?\/|'))/i,
    files: except(all, ['docs/product.md']),
  },
  {
    name: '“licence” stays in the code that speaks to backends, their stand-ins and tests',
    pattern: /licenc/i,
    files: except(all, ['server/backends/*', 'scripts/{sandbox,bench}/**', 'tests/**', 'docs/product.md']),
  },
  {
    name: 'a decision is named by its file',
    pattern: /(?<!\[)\bdecisions? \d/i,
    files: all,
  },
  {
    name: 'no file refers to a document outside of the repository',
    pattern: /\bspecification\b|\(contract\b|\bissue \d/i,
    files: all,
  },
  {
    name: 'no path or host of one machine',
    pattern:
      /(?<![\w.~-])\/(?:work|tmp\/(?:wt|brief)|home\/\w+|root)\/|registry\.npmjs|\.\.\/shared\/(?:spec|contract|decisions)/,
    files: all,
  },
  {
    name: 'P203: there is no message for cards that could not be added',
    pattern: /Failed to add digital business card/,
    files: find(['{client,server,shared,views}/**/*.{ts,tsx}']),
  },
  {
    name: 'a comment names its subject',
    pattern:
      /(?:\/\/|\/\*\*?|^\s*\*|^\s*#|\{\/\*)\s*(?:Who(?:ever|m|se)?|Nobody|Somebody|Anybody|Everybody)\b|(?:\/\/|\/\*\*?|^\s*\*)\s*(?:What|Where)\b/,
    files: all,
  },
  {
    name: 'no words that only a translation has',
    pattern: /\b(?:mails|informations|whoever|whomever|beside|theEnd|underWay|readAway)\b/i,
    files: all,
  },
];

describe('wording', () => {
  test.each(rules.map(rule => [rule.name, rule] as const))('%s', (_case, { pattern, files }) => {
    expect(files.length).toBeGreaterThan(20);
    const found = files.flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  test.each([
    ['licence', rules[0]],
    [`// (decision ${12})`, rules[2]],
    ['// the specification, section 3', rules[3]],
    ['/home/user/portal', rules[4]],
    ['  // Who comes first', rules[6]],
    ['/** Whoever asks. */', rules[6]],
    ['/** What is sent first. */', rules[6]],
    ['the mails in the inbox', rules[7]],
  ])('%s is found', (text, rule) => {
    expect(rule?.pattern.test(text)).toBe(true);
  });
});
