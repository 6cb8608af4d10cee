import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { testNames } from '../specification/test-names';
import { threats, upcoming } from '../threats';

/** The numbers with which the names of tests begin: 'T21'. T0 are the headers of every response. */
const proven = new Set(
  [...testNames(resolve('tests'))].flatMap(name => {
    const [, number] = / › (T\d+): [^›]*$/.exec(name) ?? [];
    return number === undefined || number === 'T0' ? [] : [number];
  }),
);

describe('the threats', () => {
  test('are those from T1 to T35, each once', () => {
    expect(Object.keys(threats)).toEqual(Array.from({ length: 35 }, (_, index) => `T${index + 1}`));
  });

  test('each have a test whose name begins with their number', () => {
    const unproven = Object.keys(threats).filter(number => !proven.has(number));
    expect(unproven.filter(number => !upcoming.includes(number))).toEqual([]);
  });

  test('are all that the names of tests speak of', () => {
    expect([...proven].filter(number => !(number in threats))).toEqual([]);
  });

  test('wait for a test only as long as they have none', () => {
    expect(upcoming.filter(number => proven.has(number))).toEqual([]);
  });
});
