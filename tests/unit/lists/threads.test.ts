import { expect, test } from '@jest/globals';
import { PageError } from '../../../server/errors';
import type { CsvBlock } from '../../../server/lists/csv';
import { createTable } from '../../../shared/table';
import { threads } from '../backends/stand-in';

/** A block of a download that is large enough for a thread. */
function largeBlock(): CsvBlock {
  const names = Array.from({ length: 8000 }, (_, row) => `person ${row}`);
  const { texts, length } = createTable(names, { texts: { name: name => name }, counts: {} });
  return { length, columns: [texts.name], headings: undefined, byteOrderMark: false };
}

test('a large answer and an order have few blocks of downloads to wait for, however many there are', async () => {
  const beside = threads();
  const done: string[] = [];
  const note = async (what: string, work: Promise<unknown>) => {
    await work;
    done.push(what);
  };
  const blocks = Array.from({ length: 60 }, () => note('block', beside.formatCsv(largeBlock())));
  const answer = Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }));
  const table = createTable(['b', 'a'], { texts: { name: name => name }, counts: {} });
  const others = [
    note('answer', beside.readScannerAnswer([answer])),
    note('order', beside.sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } })),
  ];
  await Promise.all([...blocks, ...others]);
  expect(done).toHaveLength(62);
  expect(done.indexOf('answer')).toBeLessThan(20);
  expect(done.indexOf('order')).toBeLessThan(20);
});

test('answers that come at once and are read on the spot let others have their turn between them', async () => {
  const beside = threads();
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const answer = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });
  const readAt = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await beside.readScannerAnswer([Buffer.from(answer)]);
      return turns;
    }),
  );
  clearImmediate(counting);
  expect(new Set(readAt).size).toBe(5);
});

test('nothing is done for a download that its browser has left before its turn came', async () => {
  const beside = threads();
  const gone = new AbortController();
  const blocks = Array.from({ length: 20 }, () => beside.formatCsv(largeBlock(), gone.signal));
  const another = beside.formatCsv(largeBlock());
  gone.abort();
  const made = (await Promise.all(blocks)).filter(bytes => bytes !== undefined);
  expect(made.length).toBeLessThan(3);
  expect(Buffer.from((await another) ?? []).toString()).toMatch(/^person 0\r\n.*person 7999\r\n$/s);
});

test('a crowd of orders keeps no answer waiting, and is sent away from some number on', async () => {
  const beside = threads();
  const names = Array.from({ length: 100_000 }, (_, row) => `person ${(row * 7919) % 100_000}`);
  const table = createTable(names, { texts: { name: name => name }, counts: {} });
  let made = 0;
  const orders = Array.from({ length: 40 }, () =>
    beside.sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } }).then(
      () => made++,
      (error: unknown) => error,
    ),
  );
  const answer = Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }));
  await beside.readScannerAnswer([answer]);
  // Not all of the sixteen, however busy the machine is.
  expect(made).toBeLessThan(12);
  const outcomes = await Promise.all(orders);
  const sentAway = outcomes.filter(outcome => outcome instanceof PageError);
  expect(sentAway.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(Array(24).fill([503, 3]));
  expect(made).toBe(16);
});

test.each([
  ['read on the spot', 200],
  ['read by a thread', 3 * 1024],
])('the memory of a large answer is free as soon as it was read: %s', async (_where, kibibytes) => {
  const body = Buffer.from(JSON.stringify({ code: 'ACME', padding: 'x'.repeat(kibibytes * 1024) }));
  expect(await threads().readScannerAnswer([body])).toMatchObject({ code: 'ACME' });
  expect(body.byteLength).toBe(0);
});

test('a small answer leaves alone what shares its memory', async () => {
  const together = Buffer.from(`${JSON.stringify({ code: 'ACME' })}after`);
  const body = together.subarray(0, -5);
  expect(await threads().readScannerAnswer([body])).toMatchObject({ code: 'ACME' });
  expect(together.toString()).toMatch(/after$/);
});
