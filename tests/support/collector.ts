import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { listen } from './ports';

/** A span as OTLP has it in JSON. */
export interface Span {
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

afterAll(async () => {
  await Promise.all(ending.splice(0).map(end => end()));
});

/** Serves until the test file ends. Gives back the origin. */
export async function serveUntilTheEnd(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  ending.push(async () => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  });
  return origin;
}

/** What stands in for an OpenTelemetry collector: it keeps what it gets, unless it is `away`. */
export async function startCollector() {
  const deliveries: Delivery[] = [];
  const collector = { away: false, refused: 0 };
  const url = await serveUntilTheEnd(async (request, response) => {
    if (collector.away) {
      collector.refused++;
      response.writeHead(503).end();
      return;
    }
    if (request.url === '/v1/traces') deliveries.push((await json(request)) as Delivery);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const spans = () =>
    deliveries.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(scope => scope.spans)),
    );
  return Object.assign(collector, { url, deliveries, spans });
}

/** A span's attributes by name. */
export function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
