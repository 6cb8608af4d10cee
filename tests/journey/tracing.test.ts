import type { ServerResponse } from 'node:http';
import { beforeAll, expect, test } from '@jest/globals';
import { attributesOf, serveUntilTestsEnd, startCollector } from '../support/programs/collector';
import { holdDrain } from '../support/programs/held-drain';
import { refusesConnections, startServer, UNREACHABLE } from '../support/programs/server';

/** Starts and stops a server whose collector is unavailable. Returns its exit code. */
async function exitCodeWithout(collector: string): Promise<number | NodeJS.Signals> {
  const { settings, end } = await holdDrain();
  const { server, status } = await startServer({
    settings: { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  });
  expect(await status('/login')).toBe(200);
  server.signal('SIGTERM');
  await end();
  const code = await server.ended;
  expect(server.output()).not.toMatch(/"level":(50|60)/);
  return code;
}

let exitCodes: Promise<PromiseSettledResult<number | NodeJS.Signals>[]>;

// Runs in parallel with the first test, which also waits for a server to stop.
beforeAll(async () => {
  const hanging = await serveUntilTestsEnd(() => {});
  exitCodes = Promise.allSettled([UNREACHABLE, hanging].map(exitCodeWithout));
});

test('the last spans are exported before the server exits', async () => {
  const collector = await startCollector();
  const held = Promise.withResolvers<ServerResponse>();
  const backends = await serveUntilTestsEnd((_request, response) => held.resolve(response));
  const drain = await holdDrain();
  const { server, origin } = await startServer({
    backends,
    settings: { ...drain.settings, OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
  });
  const body = new URLSearchParams({ email: 'dana@acme.example' });
  const inFlight = fetch(`${origin}/login`, { method: 'POST', body });
  const response = await held.promise;
  server.signal('SIGTERM');
  await drain.end();
  await refusesConnections(origin);
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

test('an unavailable collector does not prevent a server from stopping', async () => {
  expect(await exitCodes).toEqual([
    { status: 'fulfilled', value: 0 },
    { status: 'fulfilled', value: 0 },
  ]);
});
