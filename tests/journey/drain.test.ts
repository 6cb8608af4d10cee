import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { createSandbox } from '../../scripts/sandbox/host';
import { createStore } from '../../scripts/sandbox/store';
import { dana, licenses, scanner } from '../support/accounts';
import { emulatorIdentity, sharedEmulator } from '../support/emulator';
import { eventually } from '../support/eventually';
import { holdDrain } from '../support/held-drain';
import { csvRows } from '../support/lists';
import { NoJsBrowser } from '../support/no-js-browser';
import { latestLink } from '../support/portal';
import { listen } from '../support/ports';
import { environment, runServer } from '../support/server';

const EMAIL = 'dana@acme.example';
const LICENSE_COUNT = 2000;

test('T32 P222: a page and a download in flight are completed after SIGTERM', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const store = createStore([
    dana({ scanner: scanner({ licensesPurchased: LICENSE_COUNT, licenses: licenses(LICENSE_COUNT) }) }),
  ]);
  const identity = emulatorIdentity(origin);
  const sandbox = createSandbox({ store, ...identity, topUpDelay: 0 });
  // The stats are held until the test releases them, so that requests stay in flight.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  const backend = createServer(async (request, response) => {
    if (request.url?.endsWith('/stats')) {
      waiting++;
      await released;
    }
    sandbox(request, response);
  });
  const drain = await holdDrain();
  const server = runServer({
    ...environment(port, `http://127.0.0.1:${await listen(backend)}`),
    FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
    UPSTREAM_TIMEOUT_MS: '60000',
    ...drain.settings,
  });
  await server.prints('"msg":"Listening"');
  const browser = await new NoJsBrowser(origin).signIn(EMAIL, email => latestLink(store, email));

  // For two products, because requests for the same list share one load (T38).
  const requests = ['/digital-business-cards', '/leads-capture/licenses.csv'].map(path =>
    browser.agent
      .get(path)
      .buffer(true)
      .then(response => response),
  );
  await eventually('both requests wait for the backends', async () => waiting === 2);
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

  backend.closeAllConnections();
  await new Promise(done => backend.close(done));
  await identity.close();
});

test('SIGINT stops an idle server immediately, without the drain delay of SIGTERM', async () => {
  const port = await freePort();
  const server = runServer(environment(port, 'http://127.0.0.1:9'));
  await server.prints('"msg":"Listening"');
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
  expect(server.output()).toContain('"signal":"SIGINT","delayMs":0,"msg":"Draining"');
});
