import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { readEnvironment } from '../../scripts/image/dockerfile';
import { statsCalls } from '../../scripts/sandbox/backend-calls';
import { freePort } from '../../scripts/system/ports';
import { paths } from '../../shared/paths';
import { csvRows } from '../support/browsers/lists';
import { dana, licenses, scanner } from '../support/data/accounts';
import { listForm } from '../support/data/list-form';
import { serveUntilTestsEnd } from '../support/programs/collector';
import { holdDrain } from '../support/programs/held-drain';
import {
  environment,
  refusesConnections,
  runServer,
  servePortal,
  startServer,
  UNREACHABLE,
} from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const LICENSE_COUNT = 2000;

/** Sends the process SIGTERM when it is about to listen, and lets it wait for that. */
const signalBeforeListening = `
  import { Server } from 'node:net';
  Server.prototype.listen = function () {
    setInterval(() => {}, 1000);
    process.kill(process.pid, 'SIGTERM');
    return this;
  };`;

test('T32 P222: a page and a download in flight are completed after SIGTERM', async () => {
  const drain = await holdDrain();
  const account = dana({ scanner: scanner({ licenses: licenses(LICENSE_COUNT) }) });
  const portal = await servePortal({ settings: drain.settings, accounts: [account] });
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
    statsCalls.every(call => faults.attempts(call) >= 1),
  );
  server.signal('SIGTERM');
  const status = (path: string) => fetch(origin + path).then(answer => answer.status);
  await eventually('/readyz answers 503', async () => (await status('/readyz')) === 503);
  expect(await status('/login')).toBe(200);
  // Some platforms send it twice.
  server.signal('SIGTERM');
  await drain.end();
  await refusesConnections(origin);
  release();
  const [page, download] = await Promise.all(requests);
  expect(page?.status).toBe(200);
  expect(page?.text).toContain('Showing 2 items');
  expect(page?.text).toMatch(/<\/html>$/);
  expect(download?.status).toBe(200);
  expect(download && csvRows(download)).toHaveLength(LICENSE_COUNT);
  expect(await server.ended).toBe(0);
  expect(server.output().match(/"signal":"SIGTERM","delayMs":5000,"msg":"Draining"/g)).toHaveLength(1);
  await portal.stop();
});

test('T32: SIGTERM during the start ends it', async () => {
  const server = runServer({
    ...environment(await freePort(), UNREACHABLE),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(signalBeforeListening)}`,
  });
  expect([await server.ended, server.errors()]).toEqual([0, '']);
  expect(server.output()).not.toContain('"msg":"Listening"');
});

test('T32: after SIGINT, a server completes its requests and exits, without the drain delay of SIGTERM', async () => {
  const held: ServerResponse[] = [];
  const backends = await serveUntilTestsEnd((_request, response) => void held.push(response));
  const { server, origin } = await startServer({ backends });
  const inFlight = fetch(`${origin}/login`, {
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

test('T32: no connection prevents a server from stopping: idle, answered while draining, or answered late', async () => {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = await serveUntilTestsEnd(async (_request, response) => {
    called.resolve();
    await released.promise;
    response.end('{}');
  });
  const drain = await holdDrain();
  const { server, port } = await startServer({ backends: slow, ...drain });

  /** Opens a keep-alive connection and sends a request on it. */
  const open = (...lines: string[]) => {
    const socket = connect(port, '127.0.0.1');
    const send = (...next: string[]) => {
      socket.write(`${next.join('\r\n')}\r\nHost: portal.example\r\nConnection: keep-alive\r\n\r\n`);
    };
    send(...lines);
    let answer = '';
    socket.setEncoding('utf8').on('data', part => {
      answer += part;
    });
    return { send, answer: () => answer, ended: text(socket) };
  };
  const idle = open('GET /login HTTP/1.1');
  const live = open('GET /login HTTP/1.1');
  await eventually('both are answered', async () =>
    [idle, live].every(({ answer }) => answer().includes('</html>')),
  );
  expect(live.answer()).toMatch(/^connection: keep-alive/im);
  const form = 'email=dana@acme.example';
  const late = connect(port, '127.0.0.1');
  late.write(
    `POST /login HTTP/1.1\r\nHost: portal.example\r\nContent-Length: ${form.length}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n\r\n${form}`,
  );
  await called.promise;

  server.signal('SIGTERM');
  await server.prints('"msg":"Draining"');
  live.send('GET /login HTTP/1.1');
  const [, second = ''] = (await live.ended).split(/(?<=<\/html>)/);
  expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(second).toMatch(/^connection: close/im);
  await drain.end();
  await idle.ended;
  released.resolve();
  expect(await text(late)).toMatch(/^HTTP\/1\.1 303 /);
  expect(await server.ended).toBe(0);
});

// Code that causes an uncaught error.
const uncaughtErrors = {
  'an uncaught exception': "setImmediate(() => { throw new Error('A bug'); })",
  'an unhandled rejection with a string': "Promise.reject('A bug')",
};

test.each(Object.entries(uncaughtErrors))(
  'T35: after %s the server logs it, drains and exits with code 1',
  async (_kind, program) => {
    const drain = await holdDrain(`process.on('SIGUSR2', () => { ${program} });`);
    const { server, status } = await startServer(drain);
    expect(await status('/readyz')).toBe(200);
    server.signal('SIGUSR2');
    await eventually('/readyz answers 503', async () => (await status('/readyz')) === 503);
    expect(await Promise.all(['/healthz', '/login'].map(status))).toEqual([200, 200]);
    await drain.end();
    expect(await server.ended).toBe(1);

    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const fatal = lines.filter(({ level }) => level === 60);
    expect(fatal).toMatchObject([
      {
        msg: 'Uncaught error: draining',
        err: { type: expect.stringMatching(/^(Error|string)$/) },
      },
    ]);
    // A response can be logged after it, when its connection has closed.
    expect(lines.map(({ msg }) => msg)).toContain('Stopped');
    expect(server.errors()).toBe('');
  },
);

/** Blocks a worker thread for good when its first task arrives. A process that waited for the search would never end. */
const endlessTask = `
  import { writeSync } from 'node:fs';
  import { isMainThread, parentPort } from 'node:worker_threads';
  if (!isMainThread) parentPort.on('message', () => {
    writeSync(1, 'Searching\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

test('T56: after SIGTERM, the process ends although a search for people never does', async () => {
  const drain = await holdDrain(endlessTask);
  const { signedIn, servers } = await servePortal(drain);
  const [server] = servers;
  const browser = await signedIn();
  const search = browser.postBody(paths.compare, listForm('ada@acme.example\n'.repeat(10_000)));
  await server.prints('Searching');
  server.signal('SIGTERM');
  await drain.end();
  expect((await search).status).toBe(503);
  expect(await server.ended).toBe(0);
});

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** Runs the image's HEALTHCHECK command. Returns its exit code. */
function checkHealth(port: number): number | null {
  const [, , command = ''] = /^HEALTHCHECK [\s\S]*?(CMD (\[.*\]))$/m.exec(dockerfile) ?? [];
  const [, ...args]: string[] = JSON.parse(command);
  return spawnSync(process.execPath, args, { env: { PORT: String(port) } }).status;
}

test("the image's health check passes while the server runs with the image's settings, and fails after SIGTERM", async () => {
  expect(checkHealth(await freePort())).toBe(1);
  const settings = readEnvironment(dockerfile);
  expect(settings).toMatchObject({ MALLOC_ARENA_MAX: '2', NODE_OPTIONS: expect.stringContaining('--') });
  const drain = await holdDrain('', settings);
  const { server, port } = await startServer(drain);
  expect(checkHealth(port)).toBe(0);
  server.signal('SIGTERM');
  await drain.end();
  expect(await server.ended).toBe(0);
  expect(checkHealth(port)).toBe(1);
});
