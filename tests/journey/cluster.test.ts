import { createServer, type RequestListener, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually';
import { freePort, listen } from '../support/ports';
import type { Program } from '../support/program';
import { startRedis } from '../support/redis';
import { environment, runServer } from '../support/server';

const NOWHERE = 'http://127.0.0.1:9';

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly worker?: number;
  readonly pid?: number;
}

const ending: (() => void)[] = [];

afterAll(() => {
  for (const end of ending) end();
});

/** A backend, until the tests of this file end. Gives back its origin. */
async function startBackend(answer: RequestListener): Promise<string> {
  const backend = createServer(answer);
  ending.push(() => {
    backend.closeAllConnections();
    backend.close();
  });
  return `http://127.0.0.1:${await listen(backend)}`;
}

const lines = (server: Program): Line[] =>
  server
    .output()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

const those = (server: Program, msg: string) => lines(server).filter(line => line.msg === msg);

/** Starts a server with this many workers, and waits until all of them listen. */
async function startWorkers(count: number, more: Readonly<Record<string, string>> = {}, backends = NOWHERE) {
  const port = await freePort();
  const server = runServer({ ...environment(port, backends), WEB_CONCURRENCY: `${count}`, ...more });
  await eventually('all workers are there', async () => those(server, 'Worker listening').length === count);
  return { port, server };
}

/** Sends a request on a new connection, so that another worker gets it. Rejects if it is refused. */
async function ask(port: number, path: string, { form, cookie }: { form?: string; cookie?: string } = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) };
  const outgoing = request({ port, path, method: form ? 'POST' : 'GET', headers, agent: false }).end(form);
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    body: string;
    cookie: string;
  }>();
  outgoing.once('error', reject).once('response', async response => {
    const cookies = response.headers['set-cookie'] ?? [];
    resolve({
      status: response.statusCode ?? 0,
      body: await text(response),
      cookie: cookies.map(line => line.split(';', 1)[0]).join('; '),
    });
  });
  return promise;
}

const isShut = (port: number) =>
  ask(port, '/healthz').then(
    () => false,
    () => true,
  );

const agreeingBackend = () => startBackend((_request, response) => response.end('{}'));

test('two workers share one port, one log and one set of metrics', async () => {
  const metricsPort = await freePort();
  const { port, server } = await startWorkers(2, { METRICS_PORT: `${metricsPort}` });
  const answered = () =>
    new Set(lines(server).flatMap(({ worker, msg }) => (msg.startsWith('request') ? [worker] : [])));
  let requests = 0;
  await eventually('both workers have answered', async () => {
    requests++;
    expect((await ask(port, '/login')).status).toBe(200);
    return answered().size === 2;
  });
  await eventually('metrics are those of both', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = /portal_request_duration_seconds_count\{.*route="\/login".*\} (\d+)/.exec(metrics)?.[1];
    return Number(counted) === requests;
  });
  expect(those(server, 'Listening')).toHaveLength(2);
  server.signal('SIGKILL');
});

test('a worker that crashes is replaced and logged, and no request fails', async () => {
  const { port, server } = await startWorkers(2);
  const [first] = those(server, 'Worker listening');
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await eventually('the log has it', async () => those(server, 'Worker exited').length === 1);
  expect(those(server, 'Worker exited')).toMatchObject([
    { worker: first?.worker, signal: 'SIGKILL', level: 50 },
  ]);
  for (let times = 0; times < 4; times++) expect((await ask(port, '/login')).status).toBe(200);
  await eventually('another one is there', async () => those(server, 'Worker listening').length === 3);
  expect((await ask(port, '/login')).status).toBe(200);
  server.signal('SIGKILL');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'T32: after %s, all workers complete their requests, then the server exits',
  async signal => {
    const asked: ServerResponse[] = [];
    const backends = await startBackend((_request, response) => void asked.push(response));
    const { port, server } = await startWorkers(2, { UPSTREAM_TIMEOUT_MS: '60000' }, backends);
    const pids = those(server, 'Worker listening').map(({ pid }) => pid ?? 0);
    const inFlight = [1, 2].map(number => ask(port, '/login', { form: `email=dana${number}@acme.example` }));
    await eventually('both are under way', async () => asked.length === 2);

    server.signal(signal);
    // Terminals and systemd signal every process of the group.
    await eventually('all are told', async () => those(server, 'Draining').length >= 2);
    for (const pid of pids) process.kill(pid, signal);
    // The drain delay is for load balancers, and is skipped on SIGINT, which comes from a terminal.
    if (signal === 'SIGTERM') {
      expect((await ask(port, '/readyz')).status).toBe(503);
      expect((await ask(port, '/login')).status).toBe(200);
    }
    const tries: Promise<boolean>[] = [];
    let isEverybodyOut = false;
    while (!isEverybodyOut) {
      const shut = isShut(port);
      tries.push(shut);
      isEverybodyOut = await Promise.race([shut, wait(1, false)]);
    }
    // A connection that no worker handles would stay open as long as the requests in flight.
    expect(await Promise.all(tries)).toContain(true);
    for (const response of asked) response.end('{}');
    for (const { status } of await Promise.all(inFlight)) expect(status).toBe(303);
    expect(await server.ended).toBe(0);
    expect(those(server, 'Stopped')).toHaveLength(2);
    expect(those(server, 'Worker exited')).toEqual([]);
  },
);

test('T32: a worker that does not end is killed', async () => {
  const { server } = await startWorkers(2);
  const [stuck] = those(server, 'Worker listening');
  process.kill(stuck?.pid ?? 0, 'SIGSTOP');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(those(server, 'Worker did not exit in time')).toMatchObject([{ worker: stuck?.worker }]);
});

test('workers do not outlive the process that has started them', async () => {
  const { port, server } = await startWorkers(2);
  server.signal('SIGKILL');
  await eventually('nobody listens any more', () => isShut(port));
});

test('a server with workers whose port is taken says so, and ends', async () => {
  const other = new URL(await agreeingBackend());
  const server = runServer({ ...environment(Number(other.port), NOWHERE), WEB_CONCURRENCY: '2' });
  expect(await server.ended).toBe(1);
  expect(server.errors()).toContain('EADDRINUSE');
});

test('a server with workers and a malformed environment says so once, and ends', async () => {
  const server = runServer({ ...environment(3000, NOWHERE), WEB_CONCURRENCY: '2', HELP_URL: 'nowhere' });
  expect(await server.ended).toBe(1);
  expect(server.errors().split('\n')).toHaveLength(3);
});

test('what one worker has sealed another one opens, also with keys made at the start', async () => {
  const port = await freePort();
  const { SESSION_KEYS: _, ...rest } = environment(port, await agreeingBackend());
  const server = runServer({ ...rest, PORTAL_ENV: 'local', WEB_CONCURRENCY: '2' });
  await eventually('all workers are there', async () => those(server, 'Worker listening').length === 2);
  const { cookie } = await ask(port, '/login', { form: 'email=dana@acme.example' });
  for (let times = 0; times < 4; times++) {
    const page = await ask(port, '/finishsignup?mode=signIn&apiKey=k&oobCode=c', { cookie });
    expect(page.body).toContain('Signing you in');
  }
  server.signal('SIGKILL');
});

test('workers without a Redis count apart, and the log warns of it; with one they count together', async () => {
  const limits = { LOGIN_LIMIT_PER_IP: '4' };
  const apart = await startWorkers(2, limits, await agreeingBackend());
  expect(lines(apart.server).filter(({ level }) => level === 40)).toMatchObject([
    { msg: expect.stringContaining('REDIS_URL') },
  ]);
  apart.server.signal('SIGKILL');

  const redis = await startRedis();
  const together = await startWorkers(2, { ...limits, REDIS_URL: redis.url }, await agreeingBackend());
  await eventually('both are connected', async () => those(together.server, 'Redis connected').length === 2);
  expect(lines(together.server).filter(({ level }) => level === 40)).toEqual([]);
  const statuses: number[] = [];
  for (let times = 0; times < 6; times++) {
    statuses.push((await ask(together.port, '/login', { form: `email=${times}@acme.example` })).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 429, 429]);
  together.server.signal('SIGKILL');
  await redis.kill();
});

test('a server with one worker is one process', async () => {
  const port = await freePort();
  const server = runServer({ ...environment(port, NOWHERE), WEB_CONCURRENCY: '1' });
  await server.prints('"msg":"Listening"');
  expect((await ask(port, '/login')).status).toBe(200);
  expect(lines(server).filter(({ worker }) => worker !== undefined)).toEqual([]);
  server.signal('SIGKILL');
});
