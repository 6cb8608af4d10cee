import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config';
import { listen } from '../start/listen';
import type { Metrics } from './metrics';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the portal's metrics and prom-client's own for the process: memory, handles, event loop lag. */
export function createPrometheusMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const backendCalls = new Histogram({
    name: 'portal_backend_call_duration_seconds',
    help: 'Total time of a backend call, by outcome',
    labelNames: ['call', 'outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: 'portal_errors_total',
    help: 'Error pages, by kind of error',
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
    help: 'Downloads of lists, comparisons and receipts started',
    labelNames: ['list'],
    registers,
  });
  const exportedRows = new Counter({
    name: 'portal_exported_rows_total',
    help: 'Rows of these downloads',
    labelNames: ['list'],
    registers,
  });

  const metrics: Metrics = {
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    backendCall: ({ name, outcome, milliseconds }) =>
      backendCalls.observe({ call: name, outcome }, milliseconds / 1000),
    error: kind => errors.inc({ kind }),
    sessionOpened: () => sessions.inc(),
    exported(list, rows) {
      exports.inc({ list });
      exportedRows.inc({ list }, rows);
    },
  };
  return {
    ...metrics,
    /** Adds the metric of a Redis, which a portal without one does not have. */
    watchRedis(isConnected: () => boolean): void {
      new Gauge({
        name: 'portal_redis_connected',
        help: 'Whether Redis is available to this replica',
        registers,
        collect() {
          this.set(Number(isConnected()));
        },
      });
    },
    /** Serves GET /metrics on a separate port, which administrators cannot reach. Resolves when it listens. */
    async listen({ metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>) {
      const server = createServer(async ({ url }, response) => {
        if (url === '/metrics') {
          const text = await registry.metrics();
          response.setHeader('Content-Type', registry.contentType).end(text);
        } else response.writeHead(404).end();
      });
      const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
      await listen(server, { port: metricsPort, host: metricsHost }, names);
      const { port } = server.address() as AddressInfo;
      return {
        port,
        async close(): Promise<void> {
          server.closeAllConnections();
          await new Promise(resolve => server.close(resolve));
        },
      };
    },
  };
}
