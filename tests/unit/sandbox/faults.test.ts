import { expect, test } from '@jest/globals';
import { Agent, request } from 'undici';
import { createFaultInjector } from '../../../scripts/sandbox/fault-injector';
import * as faults from '../../../scripts/sandbox/faults';
import { startBackendServer } from '../../support/backends/backend-server';
import { atEndOf, closeAfterTest } from '../../support/end';

// The route tests below tests/routes/faults show what each fault does to a caller.

const STATS = '/portal/scanneraccount/acme/stats';

/** Starts a backend that always answers 'fine', behind a fault injector. */
async function startBackend() {
  const injector = createFaultInjector();
  const { origin } = closeAfterTest(
    await startBackendServer((request, response) => {
      injector.receive(
        request,
        response,
        () => response.end('fine'),
        async () => undefined,
      );
    }),
  );
  const dispatcher = new Agent({ connections: 1 });
  atEndOf('test', () => dispatcher.destroy());
  const send = async (path = STATS) => {
    const { statusCode, body } = await request(origin + path, { dispatcher });
    await body.dump();
    return statusCode;
  };
  return { injector, send };
}

test('a fault replaces the previous fault of the same call', async () => {
  const { injector, send } = await startBackend();
  injector.on('scannerStats', faults.status(500), { times: 1 });
  injector.on('scannerStats', faults.status(404));
  expect([await send(), await send()]).toEqual([404, 404]);
  injector.off();
  expect(await send()).toBe(200);
});
