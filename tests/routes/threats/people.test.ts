import { describe, expect, test } from '@jest/globals';
import { readPeople } from '../../../server/leavers/read-people';
import { paths } from '../../../shared/paths';
import { cards, dana, licensesFor, scanner } from '../../support/data/accounts';
import { peopleForm } from '../../support/data/people-form';
import { openPortal } from '../../support/portal/portal';

const MEGABYTE = 1024 * 1024;
const COUNT = 20_000;

test('T64 P295: the page of a result with 20,000 matches is limited', async () => {
  const licenses = licensesFor(COUNT);
  const { browser } = await openPortal({
    accounts: [
      dana({ scanner: scanner({ licensesPurchased: COUNT, licenses }), ecard: cards({ cards: [] }) }),
    ],
    // In a thread, two seconds may be too short on a busy machine.
    replace: ({ workers }) => ({
      workers: { ...workers, readPeople: async input => readPeople(input) },
    }),
  });
  const listed = Array.from({ length: 10_000 }, (_, index) => `p${index}@acme.example`).join('\n');
  for (const [direction, people, matches] of [
    ['left', listed, '10,000 of 10,000'],
    ['stay', 'nobody@acme.example', '20,000 people'],
    ['stay', listed, '10,000 people'],
  ] as const) {
    await browser.submitBody(paths.leavers, peopleForm(people, direction));
    expect(browser.text('main .sentence')).toContain(matches);
    expect(browser.$('main form tbody tr')).toHaveLength(25);
    expect(browser.response.text.length).toBeLessThan(300 * 1024);
  }
});

describe('T56: a megabyte, pasted and as a file, gets an answer of limited size', () => {
  const repeat = (part: string) => part.repeat(MEGABYTE / part.length);

  test.each([
    [
      'addresses',
      Array.from({ length: 9000 }, (_, index) => `p${index}@${'a'.repeat(60)}.example`).join('\n'),
    ],
    ['too many addresses', Array.from({ length: 50_000 }, (_, index) => `p${index}@b.example`).join('\n')],
    ['parts of addresses', repeat('a@')],
    ['combining marks', repeat('\u0301\u0323')],
    ['names', repeat('Aa Bb\n')],
    ['columns', `${'a@b.example;'.repeat(40_000)}\n`.repeat(2)],
    ['one word and an end of an address', `${'x'.repeat(MEGABYTE - 3)} x@`],
    ['commas and brackets', repeat('<a@b.example>,')],
  ])('of %s', (_case, text) => {
    const people = text.slice(0, MEGABYTE);
    const file = { name: 'people.txt', bytes: Buffer.from(people) };
    expect(JSON.stringify(readPeople({ text: people, file })).length).toBeLessThan(3 * MEGABYTE);
  });
});
