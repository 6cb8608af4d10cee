import { join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';
import { freePort } from '../../../scripts/ports';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import { createFaultInjector, type FaultInjector } from '../../../scripts/sandbox/fault-injector';
import { accountFaults } from '../../../scripts/sandbox/faults';
import { createSandbox } from '../../../scripts/sandbox/host';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { createStore } from '../../../scripts/sandbox/store';
import { startBackendServer } from '../backends/backend-server';
import { NoJsBrowser } from '../browsers/no-js-browser';
import { dana } from '../data/accounts';
import { emulatorIdentity, sharedEmulator } from './emulator';
import { type Program, startProgram } from './program';

export type Environment = Readonly<Record<string, string>>;

/** Returns a complete environment for a portal on this port, with its backends at `backends`. */
export function environment(port: number, backends: string): Environment {
  return {
    PORT: String(port),
    PORTAL_ENV: 'uat',
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_KEYS: 'a-secret-of-the-tests-0123456789-0123456789',
    PORTAL_API_URL: `${backends}/api`,
    SCANNER_API_DEMO_URL: `${backends}/api`,
    ECARD_API_DEMO_URL: `${backends}/ecard-api`,
    FIREBASE_PROJECT_ID: 'demo-portal',
    FIREBASE_API_KEY: 'portal-key',
    SCANNER_APP_URL: 'https://apps.example/scanner',
    CARDS_APP_URL: 'https://apps.example/cards',
    HELP_URL: 'https://help.example/',
    // Too long for a slow machine to reach. Tests of a deadline set their own.
    EVENT_LOOP_DELAY_LIMIT_MS: '60000',
    REDIS_TIMEOUT_MS: '10000',
    SKELETON_DELAY_MS: '60000',
    UPSTREAM_TIMEOUT_MS: '60000',
  };
}

/** Runs dist/server.js as in production: in a separate process with only this environment. */
export function runServer(
  env: Environment,
  dist = resolve('dist'),
  nodeArgs: readonly string[] = [],
): Program {
  return startProgram([...nodeArgs, join(dist, 'server.js')], { env });
}

/** The built server with its stand-in backends and the real Auth emulator, all over HTTP. */
export interface RealPortal {
  /** The portal's origin, for instance http://localhost:41234. */
  readonly origin: string;
  readonly server: Program;
  /** Returns the path and query of the latest emailed sign-in link. */
  readonly latestLink: (email: string) => Promise<string>;
  /** Returns a browser without JavaScript that has not signed in. */
  readonly browser: () => NoJsBrowser;
  /** Returns the Cookie header of this administrator's session. The first call signs in. */
  readonly sessionOf: (email: string) => Promise<string>;
  /** Holds the responses to calls for statistics until the returned function is called. */
  readonly holdStatistics: () => () => void;
  /** Makes backend calls fail. */
  readonly faults: FaultInjector;
  readonly stop: () => Promise<void>;
}

const running = new Set<() => Promise<void>>();

afterAll(async () => {
  await Promise.all([...running].map(stop => stop()));
});

/** Starts the stand-in backends of a portal at this origin. */
export async function startSandbox(
  publicUrl: string,
  options: Pick<Parameters<typeof createSandbox>[0], 'store' | 'topUpDelay' | 'faults'>,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const identity = emulatorIdentity(publicUrl);
  const { origin, close } = await startBackendServer(createSandbox({ ...options, ...identity }));
  return { origin, close: async () => void (await Promise.all([close(), identity.close()])) };
}

/** Starts a portal that stops after the test file. */
export async function startRealPortal({
  accounts = [dana()],
  topUpDelay = 0,
  settings = {},
  dist,
  nodeArgs,
}: {
  accounts?: readonly SeedAccount[];
  topUpDelay?: number;
  settings?: Environment;
  dist?: string;
  nodeArgs?: readonly string[];
} = {}): Promise<RealPortal> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const faults = createFaultInjector(accountFaults);
  const sandbox = await startSandbox(origin, { store: createStore(accounts), topUpDelay, faults });
  const server = runServer(
    {
      ...environment(port, sandbox.origin),
      FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
      ...settings,
    },
    dist,
    nodeArgs,
  );
  async function stop(): Promise<void> {
    running.delete(stop);
    server.signal('SIGKILL');
    await Promise.all([server.ended, sandbox.close()]);
  }
  running.add(stop);
  await server.prints('"msg":"Listening"');

  const sessions = new Map<string, Promise<string>>();

  async function latestLink(email: string): Promise<string> {
    const inbox = `${sandbox.origin}/sandbox/inbox/latest.json?to=${encodeURIComponent(email)}`;
    const { link } = await (await fetch(inbox)).json();
    const { pathname, search } = new URL(link);
    return pathname + search;
  }

  const browser = () => new NoJsBrowser(origin, latestLink);

  async function signIn(email: string): Promise<string> {
    const visitor = browser();
    await visitor.signIn(email);
    return visitor.cookie;
  }

  return {
    origin,
    server,
    latestLink,
    browser,
    async sessionOf(email) {
      const session = sessions.get(email) ?? signIn(email);
      sessions.set(email, session);
      return session;
    },
    holdStatistics() {
      const { promise, resolve } = Promise.withResolvers<void>();
      faults.on(statsCalls, ({ pass }) => void promise.then(pass));
      return resolve;
    },
    faults,
    stop,
  };
}
