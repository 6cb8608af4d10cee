import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ProductItem } from '../../../server/backends/product-stats';
import { createList } from '../../../server/lists/list';
import { sortTable } from '../../../server/lists/sort';
import { createTable, rowReader, type Table } from '../../../server/lists/table';
import { joinPeople } from '../../../server/people/join';
import type { Person } from '../../../server/people/person';
import { emailKey } from '../../../server/text/email-address';
import { createWorkers } from '../../../server/workers/workers';
import { anyText, fc } from '../../support/data/properties';
import { closeAfterTest } from '../../support/end';
import { workers } from '../../support/programs/workers';

const tableOf = (rows: readonly ProductItem[]) =>
  createTable(rows, {
    texts: {
      id: row => row.id,
      email: row => row.email,
      name: row => row.name ?? '',
      jobTitle: row => row.jobTitle ?? '',
    },
    counts: { last30Days: row => row.last30Days, total: row => row.total, usage: row => row.usage },
  });

const peopleOf = (license?: Table, card?: Table) => ({ tables: { license, card }, domain: 'a.example' });

function join(
  licenses: readonly ProductItem[] | undefined,
  cards: readonly ProductItem[] | undefined,
): Person[] {
  const table = joinPeople(peopleOf(licenses && tableOf(licenses), cards && tableOf(cards)));
  const readRow = rowReader(table);
  return Array.from({ length: table.length }, (_, row) => readRow(row) as unknown as Person);
}

const license = (id: string, email: string, leads = 0): ProductItem => ({
  ...{ id, email, last30Days: leads, total: leads * 10, usage: 0 },
});

const card = (id: string, email: string, name = '', views = 0): ProductItem => ({
  ...{ id, email, name, jobTitle: `Title of ${name}`, last30Days: views, total: views * 10, usage: 0 },
});

// So few addresses that people often share them, written in several ways.
const address = fc.oneof(
  fc.constantFrom(
    'ada@a.example',
    'Ada@A.example',
    ' ada@a.example',
    'ａｄａ＠a.example',
    'a\u200Bda@a.example',
    '\u00ADada@a.example',
    'é@a.example',
    'e\u0301@a.example',
  ),
  fc.constantFrom('unknown', 'Unknown', 'ben@a.example', 'cleo@a.example', '@', ','),
  anyText({ maxLength: 4 }),
);
const id = fc.oneof(fc.constantFrom('1', '2', ', ', ''), anyText({ maxLength: 3 }));
const count = fc.constantFrom(0, 1, 7, 2 ** 16, 2 ** 40, Number.MAX_VALUE);
const figures = { last30Days: count, total: count, usage: fc.constant(0) };
const anyLicenses = fc.array(fc.record({ id, email: address, ...figures }), { maxLength: 30 });
const anyCards = fc.array(fc.record({ id, email: address, name: id, jobTitle: id, ...figures }), {
  maxLength: 30,
});

const sum = (numbers: readonly number[]) =>
  Math.min(
    Number.MAX_VALUE,
    numbers.reduce((a, b) => a + b, 0),
  );

test('P320: all people together have the licenses and cards of the lists, and the same counts', () => {
  fc.assert(
    fc.property(anyLicenses, anyCards, (licenses, cards) => {
      const people = join(licenses, cards);
      const total = (
        key: { [Key in keyof Person]: Person[Key] extends number ? Key : never }[keyof Person],
      ) => sum(people.map(person => person[key]));
      expect(total('licenses')).toBe(licenses.length);
      expect(total('cards')).toBe(cards.length);
      const last30Days = (items: readonly ProductItem[]) => sum(items.map(item => item.last30Days));
      const ofAllTime = (items: readonly ProductItem[]) => sum(items.map(item => item.total));
      expect(total('leadsLast30Days')).toBeCloseTo(last30Days(licenses));
      expect(total('leadsTotal')).toBeCloseTo(ofAllTime(licenses));
      expect(total('viewsLast30Days')).toBeCloseTo(last30Days(cards));
      expect(total('totalViews')).toBeCloseTo(ofAllTime(cards));
    }),
  );
});

test('P320 P321: no two people have the same address, and nobody has two addresses', () => {
  fc.assert(
    fc.property(anyLicenses, anyCards, (licenses, cards) => {
      const people = join(licenses, cards);
      const keys = people.map(({ email }) => emailKey(email));
      const addresses = keys.filter(key => key.includes('@'));
      expect(new Set(addresses).size).toBe(addresses.length);
      const rows = [...licenses, ...cards];
      expect(new Set(keys)).toEqual(new Set(rows.map(({ email }) => emailKey(email))));
      // A row without an address is nobody else's.
      expect(keys.length - addresses.length).toBe(
        rows.filter(({ email }) => !emailKey(email).includes('@')).length,
      );
    }),
  );
});

test('P326: a search for an address finds its person, in every way in which it is written', async () => {
  await fc.assert(
    fc.asyncProperty(anyLicenses, anyCards, async (licenses, cards) => {
      const table = joinPeople(peopleOf(tableOf(licenses), tableOf(cards)));
      const list = createList<Person>(table, async task => sortTable(task));
      const emails = [...licenses, ...cards].map(({ email }) => email);
      for (const email of emails.filter(text => text.trim() !== '')) {
        const { rows } = await list.pageRows({ query: email, searchIn: ['email'] }, 1);
        expect(rows.map(row => emailKey(row.email))).toContain(emailKey(email));
      }
    }),
    { numRuns: 30 },
  );
});

test('P320 P322: a person has the name of the first card that has one, and all IDs', () => {
  expect(
    join(
      [
        license('U-1', 'Ada@acme.example', 3),
        license('U-2', 'ben@acme.example', 5),
        license('U-3', 'ada@acme.example', 4),
      ],
      [
        card('c1', 'ada@ACME.example', '', 2),
        card('c2', 'ada@acme.example', 'Ada', 1),
        card('c3', 'cleo@acme.example', 'Cleo'),
      ],
    ),
  ).toEqual([
    expect.objectContaining({
      email: 'Ada@acme.example',
      name: 'Ada',
      licenseIds: 'U-1, U-3',
      cardIds: 'c1, c2',
      ...{ licenses: 2, cards: 2, leadsLast30Days: 7, leadsTotal: 70, viewsLast30Days: 3, totalViews: 30 },
    }),
    expect.objectContaining({ email: 'ben@acme.example', name: '', jobTitle: '', cardIds: '', cards: 0 }),
    expect.objectContaining({ email: 'cleo@acme.example', name: 'Cleo', licenseIds: '', licenses: 0 }),
  ]);
});

test('a thread joins long lists, the event loop short ones, with the same result', async () => {
  const rows = (length: number) =>
    tableOf(
      Array.from({ length }, (_, index) => license(`U-${index}`, `ada${index % 1500}@acme.example`, 1)),
    );
  const cards = tableOf([card('c1', 'ada7@acme.example', 'Ada')]);
  const [short, long] = [rows(1000), rows(3000)];
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  expect(await pool.joinPeople(peopleOf(short, cards))).toEqual(joinPeople(peopleOf(short, cards)));
  expect(await pool.joinPeople(peopleOf(long, cards))).toBe('joined');
  // With the real thread.
  expect(await workers.joinPeople(peopleOf(long, cards))).toEqual(joinPeople(peopleOf(long, cards)));
});
