import { cp, readdir, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually';
import { freePort, listen } from '../support/ports';
import { temporaryFolder } from '../support/project';
import { type Replicas, startReplicas } from '../support/replicas';
import { environment, runServer } from '../support/server';

const NOWHERE = 'http://127.0.0.1:9';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PROXY_SPAN = 'b7ad6b7169203331';

/** A span as OTLP has it in JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Delivery {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const ending: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function serveUntilTheEnd(server: ReturnType<typeof createServer>): Promise<string> {
  const origin = `http://127.0.0.1:${await listen(server)}`;
  ending.push(async () => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  });
  return origin;
}

/** What stands in for an OpenTelemetry collector: it keeps what it gets. */
async function startCollector() {
  const deliveries: Delivery[] = [];
  const url = await serveUntilTheEnd(
    createServer(async (request, response) => {
      if (request.url === '/v1/traces') deliveries.push((await json(request)) as Delivery);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }),
  );
  const spans = () =>
    deliveries.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans)),
    );
  return { url, deliveries, spans };
}

async function startPortal(more: Readonly<Record<string, string>>): Promise<Replicas> {
  const portal = await startReplicas(1, more);
  ending.push(portal.close);
  return portal;
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const traceparent = (traceId: string, spanId: string) => `00-${traceId}-${spanId}-01`;

test('a request and its calls are one trace, which the proxy has begun and the backends can go on with', async () => {
  const collector = await startCollector();
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: '1' });
  const browser = await portal.signedIn();
  const answer = await browser.agent
    .get('/leads-capture?q=ada%40acme.example')
    .set('traceparent', traceparent(TRACE, PROXY_SPAN));
  expect(answer.status).toBe(200);
  await browser.agent.get('/healthz');

  const ours = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  await eventually('the trace has arrived', async () => ours().length === 3, 30_000);
  const [request, ...others] = ours().filter(({ parentSpanId }) => parentSpanId === PROXY_SPAN);
  expect(others).toEqual([]);
  expect(request).toMatchObject({ name: 'GET /leads-capture', kind: 2 });
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/leads-capture',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
  const calls = ours().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(calls.map(({ name }) => name).sort()).toEqual(['scanner stats', 'user details']);
  for (const call of calls) {
    expect(call.kind).toBe(3);
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
    });
  }
  expect(portal.calls.map(call => call.traceparent).sort()).toEqual(
    calls.map(({ spanId }) => traceparent(TRACE, spanId)).sort(),
  );
});

test('T28: a trace tells of nobody, and of nothing that anybody looks for', async () => {
  const collector = await startCollector();
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const browser = await portal.signedIn();
  await browser.visit('/leads-capture?q=ada%40acme.example');
  await browser.follow('Deactivate');
  await browser.press('Revoke License');
  await browser.visit('/nobody@acme.example');
  await browser.visit('/digital-business-cards');
  const names = () => collector.spans().map(({ name }) => name);
  await eventually('all has arrived', async () => names().includes('GET /digital-business-cards'), 30_000);
  expect(names()).toEqual(
    expect.arrayContaining([
      'POST /login',
      'magic link',
      'POST /finishsignup',
      'POST /leads-capture/revoke',
      'scanner revoke',
      'GET',
    ]),
  );
  expect(names()).not.toContain('GET /healthz');
  const told = JSON.stringify(collector.deliveries);
  expect(told).toContain('license-portal');
  expect(told).not.toMatch(/acme|dana|ada%40|nobody|U-\d|oobCode|eyJ|[?&]q=|Bearer|session/i);
});

test('a trace of a stranger is none of ours', async () => {
  const collector = await startCollector();
  const portal = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const headers = { traceparent: traceparent(TRACE, PROXY_SPAN) };
  expect((await fetch(`${portal.origin}/login`, { headers })).status).toBe(200);
  await eventually('the trace has arrived', async () => collector.spans().length === 1, 30_000);
  const [span] = collector.spans();
  expect(span).toMatchObject({ name: 'GET /login' });
  expect(span?.traceId).not.toBe(TRACE);
  expect(span?.parentSpanId || undefined).toBeUndefined();
});

test('what fails is marked, and what is traced last arrives, although the server ends', async () => {
  const collector = await startCollector();
  const asked = Promise.withResolvers<ServerResponse>();
  const backend = await serveUntilTheEnd(createServer((_request, response) => asked.resolve(response)));
  const port = await freePort();
  const server = runServer({
    ...environment(port, backend),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    UPSTREAM_TIMEOUT_MS: '60000',
  });
  await server.prints('"msg":"Listening"');
  const login = () => fetch(`http://localhost:${port}/login`, { method: 'POST', body });
  const body = new URLSearchParams({ email: 'dana@acme.example' });
  const inFlight = login();
  const response = await asked.promise;
  server.signal('SIGTERM');
  await eventually('nobody else is let in', () =>
    fetch(`http://localhost:${port}/healthz`).then(
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
  expect(collector.spans().find(({ name }) => name === 'POST /login')?.status.code).not.toBe(2);
});

test.each([
  ['refuses connections', async () => NOWHERE],
  ['takes what it gets and never answers', () => serveUntilTheEnd(createServer(() => {}))],
])('a collector that %s costs visitors nothing, nor the end of the server', async (_what, collector) => {
  const port = await freePort();
  const server = runServer({
    ...environment(port, NOWHERE),
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector(),
  });
  await server.prints('"msg":"Listening"');
  for (let times = 0; times < 20; times++) {
    expect((await fetch(`http://localhost:${port}/login`)).status).toBe(200);
  }
  await eventually('the log has it', async () => server.output().includes('Traces are lost'), 30_000);
  expect((await fetch(`http://localhost:${port}/login`)).status).toBe(200);
  const told = performance.now();
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  // Five seconds of drain, three for the last delivery, and a busy machine.
  expect(performance.now() - told).toBeLessThan(20_000);
  expect(server.output().split('Traces are lost')).toHaveLength(2);
  expect(server.output()).not.toMatch(/"level":(50|60)/);
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
