import { describe, expect, test } from '@jest/globals';
import type { Exchange } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { dana, eve } from '../../support/accounts';
import { eventually } from '../../support/eventually';
import { HttpClient } from '../../support/http-client';
import { startPortal } from '../../support/portal';

const RELOADS = 24;
const RELOAD = { 'Cache-Control': 'no-cache' };
const FAILED = 'Error loading lead capture information';

/** Larger than what is parsed on the event loop: 3 MiB. */
const LARGE_START = `{"code":"ACME-4711","licencesPurchased":10,"userStats":[],"padding":"${'x'.repeat(3 * 1024 * 1024)}`;
const LARGE_END = '"}';

/** A portal whose scanner backend answers Dana's colleagues when the test says so. */
async function openStorm(colleagues: number) {
  const emails = Array.from({ length: colleagues }, (_, index) => `dana-${index}@acme.example`);
  const { name, company, summary, roles } = dana();
  let wanted = 0;
  const portal = await startPortal({
    accounts: [dana(), ...emails.map(email => ({ email, name, company, summary, roles })), eve()],
    replace: ({ scanner }) => ({
      scanner: {
        ...scanner,
        stats(...call) {
          wanted++;
          return scanner.stats(...call);
        },
      },
    }),
  });
  const clients = await Promise.all(
    emails.map(async email => {
      const client = new HttpClient(portal);
      await client.signIn(email);
      return client;
    }),
  );
  const other = new HttpClient(portal);
  await other.signIn('eve@evil.example');

  const held: Exchange[] = [];
  for (const email of emails) portal.faults.on('scannerStats', exchange => held.push(exchange), { email });
  return {
    portal,
    clients,
    other,
    held,
    /** Resolves when so many requests want the stats, and the backend holds so many calls. */
    storm: (requests: number, calls: number) =>
      eventually(
        `${requests} requests and ${calls} calls`,
        async () => wanted === requests && held.length === calls,
      ),
  };
}

async function expectAllPages(client: HttpClient): Promise<void> {
  for (const address of [paths.dashboard, paths.leadCapture, paths.cards, paths.licensesCsv]) {
    const { status, text } = await client.get(address, RELOAD);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(text).not.toContain(FAILED);
  }
}

describe('T38: while one large company reloads all the time', () => {
  test('T38: 24 reloads of one administrator at once share one load', async () => {
    const { clients, other, held, storm } = await openStorm(1);
    const [client] = clients;
    const reloads = Array.from({ length: RELOADS }, () => client?.get(paths.leadCapture, RELOAD));
    const done = Promise.all(reloads);
    await storm(RELOADS, 1);
    await expectAllPages(other);
    held[0]?.response.end(LARGE_START + LARGE_END);
    for (const reload of await done) {
      expect(reload?.status).toBe(200);
      expect(reload?.text).not.toContain(FAILED);
    }
    expect(held).toHaveLength(1);
  });

  test('T38: 24 administrators at once make four loads, two at a time, and other companies never notice', async () => {
    const { clients, other, held, storm } = await openStorm(RELOADS);
    const pages: string[] = [];
    const reloads = clients.map(async client => {
      const { status, text } = await client.get(paths.leadCapture, RELOAD);
      expect(status).toBe(200);
      pages.push(text);
    });
    const done = Promise.all(reloads);
    await storm(RELOADS, 2);
    await expectAllPages(other);

    // Large bodies that are still arriving count.
    for (const { response } of held)
      response.writeHead(200, { 'content-type': 'application/json' }).write(LARGE_START);
    await eventually('the other reloads are refused', async () => pages.length === RELOADS - 4);
    for (const page of pages) expect(page).toContain(FAILED);
    await expectAllPages(other);

    held[0]?.response.end(LARGE_END);
    held[1]?.response.end(LARGE_END);
    await eventually('those that waited are loaded', async () => held.length === 4);
    held[2]?.response.end(LARGE_START + LARGE_END);
    held[3]?.response.end(LARGE_START + LARGE_END);
    await done;
    for (const page of pages.slice(RELOADS - 4)) expect(page).not.toContain(FAILED);
    expect(held).toHaveLength(4);
  });

  test('T38: a download that is refused gets 503 and Retry-After', async () => {
    const { portal, clients, held, storm } = await openStorm(5);
    const downloads = clients.map(client => client.get(paths.licensesCsv, RELOAD));
    const first = Promise.race(downloads);
    const done = Promise.all(downloads);
    await storm(5, 2);
    held[0]?.response.writeHead(200, { 'content-type': 'application/json' }).write(LARGE_START);
    const { status, headers } = await first;
    expect({ status, ...headers }).toMatchObject({ status: 503, 'retry-after': '3' });
    expect(portal.log()).toContain('"reason":"load refused"');
    held[0]?.response.end(LARGE_END);
    held[1]?.response.end(LARGE_START + LARGE_END);
    await eventually('those that waited are loaded', async () => held.length === 4);
    for (const { response } of held.slice(2)) response.end(LARGE_START + LARGE_END);
    expect((await done).map(response => response.status).toSorted()).toEqual([200, 200, 200, 200, 503]);
  });

  test('T38: a browser that leaves does not end the load that others share', async () => {
    const { portal, clients, held, storm } = await openStorm(1);
    const [client] = clients;
    if (!client) throw new Error('No client');
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const server = portal.app.listen(0);
    try {
      const address = server.address();
      const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
      const leaving = new AbortController();
      const left = fetch(origin + paths.leadCapture, {
        headers: { ...RELOAD, cookie },
        signal: leaving.signal,
      }).catch(() => 'left');
      await storm(1, 1);
      const staying = client.get(paths.leadCapture, RELOAD).then(response => response);
      await storm(2, 1);
      leaving.abort();
      expect(await left).toBe('left');
      held[0]?.pass();
      const { status, text } = await staying;
      expect(status).toBe(200);
      expect(text).not.toContain(FAILED);
      expect(held).toHaveLength(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
