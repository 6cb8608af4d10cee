import { expect, test } from '@jest/globals';
import request from 'supertest';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import { status } from '../../../scripts/sandbox/faults';
import { createTracing } from '../../../server/telemetry/tracing';
import { openPortal, type PortalOptions } from '../../support/portal/portal';
import { attributesOf, serveUntilTestsEnd, startCollector } from '../../support/programs/collector';
import { eventually } from '../../support/time/eventually';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PROXY_SPAN = 'b7ad6b7169203331';

const traceparent = (traceId: string, spanId: string) => `00-${traceId}-${spanId}-01`;

/** In milliseconds. Batches are sent quickly, and none is dropped if the machine pauses. */
const TIMING = { batchInterval: 20, exportTimeout: 20_000, finalExportTimeout: 20_000 };

async function startTraced(options: PortalOptions = {}) {
  const collector = await startCollector();
  const { portal } = await openPortal({
    as: null,
    ...options,
    tracing: logger => createTracing(collector, logger, TIMING),
  });
  /** Closes the tracing, which sends the remaining spans. Returns all spans. */
  const delivered = async () => {
    await portal.dependencies.tracing?.close();
    return collector.spans();
  };
  return { portal, collector, delivered };
}

test('a request and its calls continue the trace of the proxy, and propagate it to the backends', async () => {
  const { portal, delivered } = await startTraced({ environment: { TRUST_PROXY: '1' } });
  const browser = await portal.signedIn();
  const answer = await browser.get('/leads-capture?q=ada%40acme.example', {
    traceparent: traceparent(TRACE, PROXY_SPAN),
  });
  expect(answer.status).toBe(200);
  await browser.get('/healthz');

  const ours = (await delivered()).filter(({ traceId }) => traceId === TRACE);
  expect(ours).toHaveLength(3);
  const [served, ...others] = ours.filter(({ parentSpanId }) => parentSpanId === PROXY_SPAN);
  expect(others).toEqual([]);
  expect(served).toMatchObject({ name: 'GET /leads-capture', kind: 2 });
  expect(served && attributesOf(served)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/leads-capture',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
  const calls = ours.filter(({ parentSpanId }) => parentSpanId === served?.spanId);
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

test('T28: a trace contains no personal data and no search terms', async () => {
  const { portal, collector, delivered } = await startTraced();
  const browser = portal.browser();
  await browser.signIn();
  await browser.visit('/leads-capture?q=ada%40acme.example');
  await browser.follow('Deactivate');
  await browser.press('Revoke License');
  await browser.visit('/nobody@acme.example');
  await browser.visit('/digital-business-cards');
  const names = (await delivered()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /login',
      'magic link',
      'POST /finishsignup',
      'POST /leads-capture/revoke',
      'scanner revoke',
      'GET',
      'GET /digital-business-cards',
    ]),
  );
  expect(names).not.toContain('GET /healthz');
  const exported = JSON.stringify(collector.deliveries);
  expect(exported).toContain('license-portal');
  expect(exported).not.toMatch(/acme|dana|ada%40|nobody|U-\d|oobCode|eyJ|[?&]q=|Bearer|session/i);
});

test('a traceparent header of a client is ignored', async () => {
  const { portal, delivered } = await startTraced();
  const answer = await request(portal.app).get('/login').set('traceparent', traceparent(TRACE, PROXY_SPAN));
  expect(answer.status).toBe(200);
  const [span, ...others] = await delivered();
  expect(others).toEqual([]);
  expect(span).toMatchObject({ name: 'GET /login' });
  expect(span?.traceId).not.toBe(TRACE);
  expect(span?.parentSpanId || undefined).toBeUndefined();
});

test('T28: all log lines of a request contain its trace ID and span ID, and no key twice', async () => {
  const { portal, delivered } = await startTraced();
  const browser = await portal.signedIn();
  portal.faults.on(statsCalls, status(500));
  expect((await browser.get('/leads-capture/licenses.csv')).status).toBe(502);
  const spans = await delivered();
  const lines = portal.logLines().filter(({ reqId }) => reqId !== undefined);
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['Signed in', 'Request failed', 'request errored']),
  );
  for (const { reqId, msg, trace_id, span_id } of lines) {
    const [span] = spans.filter(({ spanId }) => spanId === span_id);
    expect({ msg, trace: span?.traceId, kind: span?.kind }).toEqual({ msg, trace: trace_id, kind: 2 });
    expect(lines.filter(line => line.reqId === reqId && line.span_id !== span_id)).toEqual([]);
  }
  // Parsing keeps only the last of several fields with the same name.
  for (const line of portal.log().trimEnd().split('\n')) expect(line).toBe(JSON.stringify(JSON.parse(line)));
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(new Set(lines.map(({ span_id }) => span_id)).size).toBe(requests.length);
});

test('log lines contain no trace IDs without tracing', async () => {
  const { portal } = await openPortal({ as: null });
  await portal.signedIn();
  expect(portal.log()).toContain('request completed');
  expect(portal.log()).not.toMatch(/trace_id|span_id/);
});

test('an outage of the collector and its end are logged once', async () => {
  const { portal, collector } = await startTraced();
  const countLogged = (text: string) => portal.log().split(text).length - 1;
  const visit = () => request(portal.app).get('/login').expect(200);
  collector.isDown = true;
  await visit();
  await eventually('the outage is logged', async () => countLogged('Trace collector unavailable') === 1);
  await visit();
  await eventually('the next delivery fails as well', async () => collector.refused >= 2);
  collector.isDown = false;
  await eventually('the collector is available again', async () => {
    await visit();
    return countLogged('Trace collector available again') > 0;
  });
  expect(collector.spans().length).toBeGreaterThan(0);
  expect(countLogged('Trace collector unavailable')).toBe(1);
  expect(countLogged('Trace collector available again')).toBe(1);
});

test('a collector that never answers does not affect requests, and its outage is logged', async () => {
  const url = await serveUntilTestsEnd(() => {});
  const timing = { ...TIMING, exportTimeout: 500, finalExportTimeout: 500 };
  const { portal } = await openPortal({
    as: null,
    tracing: logger => createTracing({ url }, logger, timing),
  });
  await request(portal.app).get('/login').expect(200);
  await eventually('the outage is logged', async () => portal.log().includes('Trace collector unavailable'));
  await request(portal.app).get('/login').expect(200);
  expect(portal.log()).not.toMatch(/"level":(50|60)/);
});
