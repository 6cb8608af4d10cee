import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Agent, request } from 'undici';
import { createFaultInjector } from '../../../scripts/sandbox/fault-injector';
import * as faults from '../../../scripts/sandbox/faults';
import { startBackendServer } from '../../support/backends/backend-server';
import { eventually } from '../../support/time/eventually';

const STATS = '/portal/scanneraccount/acme/stats';

const running: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(close => close()));
});

/** Starts a backend that always answers 'fine', behind a fault injector. */
async function startBackend() {
  const injector = createFaultInjector();
  const { origin, close } = await startBackendServer((request, response) => {
    const pass = () => response.end('fine');
    injector.receive(request, response, pass, async () => undefined);
  });
  const dispatcher = new Agent({ connections: 1 });
  running.push(close, () => dispatcher.destroy());

  /** Returns the response to a call; undefined if the connection was reset. */
  async function send(path = STATS) {
    try {
      const { statusCode: status, headers, body } = await request(origin + path, { dispatcher });
      return { status, headers, body: await body.text() };
    } catch {
      return undefined;
    }
  }
  return { injector, origin, send };
}

describe('a fault', () => {
  test('replaces the previous fault of the same call', async () => {
    const { injector, send } = await startBackend();
    injector.on('scannerStats', faults.status(500), { times: 1 });
    injector.on('scannerStats', faults.status(404));
    expect(await send()).toMatchObject({ status: 404 });
    expect(await send()).toMatchObject({ status: 404 });
    injector.off();
    expect(await send()).toMatchObject({ status: 200 });
  });

  const ends: readonly (readonly [string, faults.Fault, object | undefined])[] = [
    ['a reset', faults.reset, undefined],
    ['a lost response', faults.lostResponse, undefined],
    ['a truncated response', faults.truncated, undefined],
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
    const { injector, send } = await startBackend();
    injector.on('scannerStats', fault);
    const answer = await send();
    if (expected) expect(answer).toMatchObject(expected);
    else expect(answer).toBeUndefined();
    await eventually('the call has ended', async () => injector.calls[0]?.end !== 'open');
    expect(injector.calls[0]?.end).toBe(expected ? 'answered' : 'reset');
  });

  test.each([
    ['a hanging call', faults.hang],
    ['slow headers', faults.trickleHeaders],
    ['a slow body', faults.trickle],
    ['a stalled body', faults.stall],
    ['an endless body', faults.endless],
  ])('%s lasts until the caller disconnects', async (_case, fault) => {
    const { injector, origin } = await startBackend();
    injector.on('scannerStats', fault);
    const call = get(origin + STATS, answer => answer.on('error', () => {}).resume());
    call.on('error', () => {});
    await eventually('the call has arrived', async () => injector.calls.length === 1);
    await wait(200);
    expect(injector.calls[0]?.end).toBe('open');
    call.destroy();
    await eventually('the call has ended', async () => injector.calls[0]?.end === 'closed by the portal');
  });

  test('of a stale connection affects the second call on it, but not the first on a new one', async () => {
    const { injector, send } = await startBackend();
    injector.on('scannerStats', faults.staleConnection);
    expect(await send()).toMatchObject({ body: 'fine' });
    expect(await send()).toBeUndefined();
    expect(await send()).toMatchObject({ body: 'fine' });
  });
});

describe('a backend', () => {
  test('records the bytes sent, for up to a thousand calls', async () => {
    const { injector, send } = await startBackend();
    await send('/first');
    injector.on('scannerStats', faults.content('x'.repeat(5000)));
    for (let count = 0; count < 1000; count++) await send();
    expect(injector.calls).toHaveLength(1000);
    expect(injector.calls[0]?.line).toBe(`GET ${STATS}`);
    expect(injector.calls[0]?.bytesSent).toBeGreaterThan(5000);
    expect(injector.calls[0]?.bytesSent).toBeLessThan(6000);
  });
});
