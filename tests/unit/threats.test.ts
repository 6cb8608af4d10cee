import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { testNames } from '../specification/test-names';
import { threats } from '../threats';

/** The numbers with which the names of tests begin: 'T21'. T0 are the headers of every response. */
const proven = new Set(
  [...testNames(resolve('tests'))].flatMap(name => {
    const [, number] = / › (T\d+): [^›]*$/.exec(name) ?? [];
    return number === undefined || number === 'T0' ? [] : [number];
  }),
);

describe('the threats', () => {
  test('are those of docs/security.md', () => {
    const listed = readFileSync('docs/security.md', 'utf8').match(/(?<=^\| )T\d+(?= \|)/gm);
    expect(listed).toEqual(Array.from({ length: 51 }, (_, index) => `T${index + 1}`));
    expect(Object.keys(threats).filter(number => !listed?.includes(number))).toEqual([]);
  });

  test('each have a test whose name begins with their number', () => {
    expect(Object.keys(threats).filter(number => !proven.has(number))).toEqual([]);
  });

  test('are all that the names of tests speak of', () => {
    expect([...proven].filter(number => !(number in threats))).toEqual([]);
  });
});
