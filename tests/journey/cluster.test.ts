import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { serveUntilTestsEnd } from '../support/programs/collector';
import { holdDrain } from '../support/programs/held-drain';
import type { Program } from '../support/programs/program';
import { startRedis } from '../support/programs/redis';
import { environment, runServer } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const UNREACHABLE = 'http://127.0.0.1:9';

interface LogLine {
  readonly msg: string;
  readonly level: number;
  readonly worker?: number;
  readonly pid?: number;
}

const logLines = (server: Program): LogLine[] =>
  server
    .output()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

const linesWith = (server: Program, msg: string) => logLines(server).filter(line => line.msg === msg);

/** Starts a server with this many workers, and waits until all of them listen. */
async function startWorkers(
  count: number,
  more: Readonly<Record<string, string>> = {},
  backends = UNREACHABLE,
) {
  const port = await freePort();
  const server = runServer({ ...environment(port, backends), WEB_CONCURRENCY: `${count}`, ...more });
  await eventually(
    'all workers are listening',
    async () => linesWith(server, 'Worker listening').length === count,
  );
  return { port, server };
}

/** Sends a request on a new connection, so that another worker handles it. Rejects if the connection is refused. */
function send(port: number, path: string, { form = '', cookie = '' } = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { connection: 'close', cookie },
    redirect: 'manual',
  });
}

const isClosed = (port: number) =>
  send(port, '/healthz').then(
    () => false,
    () => true,
  );

const startOkBackend = () => serveUntilTestsEnd((_request, response) => response.end('{}'));

test('two workers share one port, one log and one set of metrics', async () => {
  const metricsPort = await freePort();
  const { port, server } = await startWorkers(2, { METRICS_PORT: `${metricsPort}` });
  const answeringWorkers = () =>
    new Set(logLines(server).flatMap(({ worker, msg }) => (msg.startsWith('request') ? [worker] : [])));
  let requests = 0;
  await eventually('both workers have answered', async () => {
    requests++;
    expect((await send(port, '/login')).status).toBe(200);
    return answeringWorkers().size === 2;
  });
  await eventually('the metrics count requests of both workers', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counted = /portal_request_duration_seconds_count\{.*route="\/login".*\} (\d+)/.exec(metrics)?.[1];
    return Number(counted) === requests;
  });
  expect(linesWith(server, 'Listening')).toHaveLength(2);
  server.signal('SIGKILL');
});

test('a worker that crashes is replaced and logged, and no request fails', async () => {
  const { port, server } = await startWorkers(2);
  const [first] = linesWith(server, 'Worker listening');
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await eventually('the crash is logged', async () => linesWith(server, 'Worker exited').length === 1);
  expect(linesWith(server, 'Worker exited')).toMatchObject([
    { worker: first?.worker, signal: 'SIGKILL', level: 50 },
  ]);
  for (let times = 0; times < 4; times++) expect((await send(port, '/login')).status).toBe(200);
  await eventually(
    'a new worker is listening',
    async () => linesWith(server, 'Worker listening').length === 3,
  );
  expect((await send(port, '/login')).status).toBe(200);
  server.signal('SIGKILL');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'T32: after %s, all workers complete their requests, then the server exits',
  async signal => {
    const held: ServerResponse[] = [];
    const backends = await serveUntilTestsEnd((_request, response) => void held.push(response));
    const drain = await holdDrain();
    const settings = { UPSTREAM_TIMEOUT_MS: '60000', ...drain.settings };
    const { port, server } = await startWorkers(2, settings, backends);
    const pids = linesWith(server, 'Worker listening').map(({ pid }) => pid ?? 0);
    const inFlight = [1, 2].map(number => send(port, '/login', { form: `email=dana${number}@acme.example` }));
    await eventually('both requests are in flight', async () => held.length === 2);

    server.signal(signal);
    // Terminals and systemd signal every process of the group.
    await eventually('all workers are draining', async () => linesWith(server, 'Draining').length >= 2);
    for (const pid of pids) process.kill(pid, signal);
    // The drain delay is for load balancers, and is skipped on SIGINT, which comes from a terminal.
    if (signal === 'SIGTERM') {
      expect((await send(port, '/readyz')).status).toBe(503);
      expect((await send(port, '/login')).status).toBe(200);
    }
    await drain.end();
    const attempts: Promise<boolean>[] = [];
    let isRefused = false;
    while (!isRefused) {
      const closed = isClosed(port);
      attempts.push(closed);
      isRefused = await Promise.race([closed, wait(1, false)]);
    }
    // A connection that no worker handles would stay open as long as the requests in flight.
    await Promise.all(attempts);
    for (const response of held) response.end('{}');
    for (const { status } of await Promise.all(inFlight)) expect(status).toBe(303);
    expect(await server.ended).toBe(0);
    expect(linesWith(server, 'Stopped')).toHaveLength(2);
    expect(linesWith(server, 'Worker exited')).toEqual([]);
  },
);

test('T32: a worker that does not exit in time is killed', async () => {
  const { server } = await startWorkers(2);
  const [stuck] = linesWith(server, 'Worker listening');
  process.kill(stuck?.pid ?? 0, 'SIGSTOP');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(linesWith(server, 'Worker did not exit in time')).toMatchObject([{ worker: stuck?.worker }]);
});

test('workers exit when their parent process is killed', async () => {
  const { port, server } = await startWorkers(2);
  server.signal('SIGKILL');
  await eventually('the port is closed', () => isClosed(port));
});

test('a server with workers reports a port in use and exits', async () => {
  const other = new URL(await startOkBackend());
  const server = runServer({ ...environment(Number(other.port), UNREACHABLE), WEB_CONCURRENCY: '2' });
  expect(await server.ended).toBe(1);
  expect(server.errors()).toContain('EADDRINUSE');
});

test('a server with workers reports an invalid environment once and exits', async () => {
  const server = runServer({ ...environment(3000, UNREACHABLE), WEB_CONCURRENCY: '2', HELP_URL: 'nowhere' });
  expect(await server.ended).toBe(1);
  expect(server.errors().split('\n')).toHaveLength(3);
});

test('workers share cookies, even with generated session keys', async () => {
  const generated = { SESSION_KEYS: '', PORTAL_ENV: 'local' };
  const { port, server } = await startWorkers(2, generated, await startOkBackend());
  const { headers } = await send(port, '/login', { form: 'email=dana@acme.example' });
  const cookies = headers.getSetCookie().map(line => line.split(';', 1)[0]);
  for (let times = 0; times < 4; times++) {
    const page = await send(port, '/finishsignup?mode=signIn&apiKey=k&oobCode=c', {
      cookie: cookies.join('; '),
    });
    expect(await page.text()).toContain('Signing you in');
  }
  server.signal('SIGKILL');
});

test('T1: workers share rate limits through Redis; without Redis they log a warning and count separately', async () => {
  const limits = { LOGIN_LIMIT_PER_IP: '4' };
  const separate = await startWorkers(2, limits, await startOkBackend());
  expect(logLines(separate.server).filter(({ level }) => level === 40)).toMatchObject([
    { msg: expect.stringContaining('REDIS_URL') },
  ]);
  separate.server.signal('SIGKILL');

  const redis = await startRedis();
  const shared = await startWorkers(2, { ...limits, REDIS_URL: redis.url }, await startOkBackend());
  await eventually(
    'both are connected',
    async () => linesWith(shared.server, 'Redis connected').length === 2,
  );
  expect(logLines(shared.server).filter(({ level }) => level === 40)).toEqual([]);
  const statuses: number[] = [];
  for (let times = 0; times < 6; times++) {
    statuses.push((await send(shared.port, '/login', { form: `email=${times}@acme.example` })).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 429, 429]);
  shared.server.signal('SIGKILL');
  await redis.kill();
});
