import { Agent, get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createFaultInjector, type FaultInjector } from '../../../scripts/sandbox/fault-injector';
import * as faults from '../../../scripts/sandbox/faults';
import { type BackendServer, startBackendServer } from '../../support/backend-server';
import { eventually } from '../../support/eventually';

const STATS = '/portal/scanneraccount/acme/stats';

const running: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(close => close()));
});

/** Starts a backend that always answers 'fine', behind a fault injector. */
async function startBackend(): Promise<{ injector: FaultInjector; server: BackendServer; agent: Agent }> {
  const injector = createFaultInjector();
  const server = await startBackendServer((request, response) =>
    injector.receive(
      request,
      response,
      () => response.end('fine'),
      async () => undefined,
    ),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  running.push(server.close, () => agent.destroy());
  return { injector, server, agent };
}

/** Returns the response to a call, or its error code. */
async function send({ server, agent }: { server: BackendServer; agent: Agent }, path = STATS) {
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(server.origin + path, { agent }, resolve)
        .on('error', reject)
        .end();
    });
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

describe('a fault', () => {
  test('replaces the previous fault of the same call', async () => {
    const backend = await startBackend();
    backend.injector.on('scannerStats', faults.status(500), { times: 1 });
    backend.injector.on('scannerStats', faults.status(404));
    expect(await send(backend)).toMatchObject({ status: 404 });
    expect(await send(backend)).toMatchObject({ status: 404 });
    backend.injector.off();
    expect(await send(backend)).toMatchObject({ status: 200 });
  });

  const ends: readonly (readonly [string, faults.Fault, unknown])[] = [
    ['a reset', faults.reset, 'ECONNRESET'],
    ['a lost response', faults.lostResponse, 'ECONNRESET'],
    ['a truncated response', faults.truncated, 'ECONNRESET'],
    ['latency', faults.latency(20), { status: 200, body: 'fine' }],
    [
      'a redirect',
      faults.redirect('http://other.example/'),
      { status: 302, headers: { location: 'http://other.example/' } },
    ],
    ['an HTML page', faults.html, { status: 200, headers: { 'content-type': 'text/html' } }],
    ['an empty body', faults.empty, { status: 200, body: '' }],
    ['invalid gzip', faults.wrongGzip, { status: 200, headers: { 'content-encoding': 'gzip' } }],
    ['a JSON string', faults.json('text'), { status: 200, body: '"text"' }],
  ];
  test.each(ends)('%s ends without a client timeout', async (_case, fault, expected) => {
    const backend = await startBackend();
    backend.injector.on('scannerStats', fault);
    const answer = await send(backend);
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatchObject(expected as object);
    await eventually('the call has ended', async () => backend.injector.calls[0]?.end !== 'open');
    expect(backend.injector.calls[0]?.end).toBe(typeof expected === 'string' ? 'reset' : 'answered');
  });

  test.each([
    ['a hanging call', faults.hang],
    ['slow headers', faults.trickleHeaders],
    ['a slow body', faults.trickle],
    ['a stalled body', faults.stall],
    ['an endless body', faults.endless],
  ])('%s lasts until the caller disconnects', async (_case, fault) => {
    const { injector, server } = await startBackend();
    injector.on('scannerStats', fault);
    const call = get(server.origin + STATS, answer => answer.on('error', () => {}).resume());
    call.on('error', () => {});
    await eventually('the call has arrived', async () => injector.calls.length === 1);
    await wait(200);
    expect(injector.calls[0]?.end).toBe('open');
    call.destroy();
    await eventually('the call has ended', async () => injector.calls[0]?.end === 'closed by the portal');
  });

  test('of a stale connection affects the second call on it, but not the first on a new one', async () => {
    const backend = await startBackend();
    backend.injector.on('scannerStats', faults.staleConnection);
    expect(await send(backend)).toMatchObject({ body: 'fine' });
    expect(await send(backend)).toBe('ECONNRESET');
    expect(await send(backend)).toMatchObject({ body: 'fine' });
  });
});

describe('a backend', () => {
  test('records the bytes sent, for up to a thousand calls', async () => {
    const backend = await startBackend();
    await send(backend, '/first');
    backend.injector.on('scannerStats', faults.content('x'.repeat(5000)));
    for (let count = 0; count < 1000; count++) await send(backend);
    expect(backend.injector.calls).toHaveLength(1000);
    expect(backend.injector.calls[0]?.line).toBe(`GET ${STATS}`);
    expect(backend.injector.calls[0]?.bytesSent).toBeGreaterThan(5000);
    expect(backend.injector.calls[0]?.bytesSent).toBeLessThan(6000);
  });
});
