import { cp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { listen } from '../support/backends/ports';
import { temporaryFolder } from '../support/programs/project';
import { environment, runServer } from '../support/programs/server';

const UNREACHABLE = 'http://127.0.0.1:9';

test('T13: a server does not start with a weak key, and prints no key', async () => {
  const server = runServer({
    ...environment(3000, UNREACHABLE),
    SESSION_KEYS: `${'k'.repeat(32)},changeme`,
  });
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

/** Returns a copy of the build, for a test that changes it. */
async function copyBuild(): Promise<string> {
  const dist = await temporaryFolder();
  await cp(resolve('dist'), dist, { recursive: true });
  return dist;
}

test('a missing asset fails only the requests for it', async () => {
  // As if the project is rebuilt while the server runs.
  const dist = await copyBuild();
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

test('a server does not load the code of what is not configured: Redis, tracing, metrics', async () => {
  const dist = await copyBuild();
  const optional = (await readdir(dist)).filter(name =>
    /^(redis-shared|tracing|prometheus)-\w+\.js$/.test(name),
  );
  expect(optional).toHaveLength(3);
  await Promise.all(optional.map(name => rm(join(dist, name))));
  const port = await freePort();
  const server = runServer(environment(port, UNREACHABLE), dist);
  await server.prints('"msg":"Listening"');
  for (const [path, status] of [
    ['/login', 200],
    ['/metrics', 404],
  ]) {
    expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(status);
  }
  server.signal('SIGKILL');

  const withRedis = { ...environment(await freePort(), UNREACHABLE), REDIS_URL: 'redis://127.0.0.1:9' };
  expect(await runServer(withRedis, dist).ended).toBe(1);
});
