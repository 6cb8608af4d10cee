import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import timers, { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { type Call, type Caller, createCaller, QUEUED_CALLS_LIMIT } from '../../../server/backends/call';
import { CONNECTIONS_PER_BACKEND, createPools } from '../../../server/backends/pools';
import type { Proxies } from '../../../server/backends/proxies';
import { bodySize } from '../../../server/backends/wire';
import { BackendError } from '../../../server/errors';
import { MEBIBYTE } from '../../../shared/units';
import { listen } from '../../support/backends/ports';
import {
  answering,
  callContext,
  callerOf,
  startStandIn,
  UNREACHED_TIMEOUT_MS,
} from '../../support/backends/stand-in-backend';
import { closeAfterTest } from '../../support/end';
import { eventually } from '../../support/time/eventually';

const FAILURE = 'Failed to get scanner account stats';
/** The timeout of calls that a test waits for, in milliseconds. */
const SHORT_TIMEOUT_MS = 100;

async function startBackend(fault: faults.Fault, { base = '/api', timeout = UNREACHED_TIMEOUT_MS } = {}) {
  const { origin, requests } = await startStandIn(fault);
  return { requests, caller: callerOf(origin + base, timeout) };
}

async function read(caller: Caller, call: Call): Promise<string> {
  return Buffer.concat(await caller.fetch(call, 32 * MEBIBYTE)).toString();
}

const stats = { name: 'stats', method: 'GET', path: '/stats', failure: FAILURE } as const;
const topUp = { name: 'top-up', method: 'POST', path: '/topup', failure: FAILURE } as const;

async function failureOf(work: Promise<unknown>): Promise<BackendError> {
  const error = await work.then(
    () => undefined,
    thrown => thrown,
  );
  if (!(error instanceof BackendError)) throw new Error(`Not a failed call: ${String(error)}`);
  expect(error.message).toBe(FAILURE);
  return error;
}

describe('a call', () => {
  test('waits for the final response after informational ones', async () => {
    const { caller } = await startBackend(exchange => {
      exchange.response.writeEarlyHints({ link: '</portal.css>; rel=preload; as=style' }, () => {
        setTimeout(() => answering(200, { code: 'ACME' })(exchange), 50);
      });
    });
    expect(await read(caller, stats)).toBe('{"code":"ACME"}');
  });

  test('does not negotiate HTTP/2', async () => {
    const clientHello = Promise.withResolvers<string>();
    const server = createServer(socket => {
      socket.once('data', data => {
        clientHello.resolve(data.toString('latin1'));
        socket.destroy();
      });
    });
    const caller = callerOf(`https://127.0.0.1:${await listen(server)}`);
    await failureOf(read(caller, stats));
    server.close();
    // The list of protocols, 9 bytes long (RFC 7301), has only this one.
    expect(await clientHello.promise).toContain('\x00\x09\x08http/1.1');
  });

  test('reports the status to its trace even if the body breaks off', async () => {
    const { origin } = await startStandIn(({ request, response }) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => request.socket.destroy());
    });
    const statuses: number[] = [];
    const caller = createCaller(origin, {
      pool: closeAfterTest(createPools(UNREACHED_TIMEOUT_MS)).open(origin),
      timeoutOf: () => UNREACHED_TIMEOUT_MS,
      trace: (_call, work) => work({ headers: {}, recordStatus: status => statuses.push(status) }),
    });
    await failureOf(read(caller, stats));
    expect(statuses).toEqual([200]);
  });

  test.each([
    ['', '/a/b'],
    ['/', '/a/b'],
    ['/api', '/api/a/b'],
    ['/api/', '/api/a/b'],
    ['/api/v2//', '/api/v2/a/b'],
    ['/api?key=1#top', '/api/a/b'],
  ])('is sent to a path below the base URL: %s', async (base, expected) => {
    const { caller, requests } = await startBackend(answering(200), { base });
    await read(caller, { ...stats, path: '/a/b' });
    expect(requests.map(({ line }) => line)).toEqual([`GET ${expected}`]);
  });
});

describe('a failed call', () => {
  test('with 401 is not repeated if it has no token', async () => {
    const { caller, requests } = await startBackend(answering(401));
    expect(await failureOf(caller.send(topUp))).toMatchObject({ upstreamStatus: 401 });
    expect(requests).toHaveLength(1);
  });

  test('because of another protocol does not affect the next one', async () => {
    let isFirst = true;
    const { caller } = await startBackend(({ request, pass }) => {
      if (isFirst) request.socket.end('SSH-2.0-OpenSSH_9.2\r\n');
      else pass();
      isFirst = false;
    });
    expect(await failureOf(read(caller, stats))).toMatchObject({ reason: 'network', status: 502 });
    expect(await read(caller, stats)).toBe('{}');
  });

  test('counts toward one deadline, which includes the renewal of the token', async () => {
    const { caller } = await startBackend(answering(401), { timeout: SHORT_TIMEOUT_MS });
    const slow = { ...callContext(), renew: () => wait(UNREACHED_TIMEOUT_MS, undefined, { ref: false }) };
    expect(await failureOf(read(caller, { ...stats, context: slow }))).toMatchObject({ reason: 'timeout' });
  });
});

describe('an endless response that is not read', () => {
  /** Sends the status at once and then single bytes. Counts the open responses. */
  function trickling(status: number) {
    let open = 0;
    const answer: faults.Fault = ({ response }) => {
      open++;
      response.writeHead(status).write('.');
      const timer = setInterval(() => response.write('.'), 100);
      response.once('close', () => {
        open--;
        clearInterval(timer);
      });
    };
    return { answer, open: () => open };
  }

  test.each([
    ['the success of an action', 200, (caller: Caller) => caller.send(topUp)],
    ['an error', 500, (caller: Caller) => read(caller, stats).catch(() => {})],
    ['a temporary error', 503, (caller: Caller) => read(caller, stats).catch(() => {})],
  ])('is disconnected after the discard limit: %s', async (_case, status, ask) => {
    const { answer, open } = trickling(status);
    const { caller } = await startBackend(answer);
    await Promise.all(Array.from({ length: 4 }, () => ask(caller)));
    await eventually('all responses are closed', async () => open() === 0);
  });
});

describe('a GET', () => {
  test('honors Retry-After within its deadline', async () => {
    let isFirst = true;
    const { caller, requests } = await startBackend(exchange => {
      if (isFirst) faults.status(503, { 'retry-after': '1' })(exchange);
      else exchange.pass();
      isFirst = false;
    });
    const waiting = jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    expect(await read(caller, stats)).toBe('{}');
    // A job of another file in the same worker may wait, too, but not with a signal.
    const waits = waiting.mock.calls.filter(([, , options]) => options?.signal);
    expect(waits.map(([milliseconds]) => milliseconds)).toEqual([1000]);
    expect(requests).toHaveLength(2);
  });

  test('is not retried when Retry-After is a date beyond the deadline', async () => {
    const retryAfter = new Date(Date.now() + 3_600_000).toUTCString();
    const { caller, requests } = await startBackend(faults.status(503, { 'retry-after': retryAfter }));
    expect(await failureOf(read(caller, stats))).toMatchObject({ upstreamStatus: 503 });
    expect(requests).toHaveLength(1);
  });

  test('is not sent if the browser has already disconnected', async () => {
    const { caller, requests } = await startBackend(answering(200));
    const context = { ...callContext(), signal: AbortSignal.abort() };
    expect(await failureOf(read(caller, { ...stats, context }))).toMatchObject({ reason: 'abandoned' });
    expect(requests).toEqual([]);
  });

  test('fails if the response exceeds the size limit of the caller', async () => {
    const { caller } = await startBackend(answering(200, JSON.stringify('x'.repeat(1000))));
    expect(await failureOf(caller.fetch(stats, 1001))).toMatchObject({ reason: 'content', status: 502 });
    expect(bodySize(await caller.fetch(stats, 1002))).toBe(1002);
  });
});

/** The ways to a backend at this origin: itself, or a name that only a proxy knows, as which it answers. */
const ways = [
  ['directly', (origin: string) => ({ origin })],
  [
    'through a proxy',
    (proxy: string) => ({
      origin: 'http://backend.portal.test',
      proxies: { http: proxy, https: undefined, except: [] },
    }),
  ],
] as const satisfies readonly [string, (origin: string) => { origin: string; proxies?: Proxies }][];

test.each(ways)(
  'concurrent calls %s queue for a connection, and fail at once if the queue is full',
  async (_, wayTo) => {
    const waiting: ServerResponse[] = [];
    const standIn = await startStandIn(({ response }) => void waiting.push(response));
    const { origin, proxies } = { proxies: undefined, ...wayTo(standIn.origin) };
    const caller = callerOf(origin, UNREACHED_TIMEOUT_MS, proxies);
    const answers = Array.from({ length: CONNECTIONS_PER_BACKEND + QUEUED_CALLS_LIMIT }, () =>
      read(caller, stats),
    );
    await eventually('every connection is in use', async () => waiting.length === CONNECTIONS_PER_BACKEND);
    expect(await failureOf(read(caller, stats))).toMatchObject({ reason: 'queue full', status: 503 });
    const serving = setInterval(() => {
      for (const response of waiting.splice(0)) response.end('{}');
    }, 5);
    expect(await Promise.all(answers)).toHaveLength(CONNECTIONS_PER_BACKEND + QUEUED_CALLS_LIMIT);
    clearInterval(serving);
  },
);

test.each(ways)(
  'P4: a backend that hangs, called %s, leaves connections to another one at its origin',
  async (_, wayTo) => {
    const waiting: ServerResponse[] = [];
    const standIn = await startStandIn(({ request, response }) => {
      if (request.url?.includes('/hanging')) waiting.push(response);
      else response.end('{}');
    });
    const { origin, proxies } = { proxies: undefined, ...wayTo(standIn.origin) };
    const pools = closeAfterTest(createPools(UNREACHED_TIMEOUT_MS, proxies));
    const at = (url: string) =>
      createCaller(url, { pool: pools.open(url), timeoutOf: () => UNREACHED_TIMEOUT_MS });
    const [hanging, other] = [at(`${origin}/hanging`), at(`${origin}/other`)];
    const answers = Array.from({ length: CONNECTIONS_PER_BACKEND }, () => read(hanging, stats));
    await eventually('every connection is in use', async () => waiting.length === CONNECTIONS_PER_BACKEND);
    expect(await read(other, stats)).toBe('{}');
    for (const response of waiting) response.end('{}');
    await Promise.all(answers);
  },
);
