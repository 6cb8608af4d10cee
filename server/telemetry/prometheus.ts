import { createServer } from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Metrics } from './metrics';

const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Serves GET /metrics on a port of its own, which administrators cannot reach. */
export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Metrics in Prometheus' format. */
export interface PrometheusMetrics extends Metrics {
  /** Serves them. Resolves when it listens. */
  readonly listen: (port: number) => Promise<MetricsServer>;
  /** Lets the process that has started this one ask for them. */
  readonly join: () => void;
}

/** Counts everything, and what prom-client knows of the process: memory, handles, the event loop's delay. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const backendCalls = new Histogram({
    name: 'portal_backend_call_duration_seconds',
    help: 'Time that a backend call took in all, with its outcome',
    labelNames: ['call', 'outcome'],
    buckets: DURATIONS,
    registers,
  });
  const errors = new Counter({
    name: 'portal_errors_total',
    help: 'Requests that ended with an error page, by kind of error',
    labelNames: ['kind'],
    registers,
  });
  const sessions = new Counter({
    name: 'portal_sessions_opened_total',
    help: 'Completed sign-ins',
    registers,
  });
  const exports = new Counter({
    name: 'portal_exports_total',
    help: 'CSV downloads that were begun',
    labelNames: ['list'],
    registers,
  });
  const exportedRows = new Counter({
    name: 'portal_exported_rows_total',
    help: 'Rows of the CSV downloads',
    labelNames: ['list'],
    registers,
  });

  return {
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    backendCall: ({ name, outcome, milliseconds }) =>
      backendCalls.observe({ call: name, outcome }, milliseconds / 1000),
    error: kind => errors.inc({ kind }),
    sessionOpened: () => sessions.inc(),
    exported(list, rows) {
      exports.inc({ list });
      exportedRows.inc({ list }, rows);
    },

    listen: port => serve(port, registry.contentType, () => registry.metrics()),

    join() {
      AggregatorRegistry.setRegistries(registry);
      // What is made here only listens for the question.
      new AggregatorRegistry();
    },
  };
}

/** Serves the sum of what the workers of this process have counted. */
export function serveMetricsOfWorkers(port: number): Promise<MetricsServer> {
  const registry = new AggregatorRegistry();
  return serve(port, registry.contentType, () => registry.clusterMetrics());
}

async function serve(
  port: number,
  contentType: string,
  metrics: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics();
      response.setHeader('Content-Type', contentType).end(text);
    } catch {
      // A worker that is just starting does not answer yet; the next one who asks may have more luck.
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
