import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, jest, test } from '@jest/globals';
import { createPortalServer, type Timeouts } from '../../../server/http/server';
import { paths } from '../../../shared/paths';
import { MEBIBYTE } from '../../../shared/units';
import { dana, license, scanner } from '../../support/data/accounts';
import { atEndOf } from '../../support/end';
import { openPortal, type PortalOptions } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

/** T43: two minutes. */
const STALL_TIMEOUT_MS = 120_000;

const DOWNLOAD = '/leads-capture/licenses.csv';

/** Rows of a download that is larger than the buffers of a connection. */
const ROWS = 20_000;

/** Returns the memory in use after a garbage collection, in bytes. */
async function memoryInUse(): Promise<number> {
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

/** Serves a portal with its real HTTP server, whose responses are collected. */
async function serve({ timeouts, ...options }: PortalOptions & { timeouts?: Timeouts } = {}) {
  const { portal } = await openPortal({ as: null, ...options });
  const server = createPortalServer(portal.app, timeouts);
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOf('test', async () => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { portal, server, port, responses };
}

/** Serves a portal with a large download. `start` requests it without reading it. */
async function serveLargeDownload() {
  const padding = 'x'.repeat(480);
  const licenses = Array.from({ length: ROWS }, (_, index) =>
    license({ appId: `U-${index}`, email: `${padding}-${index}@acme.example` }),
  );
  const { portal, port, responses } = await serve({ accounts: [dana({ scanner: scanner({ licenses }) })] });
  const browser = await portal.signedIn();
  const lines = [`GET ${DOWNLOAD} HTTP/1.1`, 'Host: portal.example', `Cookie: ${browser.cookie}`, '', ''];
  const start = async () => (await send(port, lines)).pause();
  return { portal, browser, port, responses, start };
}

async function send(port: number, lines: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // A disconnected client may still be writing.
  socket.on('error', () => {});
  atEndOf('test', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return socket;
}

// The other clients have three seconds, because a slow machine may pause.
const shortTimeouts: Timeouts = { keepAlive: 20_000, request: 3000, stalled: 30_000, interval: 100 };

test('T34: clients that never finish their headers are disconnected, and others are not affected', async () => {
  const { port, portal } = await serve({ timeouts: shortTimeouts });
  const headers = ['GET /login HTTP/1.1', 'Host: portal.example', 'X-Slow: '];
  const slow = await Promise.all(Array.from({ length: 200 }, () => send(port, headers)));
  const letterByLetter = await send(port, headers);
  const letters = setInterval(() => letterByLetter.write('x'), 50);
  let open = slow.length;
  const answerTo = (socket: Socket) => text(socket).catch(() => '');
  const answers = slow.map(socket => answerTo(socket).finally(() => open--));
  const other = answerTo(letterByLetter);
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
  await eventually('all are disconnected', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    return open === 0;
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(await other).toMatch(/^(HTTP\/1\.1 408 |$)/);
  clearInterval(letters);
  expect(portal.calls).toEqual([]);
});

test('T34: a small form has 30 seconds to arrive, an upload five minutes, and each is told so', async () => {
  const { portal, port } = await serve();
  const browser = await portal.signedIn();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const timeouts = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(milliseconds => timeout(milliseconds / 100));
  for (const [path, milliseconds] of [
    ['/login', 30_000],
    [paths.reviewRemovals, 300_000],
  ] as const) {
    const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000', '', 'row=dana'];
    const head = [`POST ${path} HTTP/1.1`, 'Host: portal.example', `Cookie: ${browser.cookie}`];
    const answer = await text(await send(port, [...head, ...form]));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('The form arrived too slowly');
    expect(timeouts.mock.lastCall).toEqual([milliseconds]);
  }
});

test('T34: by default headers have 30 s to arrive, and idle connections stay open longer than load balancers keep them', async () => {
  const { server } = await serve();
  expect(server.requestTimeout).toBe(30_000);
  expect(server.keepAliveTimeout).toBe(650_000);
  expect(server.headersTimeout).toBeGreaterThan(server.keepAliveTimeout);
});

test('T34 T43: large downloads that are not read take little memory, and are aborted, which frees their resources', async () => {
  const READERS = 8;
  const { portal, browser, port, responses, start } = await serveLargeDownload();
  // Fills the caches, so that only the memory of the downloads is measured.
  const whole = Buffer.byteLength((await browser.get(DOWNLOAD)).text);
  expect(whole).toBeGreaterThan(8 * MEBIBYTE);

  const before = await memoryInUse();
  await Promise.all(Array.from({ length: READERS }, start));
  const sent = () => responses.map(({ socket }) => socket?.bytesWritten ?? 0);
  await eventually('no more is sent', async () => {
    const then = sent();
    await wait(100);
    const areBlocked = responses.every(({ writableNeedDrain }) => writableNeedDrain);
    return responses.length === READERS && areBlocked && `${then}` === `${sent()}`;
  });
  for (const response of responses) {
    expect(response.writableFinished).toBe(false);
    expect(response.writableLength).toBeLessThan(MEBIBYTE);
    expect(response.socket?.bytesWritten).toBeLessThan(whole);
  }
  // Two blocks of each download, and Node's own memory for a connection.
  expect((await memoryInUse()) - before).toBeLessThan(READERS * MEBIBYTE);
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);

  for (const { socket } of responses.slice(0, READERS)) {
    expect(socket?.timeout).toBe(STALL_TIMEOUT_MS);
    // Instead of waiting for two minutes.
    socket?.setTimeout(50);
  }
  await eventually('they are aborted', async () =>
    responses.slice(0, READERS).every(({ destroyed }) => destroyed),
  );
  expect(responses.slice(0, READERS).some(({ writableFinished }) => writableFinished)).toBe(false);
  const aborts = () => portal.log().split('"msg":"request aborted"').length - 1;
  await eventually('the aborts are logged', async () => aborts() === READERS);
});
