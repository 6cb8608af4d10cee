import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { textColumn } from '../../../server/lists/columns';
import type { CsvBlock } from '../../../server/lists/csv';
import { createTable } from '../../../server/lists/table';
import { createWorkers } from '../../../server/workers/workers';
import { closeAfterTest } from '../../support/end';
import { workers } from '../../support/programs/workers';

/** Returns a block of a download that is large enough for a worker. */
function largeBlock(): CsvBlock {
  const names = Array.from({ length: 8000 }, (_, row) => `person ${row}`);
  const { texts, length } = createTable(names, { texts: { name: name => name }, counts: {} });
  return { length, columns: Object.values(texts), headings: undefined, byteOrderMark: false };
}

test('parsing a large response and sorting never wait for downloads', async () => {
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  const endless = pool.formatCsv(largeBlock());
  endless.catch(() => {});
  const answer = Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }));
  const table = createTable(['b', 'a'], { texts: { name: name => name }, counts: {} });
  expect(await pool.parseStats({ productKey: 'license', body: [answer], now: 0 }, 60_000)).toBe('answer');
  expect(await pool.sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } })).toBe('sorted');
});

test('T29 T56: a thread reads every list, even a short one, and compares it', async () => {
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  expect(await pool.readList({ text: 'ada@acme.example' }, 'dana')).toBe('read');
  // With the real thread.
  const list = await workers.readList({ text: 'ada@acme.example' }, 'dana');
  if ('refused' in list) throw new Error(list.refused);
  const people = { emails: textColumn(['Ada@acme.example']), names: textColumn(['']) };
  const compared = await workers.compareList({ content: list.content, people, ownEmail: '' }, 'dana');
  expect([...(compared.people.counts.inList ?? [])]).toEqual([2]);
});

test('T56: administrators take turns: a second file of one waits for the first file of another', async () => {
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  const read: string[] = [];
  const send = async (userId: string) => {
    await pool.readList({ text: '', file: { name: 'a.txt', bytes: Buffer.from('a') } }, userId);
    read.push(userId);
  };
  await Promise.all(['dana', 'dana', 'eve'].map(send));
  expect(read).toEqual(['dana', 'eve', 'dana']);
});

test('T56: a comparison does not wait for the files of others', async () => {
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  const endless = { text: '', file: { name: 'endless.txt', bytes: Buffer.from('a') } };
  const reading = pool.readList(endless, 'dana').catch(() => 'ended');
  const people = { emails: textColumn([]), names: textColumn([]) };
  const list = { content: [], people, ownEmail: '' };
  expect(await Promise.race([reading, pool.compareList(list, 'hugo')])).toBe('compared');
});

test('T85: a response of many objects is parsed in a thread, although it is small, and ends with its call', async () => {
  const pool = closeAfterTest(createWorkers(resolve('tests/unit/workers/stand-in-worker.mjs'), () => {}));
  const deep = (depth: number) => ({
    productKey: 'license' as const,
    body: [Buffer.from('{"a":'.repeat(depth))],
    now: 0,
  });
  expect(await pool.parseStats(deep(20_000), 60_000)).toBeUndefined();
  expect(await pool.parseStats(deep(100_000), 60_000)).toBe('answer');
});

test('a queued download is skipped if its browser has disconnected', async () => {
  const disconnect = new AbortController();
  const blocks = Array.from({ length: 20 }, () => workers.formatCsv(largeBlock(), disconnect.signal));
  const another = workers.formatCsv(largeBlock());
  disconnect.abort();
  const formatted = (await Promise.allSettled(blocks)).filter(({ status }) => status === 'fulfilled');
  expect(formatted.length).toBeLessThan(3);
  expect(Buffer.from(await another).toString()).toMatch(/^person 0\r\n.*person 7999\r\n$/s);
});

test('sorts are rejected when sixteen are pending', async () => {
  const table = createTable(['b', 'a'], { texts: { name: name => name }, counts: {} });
  const sorts = Array.from({ length: 40 }, () =>
    workers
      .sortTable({ table, order: { key: 'name', direction: 'asc', ties: [] } })
      .catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(sorts);
  expect(outcomes.slice(0, 16)).toEqual(Array(16).fill(Uint32Array.of(1, 0)));
  for (const refused of outcomes.slice(16)) expect(refused).toMatchObject({ status: 503, retryAfter: 3 });
});

test.each([
  ['on the event loop', 200],
  ['in a worker', 3 * 1024],
])('parsing a large response %s does not modify other data in the same buffer', async (_case, kibibytes) => {
  const json = JSON.stringify({ code: 'ACME', padding: 'x'.repeat(kibibytes * 1024) });
  const together = Buffer.from(`${json}after`);
  const pieces = [together.subarray(0, 1000), together.subarray(1000, -5)];
  expect(await workers.parseStats({ productKey: 'license', body: pieces, now: 0 }, 60_000)).toMatchObject({
    code: 'ACME',
  });
  expect(together.subarray(-5).toString()).toBe('after');
});
