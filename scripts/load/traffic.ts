import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { defaultCardListState, defaultLicenseListState } from '../../shared/list-state';
import { messages } from '../../shared/messages';
import { cardsAddress, leadCaptureAddress, paths } from '../../shared/paths';
import type { Tally } from './figures';
import { NO_REPLICA, REPLICA_FAILED } from './statuses';
import { cookieHeader, keepCookies, LARGE_EXPORT_LINES, type Tenant } from './tenants';

const licenses = (
  state: Partial<typeof defaultLicenseListState>,
  path: Parameters<typeof leadCaptureAddress>[0] = paths.leadCapture,
) => leadCaptureAddress(path, { ...defaultLicenseListState, ...state });
const cards = (
  state: Partial<typeof defaultCardListState>,
  path: Parameters<typeof cardsAddress>[0] = paths.cards,
) => cardsAddress(path, { ...defaultCardListState, ...state });

/** What administrators open, each as often as the others. */
const mix: readonly { readonly path: string; readonly reload?: boolean }[] = [
  { path: paths.dashboard },
  { path: paths.dashboard },
  { path: paths.dashboard, reload: true },
  { path: paths.leadCapture },
  { path: paths.leadCapture, reload: true },
  { path: licenses({ page: 2 }) },
  { path: licenses({ q: 'person.1' }) },
  { path: licenses({ q: 'person.1', field: 'email', page: 2 }) },
  { path: licenses({ sort: 'leadsTotal', dir: 'asc' }) },
  { path: licenses({ npage: 2 }) },
  { path: paths.cards },
  { path: paths.cards, reload: true },
  { path: cards({ page: 2 }) },
  { path: cards({ q: 'engineer', sort: 'name', dir: 'asc' }) },
  { path: cards({ nq: 'c5', ndir: 'asc' }) },
  { path: licenses({ q: 'person.1' }, paths.licensesCsv) },
  { path: paths.nonActivatedLicensesCsv },
  { path: cards({}, paths.claimedCardsCsv) },
];

/** On a page that is answered with 200, these tell that something failed behind it. */
const failureTexts = [
  messages.leadCapture.statsFailed,
  messages.leadCapture.notActivated,
  messages.cards.statsCallFailed,
  messages.cards.notActivated,
];

const ownStatuses: Readonly<Record<number, string>> = {
  [REPLICA_FAILED]: 'connection to a replica',
  [NO_REPLICA]: 'no replica ready',
};

/** A request that takes longer than this is given up, in milliseconds. */
const PATIENCE = 30_000;

/** Counts what becomes of the requests of some tenants. */
class Count implements Tally {
  readonly errors = new Map<string, number>();
  readonly durations: number[] = [];
  logouts = 0;

  constructor(readonly who: string) {}

  add(duration: number, outcome: string): void {
    this.durations.push(duration);
    if (outcome === 'logout') this.logouts++;
    else if (outcome !== 'ok') this.errors.set(outcome, (this.errors.get(outcome) ?? 0) + 1);
  }
}

/** Traffic that has begun. */
export interface Traffic {
  /** Begins nothing more, and waits for what is under way. */
  readonly end: () => Promise<Tally>;
}

/** Traffic from one place, with as many connections as it takes. */
export interface Browsers {
  /** So many requests a second, whether the earlier ones are answered or not, until there are too many. */
  readonly arrive: (who: string, tenants: readonly Tenant[], perSecond: number) => Traffic;
  /** So many people who each open the next page when they have the last one. */
  readonly follow: (who: string, tenants: readonly Tenant[], people: number) => Traffic;
  readonly close: () => Promise<void>;
}

const MOST_UNDER_WAY = 1500;
const TICK = 10;

export function createBrowsers(portal: string): Browsers {
  const pool = new Pool(portal, {
    connections: MOST_UNDER_WAY,
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
    keepAliveTimeout: PATIENCE,
  });

  async function visit(tenant: Tenant, count: Count): Promise<void> {
    const { path, reload = false } = pick(mix);
    const begun = performance.now();
    const outcome = await open(tenant, path, reload).catch(connectionError);
    count.add(performance.now() - begun, outcome);
  }

  async function open(tenant: Tenant, path: string, reload: boolean): Promise<string> {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path,
      headers: {
        cookie: cookieHeader(tenant),
        accept: 'text/html',
        ...(reload && { 'cache-control': 'no-cache' }),
      },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (statusCode === 302 && headers.location === paths.login) {
      await body.dump();
      return 'logout';
    }
    if (statusCode !== 200) {
      await body.dump();
      return ownStatuses[statusCode] ?? `status ${statusCode}`;
    }
    keepCookies(tenant, [headers['set-cookie'] ?? []].flat());
    if (String(headers['content-type']).startsWith('text/csv')) {
      // To make megabytes of text of it would keep everybody else here waiting.
      for await (const _ of body);
      return 'ok';
    }
    const text = await body.text();
    if (!text.trimEnd().endsWith('</html>')) return 'page cut short';
    const failure = failureTexts.find(words => text.includes(words));
    return failure === undefined ? 'ok' : `page says '${failure}'`;
  }

  return {
    arrive(who, tenants, perSecond) {
      const count = new Count(who);
      const underWay = new Set<Promise<void>>();
      const begun = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
        for (; sent < due; sent++) {
          if (underWay.size >= MOST_UNDER_WAY) continue;
          const going = visit(pick(tenants), count).finally(() => underWay.delete(going));
          underWay.add(going);
        }
      }, TICK);
      return {
        async end() {
          clearInterval(timer);
          await Promise.all(underWay);
          return count;
        },
      };
    },

    follow(who, tenants, people) {
      const count = new Count(who);
      let ending = false;
      const everybody = Array.from({ length: people }, async () => {
        while (!ending) await visit(pick(tenants), count);
      });
      return {
        async end() {
          ending = true;
          await Promise.all(everybody);
          return count;
        },
      };
    },

    close: () => pool.close(),
  };
}

/** How many requests a second are answered when there is always another one. */
export async function findSaturation(
  portal: string,
  tenants: readonly Tenant[],
  seconds: number,
): Promise<number> {
  const { duration, '2xx': answered } = await autocannon({
    url: portal,
    duration: seconds,
    connections: 48,
    timeout: PATIENCE / 1000,
    requests: Array.from({ length: 500 }, () => {
      const { path, reload } = pick(mix);
      const cookie = cookieHeader(pick(tenants));
      return { path, headers: { cookie, ...(reload && { 'cache-control': 'no-cache' }) } };
    }),
  });
  return answered / duration;
}

/** How long a slow reader rests after each piece of up to 64 KB, in milliseconds. */
const REST = 500;

/** After so many pieces, every second reader has had enough. */
const ENOUGH = 20;

/**
 * So many downloads of the large tenant's whole list at the same time, read slowly; every second one is broken off by
 * its reader. A download counts as an error when it does not have every line.
 */
export async function readSlowly(
  who: string,
  portal: string,
  tenant: Tenant,
  readers: number,
): Promise<Tally> {
  const count = new Count(who);
  await Promise.all(
    Array.from({ length: readers }, async (_, index) => {
      await wait(index * 100);
      const begun = performance.now();
      const outcome = await download(portal, tenant, index % 2 === 1).catch(connectionError);
      count.add(performance.now() - begun, outcome);
    }),
  );
  return count;
}

async function download(portal: string, tenant: Tenant, breaksOff: boolean): Promise<string> {
  const headers = { Cookie: cookieHeader(tenant) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(portal + paths.licensesCsv, { headers, agent: false }, resolve).on('error', reject);
  const response = await promise;
  const { statusCode = 0 } = response;
  if (statusCode === 302) return 'logout';
  if (statusCode !== 200) return ownStatuses[statusCode] ?? `status ${statusCode}`;
  let lines = 0;
  let pieces = 0;
  for await (const piece of response) {
    lines += linesIn(piece);
    pieces++;
    if (breaksOff && pieces === ENOUGH) return 'ok';
    await wait(REST);
  }
  return lines === LARGE_EXPORT_LINES ? 'ok' : `${lines} lines`;
}

function linesIn(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) lines++;
  return lines;
}

function connectionError(error: unknown): string {
  if (!(error instanceof Error)) return 'connection';
  if (error.name === 'TimeoutError') return `no answer in ${PATIENCE / 1000} s`;
  return `connection: ${'code' in error ? error.code : error.name}`;
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from.');
  return item;
}
