import autocannon from 'autocannon';
import { messages } from '../../shared/messages';
import { paths } from '../../shared/paths';

interface Visit {
  readonly path: string;
  /** Whether the browser asks for fresh data. */
  readonly reload?: boolean;
}

/** The pages and downloads that administrators request, in equal shares. */
const usualVisits: readonly Visit[] = [
  { path: paths.dashboard },
  { path: paths.dashboard, reload: true },
  { path: paths.leadCapture },
  { path: paths.leadCapture, reload: true },
  { path: '/leads-capture?page=2' },
  { path: '/leads-capture?q=an&field=email&page=2' },
  { path: '/leads-capture?sort=leadsTotal&dir=asc' },
  { path: '/leads-capture?npage=2' },
  { path: '/leads-capture/licenses.csv?q=an' },
  { path: '/leads-capture/non-activated-licenses.csv' },
];

/** A page with status 200 that has one of these texts reports a failure. */
const failureTexts = [messages.leadCapture.statsFailed, messages.leadCapture.notActivated];

const REQUEST_TIMEOUT_S = 30;

/** The results of the requests of a group of administrators. */
export interface Report {
  readonly name: string;
  readonly requests: number;
  /** Responses with 503 and Retry-After: the portal was too busy. */
  readonly shed: number;
  /** How often each other failure occurred: a status, a broken connection, a page that reports a failure. */
  readonly failures: ReadonlyMap<string, number>;
  readonly p50: number;
  readonly p99: number;
}

interface TrafficOptions {
  readonly portal: string;
  /** The sessions; each connection uses one of them. */
  readonly cookies: readonly string[];
  readonly connections: number;
  /** Requests per second, over all connections; as many as possible without it. */
  readonly rate?: number;
  readonly visits?: readonly Visit[];
}

/** Starts traffic. Returns a function that stops it and returns a report. */
export function startTraffic(name: string, options: TrafficOptions): () => Promise<Report> {
  const { portal, cookies, rate, visits = usualVisits } = options;
  const failures = new Map<string, number>();
  let requests = 0;
  let shed = 0;
  let clients = 0;
  const fail = (kind: string, count = 1) => failures.set(kind, (failures.get(kind) ?? 0) + count);
  const stop = startRequests({
    url: portal,
    timeout: REQUEST_TIMEOUT_S,
    connections: rate === undefined ? options.connections : Math.min(options.connections, rate),
    ...(rate !== undefined && { overallRate: rate }),
    setupClient(client) {
      const number = clients++;
      const cookie = cookies[number % cookies.length] ?? '';
      // Each connection starts at another page, so that they do not open the same one at the same time.
      const start = number % visits.length;
      client.setRequests(
        [...visits.slice(start), ...visits.slice(0, start)].map(({ path, reload }) => ({
          method: 'GET',
          path,
          headers: { cookie, accept: 'text/html', ...(reload && { 'cache-control': 'no-cache' }) },
          onResponse(status, body, _context, headers) {
            requests++;
            // autocannon keeps names as they were sent, and the balancer sends them in lower case.
            const sent = (header: string): unknown => Reflect.get(headers ?? {}, header);
            if (status === 503 && sent('retry-after') !== undefined) shed++;
            else if (status === 302) fail(`redirect to ${sent('location')}`);
            else if (status !== 200) fail(`status ${status}`);
            else if (String(sent('content-type')).startsWith('text/html')) {
              if (!body.trimEnd().endsWith('</html>')) fail('page cut short');
              if (failureTexts.some(text => body.includes(text))) fail('page that reports a failure');
            }
          },
        })),
      );
    },
  });
  return async () => {
    const { errors, timeouts, latency } = await stop();
    if (errors > timeouts) fail('broken connection', errors - timeouts);
    if (timeouts > 0) fail(`no response in ${REQUEST_TIMEOUT_S} s`, timeouts);
    return { name, requests, shed, failures, p50: latency.p50, p99: latency.p99 };
  };
}

/** Sends requests until the returned function is called. */
function startRequests(options: autocannon.Options): () => Promise<autocannon.Result> {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon({ ...options, duration: 86_400 }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  return () => {
    instance.stop();
    return promise;
  };
}
