import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { startBackendServer } from '../backends/backend-server';
import { atEndOf } from '../end';

/** A span in OTLP's JSON format. */
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

/** Starts a server that runs until the tests of this file end. Returns its origin. */
export async function serveUntilTestsEnd(answer: RequestListener): Promise<string> {
  const { origin, close } = await startBackendServer(answer);
  atEndOf('file', close);
  return origin;
}

/** Starts a stand-in for an OpenTelemetry collector. It records deliveries, or answers 500, which is not tried again, while `isDown`. */
export async function startCollector() {
  const deliveries: Delivery[] = [];
  const collector = { isDown: false, refused: 0 };
  const url = await serveUntilTestsEnd(async (request, response) => {
    if (collector.isDown) {
      collector.refused++;
      response.writeHead(500).end();
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

export function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
