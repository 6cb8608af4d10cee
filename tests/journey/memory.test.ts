import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { Pool } from 'undici';
import { readEnvironment, readNodeFlags } from '../../scripts/image/dockerfile';
import { content, latency, status } from '../../scripts/sandbox/faults';
import { paths } from '../../shared/paths';
import { MEBIBYTE } from '../../shared/units';
import { ended, review } from '../support/browsers/removals';
import { dana, licensesFor, ownCompany, scanner } from '../support/data/accounts';
import { atEndOf } from '../support/end';
import { peakMemory } from '../support/programs/peak-memory';
import type { Program } from '../support/programs/program';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';
import { patience } from '../support/time/patience';

const dockerfile = readFileSync('Dockerfile', 'utf8');

const FORM_BYTES = 15 * 1024;
const CONCURRENCY = 20;

/** The padding of a URL or a header. The headers of a request may have 16 KB. */
const HEADER_BYTES = 10 * 1024;

/** The number of requests until the code is loaded and the caches of connections and templates are filled. */
const WARM_UP_REQUESTS = 100;

const large = ownCompany('large', { scanner: scanner({ licenses: licensesFor(1000) }) });

let portal: ServedPortal;

/** Starts the built server with the memory settings of its image. It collects garbage before its memory is measured. */
beforeAll(async () => {
  const collector = resolve('tests/support/programs/collect-garbage.mjs');
  const settings = { REMOVAL_LIMIT_PER_HOUR: '1000000', STATS_CACHE_MB: '0', TRUST_PROXY: '1' };
  portal = await servePortal({
    settings: { ...readEnvironment(dockerfile), ...settings },
    accounts: [dana(), large],
    nodeArgs: [...readNodeFlags(dockerfile), '--expose-gc', '--import', collector],
  });
});
afterEach(() => portal.faults.off());

async function open(email?: string) {
  const {
    origin,
    servers: [server],
  } = portal;
  const browser = await portal.signedIn(email);
  await browser.visit(paths.dashboard);
  const pool = new Pool(origin, { connections: CONCURRENCY });
  atEndOf('test', () => pool.close());
  /** Posts a form in the session, on keep-alive connections. Returns the status. */
  const post = async (path: string, fields: Readonly<Record<string, string>>, headers = {}) => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        cookie: browser.cookie,
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
    await body.dump();
    return statusCode;
  };
  return { browser, server, post };
}

/** Returns the memory of the server after a garbage collection, in bytes: of the process, and of its objects and buffers. */
async function memoryOf(server: Program): Promise<{ readonly rss: number; readonly objects: number }> {
  const measured = () =>
    server
      .output()
      .split('\n')
      .filter(line => line.includes('"Garbage collected"'));
  const before = measured().length;
  server.signal('SIGUSR2');
  await eventually('the server collects its garbage', async () => measured().length > before);
  const { rss, heapUsed, external } = JSON.parse(measured()[before] ?? '');
  return { rss, objects: heapUsed + external };
}

async function repeat(times: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

test('T36: 300 padded forms with different keys leave 3 MB at most', async () => {
  const { post, server } = await open();
  const padding = 'x'.repeat(FORM_BYTES);
  const send = async (index: number) => {
    const form = { licenseId: `none-${index}`, once: randomUUID(), padding };
    // The reply repeats a part of the query.
    const query = `?q=a-search-that-${index}&padding=${padding.slice(0, HEADER_BYTES)}`;
    expect(await post(paths.revokeLicense + query, form)).toBe(303);
  };
  await repeat(WARM_UP_REQUESTS, send);
  const before = await memoryOf(server);
  await repeat(300, send);
  const after = await memoryOf(server);
  expect(after.rss - before.rss).toBeLessThan(40 * MEBIBYTE);
  // The texts of the forms are 4.5 MB, and the queries 3 MB.
  expect(after.objects - before.objects).toBeLessThan(3 * MEBIBYTE);
});

test('T37: 400 invalid email addresses of 15 KB leave 3 MB at most', async () => {
  const { post, server } = await open();
  const padding = 'x'.repeat(FORM_BYTES);
  const send = async (index: number) => {
    const address = `110.${100 + (index >> 14)}.${100 + ((index >> 7) & 127)}.${100 + (index & 127)}`;
    const form = { email: `${index}${padding}@acme.example` };
    const forwarded = `${padding.slice(0, HEADER_BYTES)}, ${address}`;
    expect(await post(paths.login, form, { 'x-forwarded-for': forwarded })).toBe(400);
  };
  await repeat(WARM_UP_REQUESTS, send);
  const before = await memoryOf(server);
  await repeat(400, index => send(index + WARM_UP_REQUESTS));
  const after = await memoryOf(server);
  expect(after.rss - before.rss).toBeLessThan(40 * MEBIBYTE);
  // The email addresses are 6 MB, and the headers 4 MB.
  expect(after.objects - before.objects).toBeLessThan(3 * MEBIBYTE);
});

test('T61: 100 unfinished forms that were sent byte by byte take 10 MB at most', async () => {
  const { server } = await open();
  const { hostname, port } = new URL(portal.origin);
  const before = await memoryOf(server);
  const head = [
    `POST ${paths.logout} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/x-www-form-urlencoded',
    'Transfer-Encoding: chunked',
  ];
  const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname).on('error', () => {}));
  atEndOf('test', async () => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.write(`${head.join('\r\n')}\r\n\r\n${'1\r\na\r\n'.repeat(15_000)}`);
  const areSent = async () => sockets.every(({ bytesWritten }) => bytesWritten > 90_000);
  await eventually('they are sent', areSent);
  const after = await memoryOf(server);
  expect(after.objects - before.objects).toBeLessThan(10 * MEBIBYTE);
});

test('T53: a review and a removal of 25 out of 20,000 licenses keep no memory of the whole list', async () => {
  const people = Array.from({ length: 20_000 }, (_, index) => ({
    appId: `U-${index}`,
    email: `somebody.with.a.usual.name.${index}@acme.example`,
    leadsTotal: index,
  }));
  const list = Buffer.from(JSON.stringify({ code: 'ACME', userStats: people }));
  const { browser, server } = await open();
  portal.faults.on('scannerStats', content(list, { 'content-type': 'application/json' }));
  portal.faults.on('scannerRevoke', status(204));
  const run = async () => {
    await review(
      browser,
      people.slice(10_000, 10_025).map(({ appId }) => appId),
    );
    await browser.press('Revoke 25 licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe('0 of 25 people removed');
  };
  await run();
  const before = await memoryOf(server);
  for (let times = 0; times < 3; times++) await run();
  const after = await memoryOf(server);
  // The emails of all licenses are 0.9 MB.
  expect(after.objects - before.objects).toBeLessThan(2 * MEBIBYTE);
});

test('T63: 150 pages of a removal of 1,000 licenses that are not read take 60 MB at most', async () => {
  const { browser, server } = await open(large.email);
  const licenses = large.scanner?.licenses ?? [];
  let revoked = 0;
  portal.faults.on('scannerRevoke', call => {
    revoked++;
    latency(5)(call);
  });
  await review(
    browser,
    licenses.map(({ appId }) => appId),
  );
  browser.fill('Type 1,000 to confirm', '1000');
  const before = await memoryOf(server);
  const { headers } = await browser.send('Revoke 1,000 licenses');
  const { hostname, port } = new URL(portal.origin);
  const sockets = Array.from({ length: 150 }, () => {
    const socket = connect(Number(port), hostname).pause();
    socket.write(
      `GET ${headers.location} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${browser.cookie}\r\n\r\n`,
    );
    return socket;
  });
  atEndOf('test', async () => {
    for (const socket of sockets) socket.destroy();
  });
  await eventually('the pages are open', async () => sockets.every(({ bytesWritten }) => bytesWritten > 0));
  await eventually('the removals run', async () => revoked > 0);
  const during = await memoryOf(server);
  expect(during.objects - before.objects).toBeLessThan(20 * MEBIBYTE);
  const areSent = async () => revoked === licenses.length;
  await eventually('all removals are sent', areSent, patience(9000));
  await ended(await browser.visit(headers.location ?? ''));
  expect(browser.text('h1')).toBe('1,000 people removed');
  const after = await memoryOf(server);
  // Most of it is the heap, which grows with the first run of this size and stays large.
  expect(after.rss - before.rss).toBeLessThan(60 * MEBIBYTE);
  expect(after.objects - before.objects).toBeLessThan(10 * MEBIBYTE);
});

// The body itself is copied to the thread.
test.each<[string, () => string, string]>([
  ['10 million rows', () => `{"userStats":[${'{},'.repeat(10_000_000)}{}]}`, 'unreadable'],
  ['10 million numbers', () => `{"userStats":[${'1,'.repeat(10_000_000)}1]}`, 'unreadable'],
  ['2.4 million names of fields', () => `{${manyFields(2_400_000)}"userStats":[]}`, 'complete'],
  ['deep lists', () => '['.repeat(20_000_000), 'unreadable'],
  [
    'addresses of 1,000 characters',
    () => rowsOf(15_000, index => [`U-${index}`, 'é'.repeat(1000)]),
    'complete',
  ],
  [
    'addresses of 1,000 letters of two bytes',
    () => rowsOf(15_000, index => [`U-${index}`, 'Ж'.repeat(1000)]),
    'missing',
  ],
  [
    'one letter of two bytes',
    () => rowsOf(28_500, index => [`Ж`, `${index ? 'a' : 'Ж'}${'b'.repeat(999)}`]),
    'missing',
  ],
  [
    '220,000 addresses and a letter of two bytes',
    () => rowsOf(220_000, index => [`U-${index}`, `first.last${index}@company.ex${index ? 'a' : 'Ж'}mple`]),
    'complete',
  ],
  ['IDs of a megabyte', () => rowsOf(28, () => ['x'.repeat(MEBIBYTE), 'ada@acme.example']), 'partial'],
])('T85: a response with %s takes at most 200 MB', async (_name, response, outcome) => {
  const measured = await peakMemory('parseStats', 'response.json', response());
  expect(measured.outcome).toBe(outcome);
  expect(measured.added).toBeLessThan(200);
});

const manyFields = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1,`).join('');

function rowsOf(count: number, rowOf: (index: number) => readonly [string, string]): string {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index));
  return JSON.stringify({ userStats: rows.map(([appId, email]) => ({ appId, email })) });
}
