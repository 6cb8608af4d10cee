import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  compareList,
  findAddress,
  LINE_SEPARATOR,
  type ListToCompare,
} from '../../../server/compare/compare-list';
import { findWords } from '../../../server/compare/names';
import { type ListToRead, readList } from '../../../server/compare/read-list';
import { textAt, textColumn } from '../../../server/lists/columns';
import { workbookOf, workbookOfRows } from '../../support/data/workbook';

const STATES = ['no', 'perhaps', 'yes'] as const;

/** People by the names before their @, with the names on their cards; '' for none. */
const peopleOf = (people: Readonly<Record<string, string>>) => ({
  emails: textColumn(Object.keys(people).map(name => (name.includes('@') ? name : `${name}@acme.example`))),
  names: textColumn(Object.values(people)),
});

type Given = Partial<ListToRead> &
  Partial<Omit<ListToCompare, 'people'>> & { people?: Readonly<Record<string, string>> };

/** Who of some people is in a list, with the lines. */
function compare(list: string | Given, known: Readonly<Record<string, string>> = {}) {
  const given = typeof list === 'string' ? { text: list } : list;
  const people = peopleOf(given.people ?? known);
  const read = readList({ text: '', people, ...given });
  if ('refused' in read) throw new Error(JSON.stringify(read));
  const compared = compareList({ ownEmail: 'me@acme.example', ...given, people, content: read.content });
  const { people: table, others } = compared;
  const rows = Array.from({ length: table.length }, (_, row) => ({
    email: textAt(people.emails, row).replace('@acme.example', ''),
    state: STATES[table.counts.inList?.[row] ?? 0],
    line: textAt(table.texts.line ?? textColumn([]), row),
  }));
  return {
    ...compared,
    list: read,
    lines: Object.fromEntries(
      rows.map(({ email, state, line }) => [email, state === 'no' ? 'no' : `${state}: ${line}`]),
    ),
    states: Object.fromEntries(rows.map(({ email, state }) => [email, state])),
    others: Array.from({ length: others.length }, (_, row) =>
      textAt(others.texts.email ?? textColumn([]), row),
    ),
  };
}

const file = (name: string, content: string | Uint8Array) => ({
  file: { name, bytes: typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content },
});

describe('who is in a list', () => {
  test('people by address, perhaps people by name or by their address before the @, and nobody else', () => {
    const text = readFileSync('scripts/sandbox/leavers-november.txt', 'utf8');
    const people = {
      'kavya.nair': '',
      'ben.okafor': 'Ben Okafor',
      'yuki.tanaka': 'Yuki Tanaka',
      'zoe.schmidt2': 'Zoë Schmidt',
      'ada.byron': 'Ada Byron',
    };
    const emails = Object.fromEntries(
      Object.entries(people).map(([name, full]) => [`${name}@turnover.example`, full]),
    );
    const { lines, others } = compare(text, emails);
    expect(lines).toEqual({
      'kavya.nair@turnover.example': 'perhaps: - Kavya Nair',
      'ben.okafor@turnover.example': 'yes: - Ben Okafor <ben.okafor@turnover.example>',
      'yuki.tanaka@turnover.example': 'perhaps: - Yuki Tanaka <yuki.tanka@turnover.example>',
      'zoe.schmidt2@turnover.example': 'perhaps: - Zoe Schmidt',
      'ada.byron@turnover.example': 'no',
    });
    expect(others).toContain('yuki.tanka@turnover.example');
  });
});

test('marks', () => {
  expect(findAddress('Ada <ADA@acme.example>', 'ada@acme.example')).toMatchObject({ start: 5, end: 21 });
  expect(findWords('Nair, Kavya', 'kavya.nair+x@acme.example')).toEqual([
    { start: 0, end: 4 },
    { start: 6, end: 11 },
  ]);
  expect([LINE_SEPARATOR, workbookOf, workbookOfRows, file].length).toBe(4);
});
