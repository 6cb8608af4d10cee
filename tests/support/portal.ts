import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach } from '@jest/globals';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { type FaultProxy, startFaultProxy } from '../../scripts/sandbox/fault-proxy';
import { createFaultSwitch, type FaultSwitch } from '../../scripts/sandbox/fault-switch';
import { createSandbox } from '../../scripts/sandbox/host';
import type { SeedAccount } from '../../scripts/sandbox/seed';
import { openStore, type Store } from '../../scripts/sandbox/store';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { createDependencies, type Dependencies } from '../../server/dependencies';
import { readAssets } from '../../server/http/assets';
import type { Load } from '../../server/http/load-shedding';
import { createLogger } from '../../server/telemetry/logger';
import { type Metrics, noMetrics } from '../../server/telemetry/metrics';
import type { Tracing } from '../../server/telemetry/tracing';
import { dana } from './accounts';
import { FakeIdentity } from './identity';
import { NoJsBrowser } from './no-js-browser';

/** A call that a stand-in backend has received. */
export interface BackendCall {
  /** For instance 'GET /portal/scanneraccount/acme/stats', without /api or /ecard-api. */
  readonly line: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly traceparent: string | string[] | undefined;
}

/** How a stand-in backend answers the calls that match, in place of what it would do. */
export interface BackendFault {
  readonly match: RegExp;
  readonly respond: express.RequestHandler;
}

/** The portal as it ships, real HTTP to stand-in backends, and a clock that tests can move. */
export interface TestPortal {
  readonly app: Express;
  readonly store: Store;
  readonly identity: FakeIdentity;
  readonly dependencies: Dependencies;
  /** What the backends were asked, in order. */
  readonly calls: BackendCall[];
  readonly faults: BackendFault[];
  /** What can go wrong between the portal and its backends, and what has arrived there. */
  readonly network: FaultSwitch;
  /** The backends as the portal reaches them. */
  readonly backends: Readonly<Record<'portalUsers' | 'scanner' | 'ecard', FaultProxy>>;
  /** Everything that was logged, parsed. */
  readonly logLines: () => Record<string, unknown>[];
  readonly log: () => string;
  /** Moves the clock on, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
  readonly browser: () => NoJsBrowser;
  /** A browser that has signed in through the mail's link. */
  readonly signedIn: (email?: string) => Promise<NoJsBrowser>;
}

export interface PortalOptions {
  readonly accounts?: readonly SeedAccount[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The time at the start, in milliseconds since 1970; the present by default. */
  readonly now?: number;
  readonly metrics?: Metrics;
  readonly tracing?: (logger: Logger) => Tracing;
  /** Replaces what the app depends on. */
  readonly replace?: (dependencies: Dependencies) => Partial<Dependencies>;
}

/** The tests' own work would look like load, for it is done on the same thread. */
const calm: Load = { isTooHigh: () => false, close() {} };

export const PUBLIC_URL = 'http://portal.example';

const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(close => close()));
});

/** Starts a portal that ends with the test. */
export async function startPortal(options: PortalOptions = {}): Promise<TestPortal> {
  const { accounts = [dana()], environment = {}, metrics = noMetrics, tracing, replace } = options;
  const started = Date.now();
  let offset = options.now === undefined ? 0 : options.now - started;
  const now = () => Date.now() + offset;

  const store = openStore(':memory:', { seed: false });
  store.replaceAccounts([...accounts]);
  const publicUrl = environment.PUBLIC_URL ?? PUBLIC_URL;
  const identity = new FakeIdentity(publicUrl, now);
  const calls: BackendCall[] = [];
  const faults: BackendFault[] = [];
  const network = createFaultSwitch();
  const standIns = express()
    .use((request, response, next) => {
      const line = `${request.method} ${request.originalUrl.replace(/^\/(api|ecard-api)/, '')}`;
      const { authorization, 'content-type': contentType, traceparent } = request.headers;
      calls.push({ line, authorization, contentType, traceparent });
      const fault = faults.find(({ match }) => match.test(line));
      if (fault) void fault.respond(request, response, next);
      else next();
    })
    .use(createSandbox({ store, ...pick(identity), topUpDelay: 0, network }));
  const start = () => startFaultProxy(standIns);
  const backends = { portalUsers: await start(), scanner: await start(), ecard: await start() };

  const lines: string[] = [];
  const config = readConfig({
    PUBLIC_URL: publicUrl,
    SESSION_KEYS: 'a-secret-of-the-tests-0123456789-0123456789',
    PORTAL_API_URL: `${backends.portalUsers.origin}/api`,
    SCANNER_API_DEMO_URL: `${backends.scanner.origin}/api`,
    ECARD_API_DEMO_URL: `${backends.ecard.origin}/ecard-api`,
    FIREBASE_PROJECT_ID: 'demo-portal',
    FIREBASE_API_KEY: 'portal-key',
    SCANNER_APP_URL: 'https://apps.example/scanner',
    CARDS_APP_URL: 'https://apps.example/cards',
    HELP_URL: 'https://help.example/',
    // Long enough for a busy machine, and short enough for the many tests of backends that never answer.
    UPSTREAM_TIMEOUT_MS: '3000',
    ...environment,
  });
  const logger = createLogger(
    config,
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const publicFolder = resolve('dist/public');
  const real = createDependencies(config, {
    logger,
    assets: readAssets(publicFolder),
    publicFolder,
    workerFile: resolve('dist/task-worker.js'),
    metrics,
    tracing: tracing?.(logger),
    now,
  });
  // A busy machine must not change what the tests see: pages come in one piece, unless a test is about that.
  const dependencies = { ...real, identity, skeletonAfter: 60_000, load: calm };
  const app = createApp({ ...dependencies, ...replace?.(dependencies) });

  running.push(async () => {
    await real.close();
    await Promise.all(Object.values(backends).map(backend => backend.close()));
    store.close();
  });

  const browser = () => new NoJsBrowser(app);
  return {
    app,
    store,
    identity,
    dependencies,
    calls,
    faults,
    network,
    backends,
    log: () => lines.join(''),
    logLines: () => lines.map(line => JSON.parse(line)),
    pass(milliseconds) {
      offset += milliseconds;
    },
    browser,
    async signedIn(email = accounts[0]?.email ?? '') {
      const visitor = browser();
      await visitor.visit('/login');
      await visitor.fill('Email Address', email).press('Send Magic Link');
      await visitor.visit(latestLink(store, email));
      await visitor.press('Continue to the portal');
      calls.length = 0;
      identity.calls.length = 0;
      return visitor;
    },
  };
}

/** Address, on the portal, of the sign-in link that was mailed last. */
export function latestLink(store: Store, email: string): string {
  const link = store.mails(email)[0]?.link;
  if (!link) throw new Error(`No sign-in link was mailed to ${email}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

function pick({ createMagicLink, verifyToken }: FakeIdentity) {
  return { createMagicLink, verifyToken };
}
