import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
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
import { agentFor, type Proxies } from '../backends/proxies';
import { BackendError } from '../errors';

/** The attributes of a request span, without personal data or search terms. */
interface TracedRequest {
  readonly method: string;
  readonly scheme: string;
  /** Headers that may carry a trace context; empty unless they come from a trusted proxy. */
  readonly headers: IncomingHttpHeaders;
}

interface TracedResponse {
  /** The route's path, never the address. */
  readonly route: string | undefined;
  /** The status of a complete response; none if the browser disconnected before. */
  readonly status: number | undefined;
}

/** Sends spans of requests and backend calls to a collector. */
export type Tracing = ReturnType<typeof createTracing>;

/** Times in milliseconds. */
interface ExportTiming {
  readonly batchInterval: number;
  readonly exportTimeout: number;
  /** Timeout of the last batch, which delays the shutdown. */
  readonly finalExportTimeout: number;
}

const defaultTiming: ExportTiming = { batchInterval: 5000, exportTimeout: 5000, finalExportTimeout: 1000 };

/**
 * Traces for the OpenTelemetry collector at this URL. Names and attributes follow its HTTP conventions, except that
 * URLs are left out: queries contain search terms, and paths contain IDs (docs/decisions/0011).
 */
export function createTracing(
  collector: { readonly url: string; readonly proxies?: Proxies },
  logger: Logger,
  timing: ExportTiming = defaultTiming,
) {
  const agent = agentFor(collector.url, collector.proxies, timing.exportTimeout);
  const exporter = new OTLPTraceExporter({
    url: `${collector.url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: timing.exportTimeout,
    ...(agent && { httpAgentOptions: () => agent }),
  });
  const provider = new TracerProvider({
    // envDetector reads OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'license-portal' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logOutages(exporter, logger),
        scheduledDelayMillis: timing.batchInterval,
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
    /**
     * Runs the work within the request's span, and returns a function that ends the span. The work gets the span's IDs
     * for log lines, named as in OpenTelemetry's log data model.
     */
    request(
      { method, scheme, headers }: TracedRequest,
      work: (ids: { trace_id: string; span_id: string }) => void,
    ) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'url.scheme': scheme };
      const { span, context } = begin(method, SpanKind.SERVER, attributes, parent);
      const { traceId, spanId } = span.spanContext();
      contexts.with(context, () => work({ trace_id: traceId, span_id: spanId }));
      return ({ route, status }: TracedResponse) => {
        if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (status === undefined || status >= 500) markFailed(span, String(status ?? 'abandoned'));
        span.end();
      };
    },

    callsTo(url: string): Trace {
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
            recordStatus: status => span.setAttribute('http.response.status_code', status),
          });
        } catch (error) {
          markFailed(span, reasonOf(error));
          throw error;
        } finally {
          span.end();
        }
      };
    },

    /** Sends pending spans, for at most `finalExportTimeout` milliseconds. */
    async close() {
      // Spans that cannot be sent are dropped; the log says so.
      await Promise.race([
        provider.shutdown().catch(() => {}),
        wait(timing.finalExportTimeout, undefined, { ref: false }),
      ]);
    },
  };
}

/** Sets no description, because an error's message may contain a backend's text. */
function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

function reasonOf(error: unknown): string {
  if (error instanceof BackendError) return String(error.upstreamStatus ?? error.reason);
  return error instanceof Error ? error.name : 'unknown';
}

/** Logs the start and the end of an outage of the collector, once each. */
function logOutages(exporter: SpanExporter, logger: Logger): SpanExporter {
  let unavailable = false;
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !unavailable)
          logger.warn({ err: result.error }, 'Trace collector unavailable: traces are dropped');
        if (!failed && unavailable) logger.info('Trace collector available again');
        unavailable = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
