import { cp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { attributesOf, serveUntilTheEnd, startCollector } from '../support/collector';
import { eventually } from '../support/eventually';
import { freePort } from '../support/ports';
import { temporaryFolder } from '../support/project';
import { environment, runServer } from '../support/server';

const NOWHERE = 'http://127.0.0.1:9';

async function startServer(backend: string, more: Readonly<Record<string, string>>) {
  const port = await freePort();
  const server = runServer({ ...environment(port, backend), ...more });
  await server.prints('"msg":"Listening"');
  return { server, origin: `http://localhost:${port}` };
}

/** The exit code of a server whose collector is not available. */
async function endWithout(collector: string): Promise<number | NodeJS.Signals> {
  const { server, origin } = await startServer(NOWHERE, { OTEL_EXPORTER_OTLP_ENDPOINT: collector });
  expect((await fetch(`${origin}/login`)).status).toBe(200);
  server.signal('SIGTERM');
  const code = await server.ended;
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  return code;
}

let ends: Promise<PromiseSettledResult<number | NodeJS.Signals>[]>;

// Beside the first test, which waits for the end of a server as well.
beforeAll(async () => {
  const hanging = await serveUntilTheEnd(() => {});
  ends = Promise.allSettled([NOWHERE, hanging].map(endWithout));
});

test('what is traced last arrives, although the server ends', async () => {
  const collector = await startCollector();
  const asked = Promise.withResolvers<ServerResponse>();
  const backend = await serveUntilTheEnd((_request, response) => asked.resolve(response));
  const { server, origin } = await startServer(backend, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    UPSTREAM_TIMEOUT_MS: '60000',
  });
  const body = new URLSearchParams({ email: 'dana@acme.example' });
  const inFlight = fetch(`${origin}/login`, { method: 'POST', body });
  const response = await asked.promise;
  server.signal('SIGTERM');
  await eventually('nobody else is let in', () =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  expect(collector.spans()).toEqual([]);
  response.writeHead(500).end('dana@acme.example is unknown');
  expect(await (await inFlight).text()).toContain('Failed to send magic link');
  expect(await server.ended).toBe(0);

  const call = collector.spans().find(({ name }) => name === 'magic link');
  expect(call?.status).toEqual({ code: 2 });
  expect(call && attributesOf(call)).toMatchObject({ 'http.response.status_code': 500, 'error.type': '500' });
  const request = collector.spans().find(({ name }) => name === 'POST /login');
  expect(request?.status.code).not.toBe(2);
  expect(server.output()).toContain(`"trace_id":"${request?.traceId}","span_id":"${request?.spanId}"`);
});

test('a collector that is away keeps no server from its end', async () => {
  expect(await ends).toEqual([
    { status: 'fulfilled', value: 0 },
    { status: 'fulfilled', value: 0 },
  ]);
});

test('a server without REDIS_URL and OTEL_EXPORTER_OTLP_ENDPOINT needs nothing of what they bring', async () => {
  const dist = await temporaryFolder();
  await cp(resolve('dist'), dist, { recursive: true });
  const optional = (await readdir(dist)).filter(name =>
    /^(redis-shared|tracing|cluster)-\w+\.js$/.test(name),
  );
  expect(optional).toHaveLength(3);
  await Promise.all(optional.map(name => rm(join(dist, name))));
  const port = await freePort();
  const server = runServer(environment(port, NOWHERE), dist);
  await server.prints('"msg":"Listening"');
  expect((await fetch(`http://localhost:${port}/login`)).status).toBe(200);
  server.signal('SIGKILL');

  const wanted = { ...environment(await freePort(), NOWHERE), REDIS_URL: 'redis://127.0.0.1:9' };
  expect(await runServer(wanted, dist).ended).toBe(1);
});
