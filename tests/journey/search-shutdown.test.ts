import { expect, test } from '@jest/globals';
import { paths } from '../../shared/paths';
import { servePortal } from '../support/programs/server';

/** The time within which orchestrators end a process at the latest, with a reserve. */
const LIMIT_MS = 25_000;

/** Blocks a worker thread when its first task arrives, as a text would that takes very long to search. */
const endlessTask = `
  import { writeSync } from 'node:fs';
  import { isMainThread, parentPort } from 'node:worker_threads';
  if (!isMainThread) parentPort.on('message', () => {
    writeSync(1, 'Searching\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  });`;

test('T56: after SIGTERM during a search for people, the process ends in time', async () => {
  const { signedIn, servers } = await servePortal({
    settings: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endlessTask)}` },
  });
  const [server] = servers;
  const browser = await signedIn();
  const form = new FormData();
  form.append('direction', 'left');
  form.append('people', 'ada@acme.example\n'.repeat(10_000));
  const search = browser.postBody(paths.leavers, new Response(form));
  await server.prints('Searching');
  const signaled = performance.now();
  server.signal('SIGTERM');
  expect((await search).status).toBe(503);
  expect(await server.ended).toBe(0);
  expect(performance.now() - signaled).toBeLessThan(LIMIT_MS);
});
