import { expect, test } from '@jest/globals';
import type { Answer } from '../../../server/leavers/found';
import { selectedIn } from '../../../server/leavers/selected';

const people = ['ada@acme.example', 'bob@acme.example'];
const none = { addresses: 2, without: 0, unread: [] };
const found: Readonly<Record<'list' | 'text' | 'table', Answer['found']>> = {
  list: { kind: 'list', people: [], ...none },
  text: { kind: 'text', people: [], ...none },
  table: { kind: 'table', columns: [], rows: [], ...none },
};

const answer = (kind: keyof typeof found, changes: Partial<Answer> = {}): Answer => ({
  ...{ company: 'acme', direction: 'left', found: found[kind], selected: [], reviewed: [] },
  ...changes,
});
const reviewed = { selected: ['bob@acme.example'], reviewed: people };

test.each<[string, Answer, Record<string, string>, readonly string[]]>([
  ['a plain list of leavers', answer('list'), {}, people],
  ['a plain list of current staff', answer('list', { direction: 'stay' }), {}, []],
  ['a text', answer('text'), {}, []],
  ['a table', answer('table'), {}, []],
  ['a plain list that was reviewed', answer('list', reviewed), {}, []],
  ['a plain list after Cancel', answer('list', reviewed), { review: 'id' }, ['bob@acme.example']],
  ['a text after Cancel', answer('text', reviewed), { review: 'id' }, ['bob@acme.example']],
  ['Select all', answer('table'), { select: 'all' }, people],
  ['Select none', answer('list'), { select: 'none' }, []],
  ['Select all after Cancel', answer('text', reviewed), { select: 'all', review: 'id' }, people],
])('P261: who is selected in %s', (_name, given, query, expected) => {
  expect(people.filter(selectedIn(given, query))).toEqual(expected);
});
