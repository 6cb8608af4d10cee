import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from '@jest/globals';
import { createPortalServer, type Timeouts } from '../../server/http/server';
import { paths } from '../../shared/paths';
import { dana, license, scanner } from '../support/accounts';
import { eventually } from '../support/eventually';
import { HttpClient } from '../support/http-client';
import { type PortalOptions, startPortal } from '../support/portal';
import { everywhere } from '../support/security-headers';

const MEBIBYTE = 1024 * 1024;

/** Returns the memory in use after a garbage collection, in bytes. */
async function memoryHeld(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // Buffers are released some time after their owners.
  for (let time = 0; time < 4; time++) {
    collect();
    await wait(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(close => close()));
});

/** Serves the portal with its real HTTP server. */
async function serve(timeouts?: Timeouts, options?: PortalOptions) {
  const portal = await startPortal(options);
  const server = createPortalServer(portal.app, { ...portal.dependencies, ...(timeouts && { timeouts }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push(async () => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { portal, server, port };
}

async function send(port: number, lines: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // A disconnected client may still be writing.
  socket.on('error', () => {});
  running.push(async () => socket.destroy());
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return socket;
}

const impatient: Timeouts = { keepAlive: 1500, request: 1000, stalled: 30_000, interval: 100 };

test('T34: two hundred clients that never finish their headers are disconnected, and other clients are not affected', async () => {
  const { port } = await serve(impatient);
  const slow = await Promise.all(
    Array.from({ length: 200 }, () =>
      send(port, ['GET /login HTTP/1.1', 'Host: portal.example', 'X-Slow: ']),
    ),
  );
  let open = slow.length;
  const answers = slow.map(async socket => {
    const answer = await text(socket).catch(() => '');
    open--;
    return answer;
  });
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
  expect(open).toBe(200);
  await eventually('all are cut off', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    return open === 0;
  });
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer.toLowerCase()).toContain(`x-frame-options: ${everywhere['x-frame-options'].toLowerCase()}`);
    expect(answer).toContain('That took too long');
  }
});

test('T34: a client that sends its headers letter by letter is cut off too', async () => {
  const { port } = await serve(impatient);
  const socket = await send(port, ['GET /login HTTP/1.1', 'Host: portal.example', 'X-Slow: ']);
  const letters = setInterval(() => socket.write('x'), 50);
  const answer = await text(socket).catch(() => '');
  clearInterval(letters);
  expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('T34: a client that never finishes its form is disconnected', async () => {
  const { port, portal } = await serve(impatient);
  const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000', '', 'email=dana'];
  const socket = await send(port, ['POST /login HTTP/1.1', 'Host: portal.example', ...form]);
  await text(socket).catch(() => '');
  expect(socket.closed || socket.readableEnded).toBe(true);
  expect(portal.calls).toEqual([]);
});

test('T34: by default a request has 30 s to arrive, and idle connections outlast those of load balancers', async () => {
  const { server } = await serve();
  expect(server.requestTimeout).toBe(30_000);
  expect(server.keepAliveTimeout).toBe(61_000);
  expect(server.headersTimeout).toBeGreaterThan(server.keepAliveTimeout);
});

test('T43: a stalled download is aborted, and a slow one is not', async () => {
  const email = `${'x'.repeat(200)}@acme.example`;
  const licenses = Array.from({ length: 20_000 }, (_, index) => license({ appId: `U-${index}`, email }));
  const { portal, server, port } = await serve(
    { ...impatient, stalled: 4000 },
    { accounts: [dana({ scanner: scanner({ licensesPurchased: 20_000, licenses }) })] },
  );
  const client = new HttpClient(portal);
  await client.signIn();
  // Fills the cache.
  await client.get(paths.licensesCsv);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  const lines = [`GET ${paths.licensesCsv} HTTP/1.1`, 'Host: portal.example', `Cookie: ${cookie}`, '', ''];

  const stalled = await send(port, lines);
  stalled.pause();
  await eventually('the download has begun', async () => (responses[0]?.socket?.bytesWritten ?? 0) > 0);
  const slow = await send(port, lines);
  const [download, other] = await new Promise<ServerResponse[]>(resolve => {
    const look = setInterval(() => {
      if (responses.length < 2) return;
      clearInterval(look);
      resolve(responses);
    }, 50);
  });
  // Reads slowly.
  let taken = 0;
  const reading = setInterval(() => {
    taken += (slow.read() ?? '').length;
  }, 300);
  await eventually('the stalled download has ended', async () => download?.destroyed === true, 30_000);
  expect(download?.writableFinished).toBe(false);
  await eventually('the slow one has come to its end', async () => other?.writableFinished === true, 60_000);
  clearInterval(reading);
  expect(taken).toBeGreaterThan(0);
});

test('T43: by default a download stalls after two minutes', async () => {
  const { server } = await serve();
  expect(server.timeout).toBe(120_000);
});

test('T34: a client that requests a large download and does not read it costs no memory', async () => {
  const ROWS = 100_000;
  const READERS = 8;
  const padding = 'x'.repeat(80);
  const licenses = Array.from({ length: ROWS }, (_, index) =>
    license({ appId: `U-${index}`, email: `${padding}-${index}@acme.example` }),
  );
  const { portal, server, port } = await serve(undefined, {
    accounts: [dana({ scanner: scanner({ licensesPurchased: ROWS, licenses }) })],
    environment: { UPSTREAM_TIMEOUT_MS: '60000' },
  });
  const client = new HttpClient(portal);
  await client.signIn();
  // Fills the caches, so that only the memory of the downloads is measured.
  const whole = Buffer.byteLength((await client.get(paths.licensesCsv)).text);
  expect(whole).toBeGreaterThan(8 * MEBIBYTE);

  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const before = await memoryHeld();
  const lines = [`GET ${paths.licensesCsv} HTTP/1.1`, 'Host: portal.example', `Cookie: ${cookie}`, '', ''];
  await Promise.all(Array.from({ length: READERS }, async () => (await send(port, lines)).pause()));
  const sent = () => responses.map(({ socket }) => socket?.bytesWritten ?? 0);
  await eventually(
    'no more is sent',
    async () => {
      const then = sent();
      await wait(500);
      return then.length === READERS && then.every(bytes => bytes > 0) && `${then}` === `${sent()}`;
    },
    30_000,
  );
  for (const response of responses) {
    expect(response.writableFinished).toBe(false);
    expect(response.writableLength).toBeLessThan(MEBIBYTE);
    expect(response.socket?.bytesWritten).toBeLessThan(whole);
  }
  // Two blocks of each, and what Node needs for a connection.
  expect((await memoryHeld()) - before).toBeLessThan(READERS * MEBIBYTE);
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
});
