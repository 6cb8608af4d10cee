import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../server/config';
import { createDependencies } from '../../server/dependencies';
import { routes } from '../../server/routes';
import { createLogger } from '../../server/telemetry/logger';
import { noMetrics } from '../../server/telemetry/metrics';
import { MEBIBYTE } from '../../server/units';
import { leaversFields } from '../../shared/leavers';
import { paths } from '../../shared/paths';
import { type BenchEnvironment, conditions, HIGH_LIMITS } from './environment';

const ROWS = 100_000;
const ADMIN = `both-${ROWS}@bench.example`;

/** How often each request is measured, after once to warm up. The shortest of the pauses counts: other programs add to it. */
const ROUNDS = 3;

/** The limits of forms (see `server/http/read-form.ts`). */
const MAX_FIELDS = 20_000;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** How long the portal may work on after a response, in milliseconds. */
const SETTLING_MS = 20;

/** A request that may be expensive. */
interface Candidate {
  readonly name: string;
  readonly query?: string;
  readonly body?: URLSearchParams | FormData | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Measures the most expensive request of each route: how long it blocks the event loop, and the memory that it leaves. */
export async function measureWorst(environment: BenchEnvironment): Promise<void> {
  const portal = await environment.startPortal(HIGH_LIMITS);
  const cookie = await portal.signIn(ADMIN);
  const file = await fetch(`${portal.origin}/leads-capture/licenses.csv`, { headers: { cookie } });
  const rows = (await file.text())
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(','));
  const [emails = [], ids = []] = [0, 1].map(column => rows.map(row => row[column] ?? ''));
  const candidates = { get: pages(), post: forms(ids, emails) };
  const table: Record<string, Record<string, string | number>> = {};
  for (const { method, path } of listRoutes(environment)) {
    const send = async ({ query = '', body, headers }: Candidate): Promise<Measured> => {
      const request = new Request(`${portal.origin}${path}${query}`, {
        method,
        // Logout ends the session.
        headers: { cookie: path === paths.logout ? await portal.signIn(ADMIN) : cookie, ...headers },
        redirect: 'manual',
        ...(body && { body }),
      });
      request.headers.set('cache-control', 'no-cache');
      const bytesIn = query.length + (await request.clone().arrayBuffer()).byteLength;
      await portal.longestBlock();
      // The portal may close the connection before it has received a form that is too large.
      const response = await fetch(request).catch(() => new Response(null, { status: 413 }));
      await response.arrayBuffer();
      // A form's work may be left to the page that it leads to, for instance a review.
      const next = response.headers.get('location');
      if (next !== null)
        await (await fetch(new URL(next, portal.origin), { headers: { cookie } })).arrayBuffer();
      await wait(SETTLING_MS);
      return { bytesIn, status: response.status, pauseMs: await portal.longestBlock() };
    };
    const measured: (Measured & { readonly candidate: Candidate })[] = [];
    for (const candidate of candidates[method]) {
      // Warms up the JIT compilers and fills the caches.
      await send(candidate);
      const rounds = await repeat(() => send(candidate));
      measured.push({ candidate, ...rounds.reduce((a, b) => (a.pauseMs < b.pauseMs ? a : b)) });
    }
    const { candidate, ...worst } = measured.reduce((a, b) => (a.pauseMs > b.pauseMs ? a : b));
    const before = await portal.memoryInUse();
    await repeat(() => send(candidate));
    const keptBytes = Math.max(0, ((await portal.memoryInUse()) - before) / ROUNDS);
    table[`${method.toUpperCase()} ${path}`] = {
      request: candidate.name,
      status: worst.status,
      'bytes in': worst.bytesIn,
      'longest pause, ms': worst.pauseMs.toFixed(0),
      'memory kept, MB': (keptBytes / MEBIBYTE).toFixed(1),
    };
  }
  console.log(`\nThe most expensive requests, with ${ROWS} licenses and as many cards (${conditions()})`);
  console.table(table);
  await portal.end();
}

/** The routes of the portal, from its router. */
function listRoutes({ settingsOf }: BenchEnvironment) {
  const config = readConfig(settingsOf('http://localhost'));
  const dependencies = createDependencies(config, {
    logger: createLogger(config),
    assets: { stylesheet: '', start: '', tools: '', script: '', icon: '' },
    publicFolder: '',
    workerFile: '',
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
  readonly pauseMs: number;
}

async function repeat<Result>(work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) results.push(await work());
  return results;
}

/** Reloads of pages and downloads: parameters that a page does not have are ignored. */
function pages(): Candidate[] {
  return [
    { name: 'reload' },
    { name: 'search', query: '?q=a&nq=a' },
    { name: 'search for a long text', query: `?q=${'a'.repeat(8000)}` },
    { name: 'sort by name', query: '?sort=name&dir=asc' },
    { name: 'sort by leads', query: '?sort=leadsTotal&dir=asc' },
    { name: 'unused', query: '?activity=idle30&sort=email' },
    { name: 'last page', query: '?page=4000&npage=4000' },
  ];
}

function forms(ids: readonly string[], emails: readonly string[]): Candidate[] {
  const rows = (values: readonly string[]) =>
    new URLSearchParams(values.slice(0, MAX_FIELDS).map(id => ['license', id]));
  const unknown = Array.from({ length: MAX_FIELDS }, (_, index) => `${index}`);
  const people = (text: string, file: string, direction: string) => {
    const form = new FormData();
    form.append(leaversFields.direction, direction);
    form.append(leaversFields.people, text.slice(0, MEBIBYTE));
    form.append(leaversFields.file, new File([file.slice(0, MEBIBYTE)], 'people.csv'));
    return form;
  };
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
    { name: '2 MB of addresses', body: people(text, text.slice(MEBIBYTE), 'left') },
    { name: '2 MB of addresses, others', body: people(text, text.slice(MEBIBYTE), 'stay') },
    { name: '2 MB without an address', body: people('a@'.repeat(MEBIBYTE), 'a.'.repeat(MEBIBYTE), 'left') },
    { name: '1 MB of combining marks', body: people('\u0301'.repeat(MEBIBYTE / 2), '', 'left') },
  ];
}
