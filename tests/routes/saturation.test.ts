import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { createDependencies, type Dependencies } from '../../server/dependencies';
import { watchLoad } from '../../server/http/load-shedding';
import { createTable, type Order } from '../../server/lists/table';
import { paths } from '../../shared/paths';
import { dana, eve } from '../support/accounts';
import { eventually } from '../support/eventually';
import { startPortal } from '../support/portal';
import { everywhere } from '../support/security-headers';
import { HttpClient } from './http-client';

/** Milliseconds in which a request that is sent away has to be gone. */
const AT_ONCE = 100;

const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(close => close()));
});

/** A portal that has too much to do when the test says so. */
async function open() {
  const load = { tooHigh: false, isTooHigh: () => load.tooHigh, close() {} };
  const portal = await startPortal({ accounts: [dana(), eve()], replace: () => ({ load }) });
  const client = new HttpClient(portal);
  await client.signIn();
  portal.calls.length = 0;
  return { portal, client, load };
}

test('T33: while there is too much to do, requests are sent away at once, with a page and when to come again', async () => {
  const { portal, client, load: work } = await open();
  work.tooHigh = true;
  const requests = {
    'a page': () => client.get(paths.leadCapture),
    'a download': () => client.get(paths.licensesCsv),
    'an action': () => client.post(paths.requestLicenses),
    'a sign-in': () => new HttpClient(portal).post(paths.login, { email: 'dana@acme.example' }),
    'an address that is not there': () => client.get('/nothing'),
  };
  for (const [what, send] of Object.entries(requests)) {
    const took: number[] = [];
    for (let time = 0; time < 5; time++) {
      const begun = performance.now();
      const { status, headers, text } = await send();
      took.push(performance.now() - begun);
      expect({ what, status, ...headers }).toMatchObject({
        what,
        status: 503,
        'retry-after': '3',
        'cache-control': 'no-store',
        ...everywhere,
      });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(load(text)('h1').text()).toBe('The portal is busy');
      expect(Buffer.byteLength(text)).toBeLessThan(4096);
    }
    // What else runs on this machine may hold one of them up, not each.
    expect([what, Math.min(...took) < AT_ONCE]).toEqual([what, true]);
  }
  expect(portal.calls).toEqual([]);
});

test('T33: whoever looks after the process still gets an answer while there is too much to do', async () => {
  const { client, load: work } = await open();
  work.tooHigh = true;
  expect((await client.get(paths.healthz)).status).toBe(200);
  expect((await client.get(paths.readyz)).status).toBe(200);
});

test('T33: the page that says so, and those that were let in before, look as ever', async () => {
  const { client, load: work } = await open();
  work.tooHigh = true;
  const { text } = await client.get(paths.leadCapture);
  const named = load(text)('link[href], script[src]')
    .toArray()
    .map(({ attribs }) => attribs.href ?? attribs.src ?? '')
    .filter(address => address.startsWith(paths.assets));
  expect(named.length).toBeGreaterThanOrEqual(2);
  for (const address of named) expect((await client.get(address)).status).toBe(200);
});

test('T33: nobody is signed out by it, and all goes on as soon as there is less to do', async () => {
  const { client, load: work } = await open();
  work.tooHigh = true;
  await client.get(paths.leadCapture);
  work.tooHigh = false;
  expect((await client.get(paths.leadCapture)).status).toBe(200);
});

test('T33: a process that keeps everybody waiting has too much to do until it has caught up', async () => {
  const load = watchLoad({ largeParses: () => 0 });
  try {
    await wait(600);
    expect(load.isTooHigh()).toBe(false);
    await eventually('the load is too high', async () => {
      block(900);
      return load.isTooHigh();
    });
    await eventually('it is no more', async () => !load.isTooHigh());
  } finally {
    load.close();
  }
});

test('T33: a process that has an endless row of long pieces to do has too much to do all the while', async () => {
  const load = watchLoad({ largeParses: () => 0 });
  try {
    for (let piece = 0; piece < 6; piece++) {
      block(900);
      await wait(1);
      if (piece > 1) expect(load.isTooHigh()).toBe(true);
    }
    await eventually('it is no more', async () => !load.isTooHigh());
  } finally {
    load.close();
  }
});

test('T33: a process whose waits are short has not too much to do', async () => {
  const load = watchLoad({ largeParses: () => 0 });
  try {
    for (let time = 0; time < 30; time++) {
      block(50);
      await wait(1);
      expect(load.isTooHigh()).toBe(false);
    }
  } finally {
    load.close();
  }
});

describe('T33: large answers that are read or wait for it', () => {
  /** What a portal depends on, just as it starts. */
  async function dependencies(): Promise<Dependencies> {
    const { dependencies } = await startPortal();
    const { config, ...surroundings } = dependencies;
    const own = createDependencies(config, { ...surroundings, workerFile: resolve('dist/task-worker.js') });
    running.push(own.close);
    return own;
  }

  // In the form of an answer; what is in it, is read and thrown away.
  const largeAnswer = () => [Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }))];
  const smallAnswer = () => [Buffer.from(JSON.stringify({ userStats: [] }))];

  test('T33: are too much to do when they are more than two, and no more when they have been read', async () => {
    const { workers, load } = await dependencies();
    const reads = [workers.readScannerAnswer(largeAnswer()), workers.readCompanyAnswer(largeAnswer())];
    expect(load.isTooHigh()).toBe(false);
    reads.push(workers.readScannerAnswer(largeAnswer()));
    expect(load.isTooHigh()).toBe(true);
    await Promise.all(reads);
    expect(load.isTooHigh()).toBe(false);
  });

  test('T33: are the only work that sends requests away: small answers, orders and downloads do not', async () => {
    const { workers, load } = await dependencies();
    const table = createTable(
      Array.from({ length: 10_000 }, (_, row) => `person ${row}`),
      {
        texts: { name: name => name },
        counts: {},
      },
    );
    const order: Order = { key: 'name', direction: 'desc', ties: [] };
    const block = { ...table, columns: [table.texts.name], headings: undefined, byteOrderMark: false };
    const work = Array.from({ length: 8 }, () => [
      workers.readScannerAnswer(smallAnswer()),
      workers.readCompanyAnswer(smallAnswer()),
      workers.sortTable({ table, order }),
      workers.formatCsv(block),
    ]).flat();
    expect(load.isTooHigh()).toBe(false);
    await Promise.all(work);
  });
});

/** Keeps everybody else in this process from doing anything. */
function block(milliseconds: number): void {
  const begun = performance.now();
  while (performance.now() - begun < milliseconds);
}
