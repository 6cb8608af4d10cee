import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../scripts/ports';
import { environment, runServer } from '../support/server';

// Prints every file that the program loads, and its open handles on SIGUSR2, in this order on one stream.
const preload = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      console.log(url);
      return next(url, context);
    },
  });
  process.on('SIGUSR2', () => console.log(JSON.stringify({ open: process.getActiveResourcesInfo() })));
`;

/** The built file that contains the metrics. */
const [metricsFile = ''] = globSync('dist/*.js')
  .filter(file => readFileSync(file, 'utf8').includes('nodejs_eventloop_lag_p99_seconds'))
  .map(file => basename(file));

async function start(settings: Record<string, string>) {
  const port = await freePort();
  const server = runServer({
    ...environment(port, 'http://127.0.0.1:9'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    ...settings,
  });
  await server.prints('"msg":"Listening"');
  server.signal('SIGUSR2');
  await server.prints('"open":');
  const [, open = '[]'] = /"open":(\[[^\]]*\])/.exec(server.output()) ?? [];
  const listening: string[] = JSON.parse(open).filter((kind: string) => kind === 'TCPServerWrap');
  return { port, server, listening: listening.length, loaded: server.output() };
}

test('without METRICS_PORT, no metrics server listens and its code is not loaded', async () => {
  const { port, server, listening, loaded } = await start({});
  expect(metricsFile).not.toBe('');
  expect(loaded).toContain('/dist/server.js');
  expect(loaded).not.toContain(metricsFile);
  expect(listening).toBe(1);
  expect(server.output()).not.toContain('metricsPort');
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  server.signal('SIGKILL');
});

test('with METRICS_PORT, metrics are served on that port only', async () => {
  const metricsPort = await freePort();
  const { port, server, listening, loaded } = await start({ METRICS_PORT: String(metricsPort) });
  expect(loaded).toContain(metricsFile);
  expect(listening).toBe(2);
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain(
    'portal_request_duration_seconds_count{method="GET",route="/login",status="200"} 1',
  );
  const elsewhere = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(elsewhere.status).toBe(404);
  expect(await elsewhere.text()).not.toContain('portal_');
  server.signal('SIGKILL');
});

test.each([
  [{}, false],
  [{ METRICS_HOST: '0.0.0.0' }, true],
])('with %j, metrics are reachable beyond loopback: %s', async (settings, reachable) => {
  // All of 127.0.0.0/8 is loopback, but a server on 127.0.0.1 listens on that address only.
  const metricsPort = await freePort();
  const server = runServer({
    ...environment(await freePort(), 'http://127.0.0.1:9'),
    METRICS_PORT: String(metricsPort),
    ...settings,
  });
  await server.prints('"msg":"Listening"');
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  const status = await fetch(`http://127.0.0.2:${metricsPort}/metrics`).then(
    answer => answer.status,
    () => undefined,
  );
  expect(status).toBe(reachable ? 200 : undefined);
  server.signal('SIGKILL');
});
