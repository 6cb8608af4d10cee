import { expect, test } from '@jest/globals';
import type { LeaversResult } from '../../../server/leavers/result';
import { selectedPeopleOf } from '../../../server/leavers/selected';

const people = ['ada@acme.example', 'bob@acme.example'];

type Selection = Pick<LeaversResult, 'isSelected' | 'selected' | 'reviewed'>;

const bare: Selection = { isSelected: true, selected: undefined, reviewed: [] };
const other: Selection = { ...bare, isSelected: false };
const card = {
  productKey: 'card',
  id: 'c1',
  name: '',
  recentActivity: 0,
  totalActivity: 0,
  isUsed: false,
} as const;
const reviewed = { selected: ['bob@acme.example'], reviewed: people };

test.each<[string, Selection, Record<string, string>, 'all' | readonly string[]]>([
  ['bare addresses of leavers', bare, {}, 'all'],
  ['any other list', other, {}, []],
  ['bare addresses whose pages were turned', { ...bare, selected: people.slice(1) }, {}, people.slice(1)],
  ['bare addresses that were reviewed', { ...bare, ...reviewed }, {}, []],
  [
    'bare addresses after a failed review',
    { ...bare, ...reviewed },
    { select: 'last' },
    ['bob@acme.example'],
  ],
  ['a text after Cancel', { ...other, ...reviewed }, { select: 'id' }, ['ada@acme.example']],
  ['Select all', other, { select: 'all' }, 'all'],
  ['Select none', bare, { select: 'none' }, []],
  [
    'bare addresses after Cancel of a review that has expired',
    { ...bare, ...reviewed },
    { select: 'gone' },
    [],
  ],
])('P261: who is selected in %s', (_name, given, query, expected) => {
  const review = query.select === 'id' ? { items: [{ ...card, email: 'ada@acme.example' }] } : undefined;
  const selected = selectedPeopleOf(given, query.select, review);
  expect(selected === 'all' ? selected : [...selected]).toEqual(expected);
});
