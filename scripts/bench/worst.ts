import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../server/config';
import { createDependencies } from '../../server/dependencies';
import { routes } from '../../server/routes';
import { createLogger } from '../../server/telemetry/logger';
import { noMetrics } from '../../server/telemetry/metrics';
import { createWorkers } from '../../server/workers/workers';
import { paths } from '../../shared/paths';
import { REMOVAL_LIMIT } from '../../shared/removals';
import { MEBIBYTE } from '../../shared/units';
import { listFields } from '../../views/pages/ComparePage';
import { type BenchEnvironment, conditions, HIGH_LIMITS } from './environment';
import { median } from './latencies';

const ROWS = 100_000;
const ADMIN = `both-${ROWS}@bench.example`;

/** A longer turn is measured again, because compilers and the collection of garbage add to it; the shortest one counts. */
const DOUBTFUL_TURN_MS = 30;
const ROUNDS = 3;

/** The limits of forms (see `server/http/read-form.ts`). */
const MAX_FIELDS = 20_000;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** How long the portal may work on after a response, in milliseconds. */
const SETTLING_MS = 20;

/** How long a response may take, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 20_000;
const NO_RESPONSE = 504;

/** The number of additions whose time is printed, to compare machines. */
const ADDITIONS = 1e9;

/** A request that may be expensive. */
interface Candidate {
  readonly name: string;
  readonly query?: string;
  readonly body?: URLSearchParams | FormData | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Measures the longest turn of the event loop of the most expensive request of each route. */
export async function measureWorst(environment: BenchEnvironment): Promise<void> {
  const portal = await environment.startPortal(HIGH_LIMITS);
  const cookie = await portal.signIn(ADMIN);
  const file = await fetch(`${portal.origin}/leads-capture/licenses.csv`, { headers: { cookie } });
  const exported = await file.text();
  const rows = exported
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(','));
  const [emails = [], ids = []] = [0, 1].map(column => rows.map(row => row[column] ?? ''));
  const posted = forms(ids, emails, exported);
  const references: number[] = [];
  const table: Record<string, Record<string, string | number>> = {};
  for (const { method, path } of listRoutes(environment)) {
    const send = async ({ query = '', body, headers }: Candidate): Promise<Measured> => {
      const request = new Request(`${portal.origin}${path}${query}`, {
        method,
        // Logout ends the session.
        headers: { cookie: path === paths.logout ? await portal.signIn(ADMIN) : cookie, ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        ...(body && { body }),
      });
      request.headers.set('cache-control', 'no-cache');
      const bytesIn = query.length + (await request.clone().arrayBuffer()).byteLength;
      await portal.longestTurn();
      // The portal may close the connection before it has received a form that is too large.
      const response = await fetch(request).catch(
        () => new Response(null, { status: request.signal.aborted ? NO_RESPONSE : 413 }),
      );
      await response.arrayBuffer().catch(() => {});
      // The page that a form redirects to, such as a review, may do the form's work.
      const next = response.headers.get('location');
      if (next !== null)
        await (await fetch(new URL(next, portal.origin), { headers: { cookie } })).arrayBuffer();
      await wait(SETTLING_MS);
      return { bytesIn, status: response.status, turnMs: await portal.longestTurn() };
    };
    references.push(timeAdditions());
    const candidates = method === 'post' ? posted : requestsOf(path);
    // Warms up the JIT compilers and fills the caches.
    for (const candidate of candidates.slice(0, 1)) await send(candidate);
    let worst: (Measured & Candidate) | undefined;
    for (const candidate of candidates) {
      let measured = await send(candidate);
      const isDoubtful = ({ turnMs, status }: Measured) =>
        turnMs > DOUBTFUL_TURN_MS && status !== NO_RESPONSE;
      for (let round = 1; round < ROUNDS && isDoubtful(measured); round++) {
        const again = await send(candidate);
        if (again.turnMs < measured.turnMs) measured = again;
      }
      if (measured.turnMs > (worst?.turnMs ?? 0)) worst = { ...candidate, ...measured };
    }
    table[`${method.toUpperCase()} ${path}`] = {
      request: worst?.name ?? '',
      status: worst?.status ?? 0,
      'bytes in': worst?.bytesIn ?? 0,
      'longest turn, ms': worst?.turnMs.toFixed(0) ?? '',
    };
  }
  console.log(`\n${ADDITIONS} additions take ${median(references).toFixed(0)} ms of CPU time (median)`);
  console.log(`The most expensive requests, with ${ROWS} licenses and as many cards (${conditions()})`);
  console.table(table);
  await portal.end();
}

/** The CPU time of many additions in milliseconds, so that runs on different machines can be compared. */
function timeAdditions(): number {
  const before = process.threadCpuUsage();
  let sum = 0;
  for (let addition = 0; addition < ADDITIONS; addition++) sum += addition;
  const { user, system } = process.threadCpuUsage(before);
  return sum > 0 ? (user + system) / 1000 : Number.NaN;
}

/** The routes of the portal, from its router. */
function listRoutes({ settingsOf }: BenchEnvironment) {
  const config = readConfig(settingsOf('http://localhost'));
  const dependencies = createDependencies(config, {
    logger: createLogger(config),
    assets: { stylesheet: '', start: '', tools: '', script: '', icon: '' },
    publicFolder: '',
    workers: createWorkers('', () => {}),
    metrics: noMetrics,
  });
  const found = routes(dependencies).stack.flatMap(({ route }) =>
    (['get', 'post'] as const).flatMap(method =>
      typeof route?.path === 'string' && route.stack.some(layer => layer.method === method)
        ? [{ method, path: route.path }]
        : [],
    ),
  );
  void dependencies.close();
  return found;
}

interface Measured {
  readonly bytesIn: number;
  readonly status: number;
  readonly turnMs: number;
}

/** The requests for a path: only lists have parameters that take time, and exports of them take seconds. */
function requestsOf(path: string): Candidate[] {
  const reload = { name: 'reload' };
  const search = { name: 'a search', query: '?q=a&nq=a' };
  if (path.endsWith('.csv')) return [reload, search];
  if (![paths.leadCapture, paths.cards, paths.people].some(list => list === path)) return [reload];
  return [
    ...[reload, search],
    { name: 'a search for nobody', query: '?q=a+b+c+d+xyz' },
    { name: 'a search for a long text', query: `?q=${'a'.repeat(8000)}` },
    { name: 'sort by name', query: '?sort=name&dir=asc' },
    { name: 'sort by leads', query: '?sort=leadsTotal&dir=asc' },
    { name: 'unused', query: '?activity=idle30&sort=email' },
    { name: 'last page', query: '?page=4000&npage=4000' },
  ];
}

function forms(ids: readonly string[], emails: readonly string[], exported: string): Candidate[] {
  const rows = (values: readonly string[]) =>
    new URLSearchParams(values.slice(0, MAX_FIELDS).map(id => ['license', id]));
  const unknown = Array.from({ length: MAX_FIELDS }, (_, index) => `${index}`);
  const people = (text: string, file: string) => {
    const form = new FormData();
    form.append(listFields.text, text.slice(0, MEBIBYTE));
    if (file !== '') form.append(listFields.file, new File([file], 'people.csv'));
    return form;
  };
  const comparison = new FormData();
  comparison.append(listFields.file, new File([exported], 'licenses-export-2026-01-01.csv'));
  const text = emails.join(' ');
  const sparse = new FormData();
  for (const name of ['a[50000000]', 'a[x]']) sparse.append(name, 'a');
  const email = `${'a@'.repeat(3000)}b.example`;
  return [
    {
      name: '99 bytes of gzip',
      body: gzipSync('a=&'.repeat(MAX_FIELDS)),
      headers: { 'content-type': FORM_TYPE, 'content-encoding': 'gzip' },
    },
    { name: '20,000 equal names', body: 'a=&'.repeat(MAX_FIELDS), headers: { 'content-type': FORM_TYPE } },
    { name: 'a sparse index', body: sparse },
    {
      name: 'a small form',
      body: new URLSearchParams({ email, licenseId: ids.at(-1) ?? '', cardId: 'c00000' }),
    },
    { name: 'everything that matches', query: '?of=license', body: new URLSearchParams({ all: '1' }) },
    { name: '20,000 rows', query: '?of=license', body: rows(ids) },
    { name: '20,000 unknown rows', query: '?of=license', body: rows(unknown) },
    { name: '20,000 names', body: new URLSearchParams(unknown.map(name => [name, 'a'])) },
    { name: 'an export', body: comparison },
    { name: '1,000 people', body: people(emails.slice(0, REMOVAL_LIMIT).join('\n'), '') },
    { name: '2 MB of addresses', body: people('', text.slice(0, 2 * MEBIBYTE)) },
    { name: '2 MB without an address', body: people('', 'a@'.repeat(MEBIBYTE)) },
    { name: 'a table of 1,000 columns', body: people('', wideTable()) },
    { name: '1 MB of combining marks', body: people('\u0301'.repeat(MEBIBYTE / 2), '') },
  ];
}

/** A table with as many addresses as fit: with longer cells it would be read as a text, with more rows refused. */
function wideTable(): string {
  const heading = ['email', ...Array.from({ length: 999 }, (_, index) => `c${index + 1}`)];
  const rows = Array.from(
    { length: 990 },
    (_, index) => `a${index}@b.co ${'a@b.co '.repeat(140)}${',x'.repeat(999)}`,
  );
  return [heading.join(','), ...rows].join('\n');
}
