import { expect, test } from '@jest/globals';
import { paths } from '../../shared/paths';
import { peopleForm } from '../support/data/people-form';
import { servePortal } from '../support/programs/server';

/** Blocks a worker thread for good when its first task arrives. A process that waited for the search would never end. */
const endlessTask = `
  import { writeSync } from 'node:fs';
  import { isMainThread, parentPort } from 'node:worker_threads';
  if (!isMainThread) parentPort.on('message', () => {
    writeSync(1, 'Searching\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test('T56: after SIGTERM, the process ends although a search for people never does', async () => {
  const { signedIn, servers } = await servePortal({
    settings: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endlessTask)}` },
  });
  const [server] = servers;
  const browser = await signedIn();
  const search = browser.postBody(paths.leavers, peopleForm('ada@acme.example\n'.repeat(10_000)));
  await server.prints('Searching');
  server.signal('SIGTERM');
  expect((await search).status).toBe(503);
  expect(await server.ended).toBe(0);
});
