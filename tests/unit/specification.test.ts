import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { specification, upcoming } from '../specification/table';
import { testNames } from '../specification/test-names';

const known = testNames(resolve('tests'));

const sentenceOf = (row: { readonly section: string; readonly sentence: string }) =>
  `${row.section}: ${row.sentence}`;

describe('the table of the specification', () => {
  test('names for each sentence a test that proves it', () => {
    expect(specification.filter(({ tests }) => tests.length === 0).map(sentenceOf)).toEqual([]);
  });

  test('names only tests that exist', () => {
    const missing = specification.flatMap(row =>
      row.tests.filter(name => !known.has(name)).map(name => `${sentenceOf(row)} → ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('has each sentence once, from every section that can be checked', () => {
    const sentences = [...specification, ...upcoming].map(sentenceOf);
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
    const sections = new Set(specification.map(({ section }) => section.split(' ')[0]));
    expect([...sections].toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('tells of each sentence that no test proves yet why that is so', () => {
    expect(upcoming.filter(({ reason }) => reason.trim() === '').map(sentenceOf)).toEqual([]);
  });
});

describe('the names of the tests', () => {
  test('are found as they stand in the sources, with all that is around them', () => {
    expect(known).toContain(
      'unit/specification.test.ts › the table of the specification › names only tests that exist',
    );
    expect(known).toContain('routes/cards.test.ts › $words leaves the dialog of "$dialog" with no change');
    expect(known).toContain(
      'routes/actions.test.ts › $action › T22: needs the role: without it no call is made',
    );
    expect(known).not.toContain('unit/specification.test.ts › the names of the tests');
  });
});
