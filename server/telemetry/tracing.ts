import { AsyncLocalStorage } from 'node:async_hooks';
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
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Trace } from '../backends/call';
import { agentFor, type Proxies } from '../backends/proxies';
import type { Config } from '../config';
import { BackendError } from '../errors';
import { isHealthCheck, routeOf } from './request-log';

/** Sends spans of requests and backend calls to a collector. */
export type Tracing = ReturnType<typeof createTracing>;

/** Times in milliseconds. The timeout of the last batch delays the shutdown. */
const TIMING = { batchInterval: 5000, exportTimeout: 5000, finalExportTimeout: 1000 };

/**
 * Traces for the OpenTelemetry collector at this URL. Names and attributes follow its HTTP conventions, except that
 * URLs are left out: queries contain search terms, and paths contain IDs (docs/decisions/0011).
 */
export function createTracing(
  collector: { readonly url: string; readonly proxies?: Proxies },
  logger: Logger,
  timing = TIMING,
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
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logOutages(exporter, logger),
        scheduledDelayMillis: timing.batchInterval,
      }),
    ],
  });
  const tracer = provider.getTracer('portal');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context) {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  }

  return {
    /**
     * Middleware that traces each request, as part of a trusted proxy's trace if there is one. From here on, every log line
     * of the request has the span's IDs, named as in OpenTelemetry's log data model.
     */
    requests:
      ({ trustProxy }: Pick<Config, 'trustProxy'>): RequestHandler =>
      (request, response, next) => {
        if (isHealthCheck(request)) return next();
        const { method, protocol } = request;
        const headers = trustProxy > 0 ? request.headers : {};
        const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
        const attributes = { 'http.request.method': method, 'url.scheme': protocol };
        const { span, context } = begin(method, SpanKind.SERVER, attributes, parent);
        response.once('close', () => {
          const route = routeOf(request);
          if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
          // The browser may have disconnected before.
          const status = response.writableFinished ? response.statusCode : undefined;
          if (status !== undefined) span.setAttribute('http.response.status_code', status);
          if (status === undefined || status >= 500) markFailed(span, String(status ?? 'abandoned'));
          span.end();
        });
        const { traceId, spanId } = span.spanContext();
        request.log.setBindings({ trace_id: traceId, span_id: spanId });
        contexts.run(context, next);
      },

    callsTo(url: string): Trace {
      const { hostname, port, protocol } = new URL(url);
      const server = {
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      };
      return async ({ name, method }, work) => {
        const attributes = { ...server, 'http.request.method': method };
        const { span, context } = begin(
          name,
          SpanKind.CLIENT,
          attributes,
          contexts.getStore() ?? ROOT_CONTEXT,
        );
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
