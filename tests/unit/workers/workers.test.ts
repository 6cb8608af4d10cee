import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CsvBlock } from '../../../server/lists/csv';
import { createTable } from '../../../server/lists/table';
import { createWorkers } from '../../../server/workers/workers';
import { closing, workers } from '../backends/stand-in';

/** A block of a download that is large enough for a worker. */
function largeBlock(): CsvBlock {
  const names = Array.from({ length: 8000 }, (_, row) => `person ${row}`);
  const { texts, length } = createTable(names, { texts: { name: name => name }, counts: {} });
  return { length, columns: [texts.name], headings: undefined, byteOrderMark: false };
}

test('a large answer and a sort never wait behind downloads', async () => {
  const beside = closing(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  const endless = beside.formatCsv(largeBlock());
  endless.catch(() => {});
  const answer = Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }));
  const table = createTable(['b', 'a'], { texts: { name: name => name }, counts: {} });
  expect(await beside.readScannerAnswer([answer])).toBe('answer');
  expect(await beside.sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } })).toBe(
    'sorted',
  );
});

test('T29: emails in a long text are found by a worker, in a short one on the event loop', async () => {
  const beside = closing(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  expect(await beside.findEmails('Ada <ada@acme.example>')).toEqual(['ada@acme.example']);
  expect(await beside.findEmails('ada@acme.example '.repeat(1000))).toBe('found');
  // By the worker that ships.
  expect(await workers().findEmails('ada@acme.example '.repeat(1000))).toEqual(['ada@acme.example']);
});

test('answers that arrive together and are parsed on the event loop let it turn between them', async () => {
  const beside = workers();
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

test('a download whose browser has left is skipped when its turn comes', async () => {
  const beside = workers();
  const gone = new AbortController();
  const blocks = Array.from({ length: 20 }, () => beside.formatCsv(largeBlock(), gone.signal));
  const another = beside.formatCsv(largeBlock());
  gone.abort();
  const made = (await Promise.all(blocks)).filter(bytes => bytes !== undefined);
  expect(made.length).toBeLessThan(3);
  expect(Buffer.from((await another) ?? []).toString()).toMatch(/^person 0\r\n.*person 7999\r\n$/s);
});

test('sorts beyond the sixteenth are refused for a moment', async () => {
  const beside = workers();
  const table = createTable(['b', 'a'], { texts: { name: name => name }, counts: {} });
  const sorts = Array.from({ length: 40 }, () =>
    beside
      .sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } })
      .catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(sorts);
  expect(outcomes.slice(0, 16)).toEqual(Array(16).fill(Uint32Array.of(1, 0)));
  for (const refused of outcomes.slice(16)) expect(refused).toMatchObject({ status: 503, retryAfter: 3 });
});

test.each([
  ['on the event loop', 200],
  ['by a worker', 3 * 1024],
])('a large answer that is parsed %s leaves alone what shares its memory', async (_where, kibibytes) => {
  const json = JSON.stringify({ code: 'ACME', padding: 'x'.repeat(kibibytes * 1024) });
  const together = Buffer.from(`${json}after`);
  const pieces = [together.subarray(0, 1000), together.subarray(1000, -5)];
  expect(await workers().readScannerAnswer(pieces)).toMatchObject({ code: 'ACME' });
  expect(together.subarray(-5).toString()).toBe('after');
});
