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
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: DURATION_BUCKETS_SECONDS, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = histogram(
    'portal_request_duration_seconds',
    'Time from a request to the end of its response',
    'method',
    'route',
    'status',
  );
  const backendCalls = histogram(
    'portal_backend_call_duration_seconds',
    'Total time of a backend call, by outcome',
    'call',
    'outcome',
  );
  const errors = counter('portal_errors_total', 'Error pages, by kind of error', 'kind');
  const sessions = counter('portal_sessions_opened_total', 'Completed sign-ins');
  const exports = counter(
    'portal_exports_total',
    'Downloads of lists, comparisons and receipts started',
    'list',
  );
  const exportedRows = counter('portal_exported_rows_total', 'Rows of these downloads', 'list');

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
