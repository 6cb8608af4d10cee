import { expect, test } from '@jest/globals';
import type { LeaversResult } from '../../../server/leavers/result';
import { selectedIn } from '../../../server/leavers/selected';

const people = ['ada@acme.example', 'bob@acme.example'];
const none = { addresses: 2, without: 0, unread: [] };
const found: Readonly<Record<'list' | 'text' | 'table', LeaversResult['found']>> = {
  list: { kind: 'list', people: [], ...none },
  text: { kind: 'text', people: [], ...none },
  table: { kind: 'table', columns: [], rows: [], ...none },
};

const answer = (kind: keyof typeof found, changes: Partial<LeaversResult> = {}): LeaversResult => ({
  ...{ companyKey: 'acme', listOf: 'left', found: found[kind], selected: [], reviewed: [] },
  ...changes,
});
const card = {
  product: 'card',
  id: 'c1',
  name: '',
  recentActivity: 0,
  totalActivity: 0,
  isUsed: false,
} as const;
const reviewed = { selected: ['bob@acme.example'], reviewed: people };

test.each<[string, LeaversResult, Record<string, string>, readonly string[]]>([
  ['a plain list of leavers', answer('list'), {}, people],
  ['a plain list of current staff', answer('list', { listOf: 'stay' }), {}, []],
  ['a text', answer('text'), {}, []],
  ['a table', answer('table'), {}, []],
  ['a plain list that was reviewed', answer('list', reviewed), {}, []],
  ['a plain list after a failed review', answer('list', reviewed), { select: 'last' }, ['bob@acme.example']],
  ['a text after Cancel', answer('text', reviewed), { select: 'id' }, ['ada@acme.example']],
  ['Select all', answer('table'), { select: 'all' }, people],
  ['Select none', answer('list'), { select: 'none' }, []],
  [
    'a plain list after Cancel of a review that has expired',
    answer('list', reviewed),
    { select: 'gone' },
    [],
  ],
])('P261: who is selected in %s', (_name, given, query, expected) => {
  const review = query.select === 'id' ? { items: [{ ...card, email: 'ada@acme.example' }] } : undefined;
  expect(people.filter(selectedIn(given, query.select, review))).toEqual(expected);
});
