import type { IncomingHttpHeaders } from 'node:http';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Trace } from '../backends/call';
import { BackendError } from '../errors';

/** A request, as far as a trace may show it: nothing that names a person or what they look for. */
export interface TracedRequest {
  readonly method: string;
  readonly scheme: string;
  /** Headers that may say which trace this belongs to; those of strangers may not. */
  readonly headers: IncomingHttpHeaders;
}

/** How a request has ended. */
export interface TracedAnswer {
  /** The route's path, never the address itself; undefined when no route has answered. */
  readonly route: string | undefined;
  /** Undefined when the browser has left before the answer was complete. */
  readonly status: number | undefined;
}

/** How a line of the log names a request's span, in the words of OpenTelemetry's data model for logs. */
export interface SpanNames {
  readonly trace_id: string;
  readonly span_id: string;
}

/** Tells a collector what is done for each request, and how long it takes. */
export interface Tracing {
  /** Does the work within the request's span. Gives back how to end that. */
  readonly request: (
    request: TracedRequest,
    work: (names: SpanNames) => void,
  ) => (answer: TracedAnswer) => void;
  /** Traces the calls to a backend. */
  readonly callsTo: (url: string) => Trace;
  /** Sends what is left, within some seconds. */
  readonly close: () => Promise<void>;
}

/** All in milliseconds. */
interface Pace {
  /** How long spans are gathered for one delivery to the collector. */
  readonly gather: number;
  /** How long a delivery may take. */
  readonly deliver: number;
  /** How long the last one may take, for which the end of the server waits. */
  readonly deliverLast: number;
}

const usualPace: Pace = { gather: 5000, deliver: 5000, deliverLast: 3000 };

/**
 * Traces for the OpenTelemetry collector at this address. Names and attributes are those of its conventions for HTTP,
 * without the required addresses: queries hold what people search for, paths hold ids.
 */
export function createTracing(collectorUrl: string, logger: Logger, pace: Pace = usualPace): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${collectorUrl.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: pace.deliver,
  });
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES, where somebody has set them.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'license-portal' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: complaining(exporter, logger),
        scheduledDelayMillis: pace.gather,
      }),
    ],
  });
  const tracer = provider.getTracer('portal');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorageContextManager();

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context) {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  }

  return {
    request({ method, scheme, headers }, work) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'url.scheme': scheme };
      const { span, context } = begin(method, SpanKind.SERVER, attributes, parent);
      const { traceId, spanId } = span.spanContext();
      contexts.with(context, () => work({ trace_id: traceId, span_id: spanId }));
      return ({ route, status }) => {
        if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (status === undefined || status >= 500) markFailed(span, String(status ?? 'abandoned'));
        span.end();
      };
    },

    callsTo(url) {
      const { hostname, port, protocol } = new URL(url);
      const server = {
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      };
      return async ({ name, method }, work) => {
        const attributes = { ...server, 'http.request.method': method };
        const { span, context } = begin(name, SpanKind.CLIENT, attributes, contexts.active());
        const headers: Record<string, string> = {};
        propagator.inject(context, headers, defaultTextMapSetter);
        try {
          return await work({
            headers,
            answered: status => span.setAttribute('http.response.status_code', status),
          });
        } catch (error) {
          markFailed(span, reasonOf(error));
          throw error;
        } finally {
          span.end();
        }
      };
    },

    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, pace.deliverLast);
      // Who could not be told will not be missed; the log has it.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

/** Without a description: an error's words may be those of a backend. */
function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

function reasonOf(error: unknown): string {
  if (error instanceof BackendError) return String(error.upstreamStatus ?? error.reason);
  return error instanceof Error ? error.name : 'unknown';
}

/** Says once that a collector takes nothing, and once that it does again. */
function complaining(exporter: SpanExporter, logger: Logger): SpanExporter {
  let away = false;
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !away) logger.warn({ err: result.error }, 'Traces are lost: the collector takes none');
        if (!failed && away) logger.info('The collector takes traces again');
        away = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
