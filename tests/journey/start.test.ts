import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually';
import { freePort, listen } from '../support/ports';
import { temporaryFolder } from '../support/project';
import { environment, runServer } from '../support/server';

const NOWHERE = 'http://127.0.0.1:9';

test('a server without an environment says everything that is missing, and ends', async () => {
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
  'a server in %s does not start with an emulator, nor print secrets',
  async portalEnv => {
    const {
      SCANNER_API_DEMO_URL = '',
      ECARD_API_DEMO_URL = '',
      SESSION_KEYS = '',
      ...rest
    } = environment(3000, NOWHERE);
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
  ['no key', ''],
  ['a short key', 'changeme'],
  ['a short old key', `${'k'.repeat(32)},changeme`],
  ['an empty key among others', `${'k'.repeat(32)},,${'l'.repeat(32)}`],
])('T13: a server does not start with %s, and prints none', async (_what, keys) => {
  const server = runServer({ ...environment(3000, NOWHERE), SESSION_KEYS: keys });
  expect(await server.ended).toBe(1);
  expect(server.errors()).toMatch(/^ {2}SESSION_KEYS: /m);
  expect(server.errors() + server.output()).not.toMatch(/changeme|kkk/);
});

test('a server whose port is taken says so, and ends', async () => {
  const other = createServer();
  const server = runServer(environment(await listen(other), NOWHERE));
  expect(await server.ended).toBe(1);
  expect(server.errors()).toContain('EADDRINUSE');
  await new Promise(done => other.close(done));
});

test('a missing asset fails only the requests for it', async () => {
  // As when the project is built anew while this server runs.
  const dist = await temporaryFolder();
  await cp(resolve('dist'), dist, { recursive: true });
  const port = await freePort();
  const server = runServer(environment(port, NOWHERE), dist);
  await server.prints('"msg":"Listening"');
  const [script = ''] = /\/assets\/script-\w+\.js/.exec((await ask(port, '/login')).body) ?? [];
  expect((await ask(port, script)).status).toBe(200);

  await rm(join(dist, 'public', 'assets'), { recursive: true });
  await ask(port, script).catch(() => {});
  expect(await statuses(port, '/healthz', '/login')).toEqual([200, 200]);
});

test('T32: after SIGTERM, a server accepts requests while it drains, completes them and exits', async () => {
  // A backend that the test holds, so that a request stays in flight.
  const asked = Promise.withResolvers<ServerResponse>();
  const backend = createServer((_request, response) => asked.resolve(response));
  const port = await freePort();
  const backends = `http://127.0.0.1:${await listen(backend)}`;
  // The call is held for as long as the server drains, on any machine.
  const server = runServer({ ...environment(port, backends), UPSTREAM_TIMEOUT_MS: '60000' });
  await server.prints('"msg":"Listening"');
  expect(await statuses(port, '/healthz', '/readyz', '/login')).toEqual([200, 200, 200]);

  const inFlight = ask(port, '/login', 'email=dana@acme.example');
  const response = await asked.promise;
  server.signal('SIGTERM');
  await eventually(
    '/readyz says that the server drains',
    async () => (await ask(port, '/readyz')).status === 503,
  );
  expect(await statuses(port, '/healthz', '/login')).toEqual([200, 200]);
  await eventually('nobody else is let in', () =>
    ask(port, '/healthz').then(
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
  return Promise.all(paths.map(async path => (await ask(port, path)).status));
}

/** Sends a request on a new connection. Rejects if the server refuses it. */
async function ask(port: number, path: string, form?: string): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const outgoing = request({ port, path, method: form ? 'POST' : 'GET', headers, agent: false }).end(form);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error(`No response to ${path}`);
  return { status: response.statusCode ?? 0, body: await text(response) };
}
