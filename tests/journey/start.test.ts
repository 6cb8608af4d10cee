import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { eventually } from '../support/eventually';
import { holdDrain } from '../support/held-drain';
import { listen } from '../support/ports';
import { temporaryFolder } from '../support/project';
import { environment, runServer } from '../support/server';

const UNREACHABLE = 'http://127.0.0.1:9';

test('a server without an environment lists all missing settings and exits', async () => {
  const server = runServer({});
  expect(await server.ended).toBe(1);
  expect(server.errors()).toBe(
    [
      'The portal cannot start with this environment:',
      ...[
        'PUBLIC_URL',
        'SESSION_KEYS',
        'PORTAL_API_URL',
        'SCANNER_API_DEMO_URL',
        'ECARD_API_DEMO_URL',
        'FIREBASE_PROJECT_ID',
        'FIREBASE_API_KEY',
        'SCANNER_APP_URL',
        'CARDS_APP_URL',
        'HELP_URL',
      ].map(name => `  ${name}: is required`),
      '',
    ].join('\n'),
  );
  expect(server.output()).toBe('');
});

test.each(['production', 'live'])(
  'a server in %s does not start with an emulator, and prints no secrets',
  async portalEnv => {
    const {
      SCANNER_API_DEMO_URL = '',
      ECARD_API_DEMO_URL = '',
      SESSION_KEYS = '',
      ...rest
    } = environment(3000, UNREACHABLE);
    const server = runServer({
      ...rest,
      PORTAL_ENV: portalEnv,
      SESSION_KEYS: `${SESSION_KEYS},too-short`,
      SCANNER_API_PRODUCTION_URL: SCANNER_API_DEMO_URL,
      ECARD_API_PRODUCTION_URL: ECARD_API_DEMO_URL,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(
      [
        'The portal cannot start with this environment:',
        '  SESSION_KEYS: every key must have at least 32 characters',
        `  FIREBASE_AUTH_EMULATOR_HOST: must not be set in ${portalEnv}; an emulator accepts every sign-in`,
        '',
      ].join('\n'),
    );
  },
);

test.each([
  ['no session key', ''],
  ['a short key', 'changeme'],
  ['a short previous key', `${'k'.repeat(32)},changeme`],
  ['an empty key among others', `${'k'.repeat(32)},,${'l'.repeat(32)}`],
])('T13: a server does not start with %s, and prints no key', async (_case, keys) => {
  const server = runServer({ ...environment(3000, UNREACHABLE), SESSION_KEYS: keys });
  expect(await server.ended).toBe(1);
  expect(server.errors()).toMatch(/^ {2}SESSION_KEYS: /m);
  expect(server.errors() + server.output()).not.toMatch(/changeme|kkk/);
});

test('a server reports a port in use and exits', async () => {
  const other = createServer();
  const server = runServer(environment(await listen(other), UNREACHABLE));
  expect(await server.ended).toBe(1);
  expect(server.errors()).toContain('EADDRINUSE');
  await new Promise(done => other.close(done));
});

test('a missing asset fails only the requests for it', async () => {
  // As if the project is rebuilt while the server runs.
  const dist = await temporaryFolder();
  await cp(resolve('dist'), dist, { recursive: true });
  const port = await freePort();
  const server = runServer(environment(port, UNREACHABLE), dist);
  await server.prints('"msg":"Listening"');
  const [script = ''] = /\/assets\/script-\w+\.js/.exec((await send(port, '/login')).body) ?? [];
  expect((await send(port, script)).status).toBe(200);

  await rm(join(dist, 'public', 'assets'), { recursive: true });
  await send(port, script).catch(() => {});
  expect(await statuses(port, '/healthz', '/login')).toEqual([200, 200]);
});

test('T32: after SIGTERM, a server accepts requests while draining, completes them and exits', async () => {
  // The backend's response is held, so that a request stays in flight.
  const held = Promise.withResolvers<ServerResponse>();
  const backend = createServer((_request, response) => held.resolve(response));
  const port = await freePort();
  const backends = `http://127.0.0.1:${await listen(backend)}`;
  const drain = await holdDrain();
  // The held call must not time out, even on a slow machine.
  const server = runServer({
    ...environment(port, backends),
    UPSTREAM_TIMEOUT_MS: '60000',
    ...drain.settings,
  });
  await server.prints('"msg":"Listening"');
  expect(await statuses(port, '/healthz', '/readyz', '/login')).toEqual([200, 200, 200]);

  const inFlight = send(port, '/login', 'email=dana@acme.example');
  const response = await held.promise;
  server.signal('SIGTERM');
  await eventually('/readyz answers 503', async () => (await send(port, '/readyz')).status === 503);
  expect(await statuses(port, '/healthz', '/login')).toEqual([200, 200]);
  await drain.end();
  await eventually('new connections are refused', () =>
    send(port, '/healthz').then(
      () => false,
      () => true,
    ),
  );
  response.end('{}');
  expect((await inFlight).status).toBe(303);
  expect(await server.ended).toBe(0);
  await new Promise(done => backend.close(done));
});

function statuses(port: number, ...paths: string[]): Promise<number[]> {
  return Promise.all(paths.map(async path => (await send(port, path)).status));
}

/** Sends a request on a new connection. Rejects if the connection is refused. */
async function send(port: number, path: string, form?: string): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const outgoing = request({ port, path, method: form ? 'POST' : 'GET', headers, agent: false }).end(form);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error(`No response to ${path}`);
  return { status: response.statusCode ?? 0, body: await text(response) };
}
