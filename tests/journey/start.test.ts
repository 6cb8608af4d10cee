import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
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
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const [script = ''] = /\/assets\/script-\w+\.js/.exec(await (await get('/login')).text()) ?? [];
  expect((await get(script)).status).toBe(200);

  await rm(join(dist, 'public', 'assets'), { recursive: true });
  await get(script).catch(() => {});
  for (const path of ['/healthz', '/login']) expect((await get(path)).status).toBe(200);
});
