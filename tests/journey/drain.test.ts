import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { statsCalls } from '../../scripts/sandbox/backend-calls';
import { csvRows } from '../support/browsers/lists';
import { dana, licenses, scanner } from '../support/data/accounts';
import { serveUntilTestsEnd } from '../support/programs/collector';
import { holdDrain } from '../support/programs/held-drain';
import { environment, runServer, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const LICENSE_COUNT = 2000;

test('T32 P222: a page and a download in flight are completed after SIGTERM', async () => {
  const drain = await holdDrain();
  const portal = await servePortal({
    settings: drain.settings,
    accounts: [
      dana({ scanner: scanner({ licensesPurchased: LICENSE_COUNT, licenses: licenses(LICENSE_COUNT) }) }),
    ],
  });
  const {
    origin,
    servers: [server],
    holdStatistics,
    faults,
  } = portal;
  const release = holdStatistics();
  const browser = await portal.signedIn();

  // For two products, because requests for the same list share one load (T38).
  const requests = ['/digital-business-cards', '/leads-capture/licenses.csv'].map(path => browser.get(path));
  await eventually('both requests wait for the backends', async () =>
    statsCalls.every(call => faults.attempts(call) === 1),
  );
  server.signal('SIGTERM');
  const status = (path: string) => fetch(origin + path).then(answer => answer.status);
  await eventually('/readyz answers 503', async () => (await status('/readyz')) === 503);
  expect(await status('/login')).toBe(200);
  await drain.end();
  await eventually('new connections are refused', () =>
    status('/login').then(
      () => false,
      () => true,
    ),
  );
  release();
  const [page, download] = await Promise.all(requests);
  expect(page?.status).toBe(200);
  expect(page?.text).toContain('Showing 2 items');
  expect(page?.text).toMatch(/<\/html>$/);
  expect(download?.status).toBe(200);
  expect(download && csvRows(download)).toHaveLength(LICENSE_COUNT);
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain('"signal":"SIGTERM","delayMs":5000,"msg":"Draining"');
});

test('T32: after SIGINT, a server completes its requests and exits, without the drain delay of SIGTERM', async () => {
  const held: ServerResponse[] = [];
  const backends = await serveUntilTestsEnd((_request, response) => void held.push(response));
  const port = await freePort();
  const server = runServer(environment(port, backends));
  await server.prints('"msg":"Listening"');
  const inFlight = fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'dana@acme.example' }),
    redirect: 'manual',
  });
  await eventually('a request waits for a backend', async () => held.length === 1);
  server.signal('SIGINT');
  await server.prints('"msg":"Draining"');
  held[0]?.end('{}');
  expect((await inFlight).status).toBe(303);
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain('"signal":"SIGINT","delayMs":0,"msg":"Draining"');
});
