import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Call, callOf } from '../../../scripts/sandbox/backend-calls';
import { createFaultInjector, type FaultInjector } from '../../../scripts/sandbox/fault-injector';
import { type Fault, hang, stall, trickle, trickleHeaders } from '../../../scripts/sandbox/faults';
import { createSandbox } from '../../../scripts/sandbox/host';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { portalSettings } from '../../../scripts/sandbox/settings';
import { createStore } from '../../../scripts/sandbox/store';
import { createApp } from '../../../server/app';
import type { TimeoutOf } from '../../../server/backends/call';
import { readConfig } from '../../../server/config';
import { createDependencies, type Dependencies } from '../../../server/dependencies';
import { readAssets } from '../../../server/http/assets';
import type { EventLoop } from '../../../server/http/load-shedding';
import { createLogger } from '../../../server/telemetry/logger';
import { type Metrics, noMetrics } from '../../../server/telemetry/metrics';
import type { Tracing } from '../../../server/telemetry/tracing';
import type { ProductKey } from '../../../shared/products';
import { startBackendServer } from '../backends/backend-server';
import { listen } from '../backends/ports';
import type { Headers } from '../browsers/http-client';
import { NoJsBrowser } from '../browsers/no-js-browser';
import { dana } from '../data/accounts';
import { atEndOf } from '../end';
import { built } from '../programs/project';
import { workers } from '../programs/workers';
import { FakeIdentity } from './identity';

/** The portal as it ships, real HTTP to stand-in backends, and a clock that tests can move. */
export type TestPortal = Awaited<ReturnType<typeof startPortal>>;

export interface PortalOptions {
  readonly accounts?: readonly SeedAccount[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The time at the start, in milliseconds since 1970; the present by default. */
  readonly now?: number;
  readonly metrics?: Metrics;
  readonly tracing?: (logger: Logger) => Tracing;
  /** The page that its browser visits. */
  readonly at?: string;
  /** Makes backend calls fail from the sign-in on. */
  readonly faults?: readonly [call: Call | readonly Call[], fault: Fault];
  /** The email address of its administrator, by default of the first account; null for nobody. */
  readonly as?: string | null;
  /** Headers that its browser sends with each request. */
  readonly headers?: Headers;
  /** Whether the portal stops after the test (the default) or after the file. */
  readonly until?: 'test' | 'file';
  /** Replaces dependencies of the app. */
  readonly replace?: (dependencies: Dependencies) => Partial<Dependencies>;
}

/** Timeouts of backend calls: for calls that hang because of a fault, and for all others. */
const [HANGING_CALL_TIMEOUT_MS, CALL_TIMEOUT_MS] = [50, 60_000];

/** Never overloaded: the tests run on the same thread and would be measured, too. */
const neverOverloaded: EventLoop = { isOverloaded: () => false, close() {} };

export const PUBLIC_URL = 'http://portal.example';

/** Starts a portal, and a browser that has signed in and visited the page `at`. */
export async function openPortal(
  options: PortalOptions = {},
): Promise<{ readonly portal: TestPortal; readonly browser: NoJsBrowser }> {
  const portal = await startPortal(options);
  const browser = options.as === null ? portal.browser() : await portal.signedIn(options.as);
  if (options.faults) portal.faults.on(...options.faults);
  if (options.at !== undefined) await browser.visit(options.at);
  return { portal, browser };
}

async function startPortal(options: PortalOptions) {
  const { accounts = [dana()], environment = {}, metrics = noMetrics, tracing, replace } = options;
  let time = options.now ?? Date.now();
  const now = () => time;

  const store = createStore([...accounts]);
  const publicUrl = environment.PUBLIC_URL ?? PUBLIC_URL;
  const identity = new FakeIdentity(publicUrl, now);
  const { createMagicLink, verifyToken } = identity;
  const faults = createFaultInjector();
  const { calls } = faults;
  const standIns = createSandbox({ store, createMagicLink, verifyToken, topUpDelay: 0, faults });
  const { until = 'test' } = options;
  // A problem of the settings is the failure of this test alone: no server stays open.
  const start = async () => {
    const backend = await startBackendServer(standIns);
    atEndOf(until, () => backend.close());
    return backend;
  };
  const backends = { portalUsers: await start(), scanner: await start(), ecard: await start() };

  const lines: string[] = [];
  const config = readConfig({
    ...portalSettings(publicUrl, {
      portalUsers: `${backends.portalUsers.origin}/api`,
      scanner: `${backends.scanner.origin}/api`,
      ecard: `${backends.ecard.origin}/ecard-api`,
    }),
    UPSTREAM_TIMEOUT_MS: String(CALL_TIMEOUT_MS),
    // Whether a skeleton appears would depend on the speed of the machine.
    SKELETON_DELAY_MS: '60000',
    ...environment,
  });
  const logger = createLogger(config, { write: line => void lines.push(line) });
  const publicFolder = join(built, 'public');
  const real = createDependencies(config, {
    logger,
    assets: readAssets(publicFolder),
    publicFolder,
    workers,
    metrics,
    tracing: tracing?.(logger),
    now,
    // A test that sets the timeout tests it.
    ...(environment.UPSTREAM_TIMEOUT_MS === undefined && { timeoutOf: shortenWhenHanging(faults) }),
  });
  const dependencies: Dependencies = { ...real, identity, eventLoop: neverOverloaded };
  const app = createApp({ ...dependencies, ...replace?.(dependencies) });

  atEndOf(until, () => real.close());

  function latestLink(email: string): string {
    const link = store.emails(email)[0]?.link;
    if (!link) throw new Error(`No sign-in link was mailed to ${email}`);
    return pathOf(link);
  }
  // Without a server of its own, each request would start and close one.
  const server = createServer(app);
  const port = await listen(server);
  atEndOf(until, async () => {
    server.closeAllConnections();
    await new Promise(done => server.close(done));
  });
  const browser = (headers = options.headers) => new NoJsBrowser(server, latestLink, headers);
  return {
    app,
    store,
    identity,
    dependencies,
    /** The calls that the backends have received, in order. */
    calls,
    /** Returns the IDs of the licenses and cards in the calls for removals. */
    removals: (): (string | undefined)[] =>
      calls
        .filter(({ line }) => line.startsWith('DELETE'))
        .map(({ line }) => line.split('/').at(line.endsWith('/clear') ? -2 : -1)),
    licenses: (): string[] =>
      JSON.parse(String(store.stats('license', 'acme'))).userStats.map(
        ({ appId }: { appId: string }) => appId,
      ),
    faults,
    backends,
    log: () => lines.join(''),
    logLines: (): Record<string, unknown>[] => lines.map(line => JSON.parse(line)),
    /** Advances the portal's clock, in milliseconds. Nothing else moves it. */
    advanceClock(milliseconds: number): void {
      time += milliseconds;
    },
    /** Returns a browser that has not signed in. Sends these headers with each request. */
    browser,
    latestLink,
    /** Returns the path and query of a sign-in link that no browser has requested. */
    unrequestedLink: async (email = accounts[0]?.email ?? '') => pathOf(await createMagicLink(email)),
    /** The server that its browsers send requests to, and its port. */
    server,
    port,
    /** Returns a browser that has submitted the form of a sign-in link, without the pages that lead to it. */
    async signedIn(email = accounts[0]?.email ?? ''): Promise<NoJsBrowser> {
      const link = await createMagicLink(email);
      const visitor = browser();
      await visitor.post(pathOf(link), { email });
      calls.length = 0;
      identity.calls.length = 0;
      return visitor;
    },
  };
}

/**
 * Short timeouts for calls that are about to hang. All other calls have a long one, so that a slow machine does not change
 * outcomes.
 */
function shortenWhenHanging(faults: FaultInjector): TimeoutOf {
  const hangs = (call: Call) =>
    faults.active().some(active => {
      const endless = call.endsWith('Stats') || call === 'portalUsers' ? [stall, trickle] : [];
      return active.call === call && [hang, trickleHeaders, ...endless].includes(active.fault);
    });
  return ({ method, path }) => {
    const call = callOf(`${method} ${path}`);
    return call && hangs(call) ? HANGING_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS;
  };
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

type Backends = Dependencies['backends'];

export function withProduct<Key extends ProductKey>(
  backends: Backends,
  productKey: Key,
  change: Partial<Backends['products'][Key]>,
): Backends {
  const { products } = backends;
  return { ...backends, products: { ...products, [productKey]: { ...products[productKey], ...change } } };
}
