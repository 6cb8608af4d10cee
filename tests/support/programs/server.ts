import { request } from 'node:http';
import { join } from 'node:path';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import { createFaultInjector } from '../../../scripts/sandbox/fault-injector';
import { accountFaults } from '../../../scripts/sandbox/faults';
import { createSandbox } from '../../../scripts/sandbox/host';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { portalSettings } from '../../../scripts/sandbox/settings';
import { createStore } from '../../../scripts/sandbox/store';
import { freePort } from '../../../scripts/system/ports';
import { startBackendServer } from '../backends/backend-server';
import { holdCalls } from '../backends/held-calls';
import { NoJsBrowser } from '../browsers/no-js-browser';
import { dana } from '../data/accounts';
import { atEndOf } from '../end';
import { eventually } from '../time/eventually';
import { emulatorIdentity, sharedEmulator } from './emulator';
import { type Program, startProgram } from './program';
import { built } from './project';

/** An origin where nothing answers. */
export const UNREACHABLE = 'http://127.0.0.1:9';

export type Environment = Readonly<Record<string, string>>;

/** Returns a complete environment for a portal on this port, with its backends at `backends`. */
export function environment(port: number, backends: string): Environment {
  const [api, ecard] = [`${backends}/api`, `${backends}/ecard-api`];
  return {
    PORT: String(port),
    PORTAL_ENV: 'uat',
    ...portalSettings(`http://localhost:${port}`, { portalUsers: api, scanner: api, ecard }),
    // Too long for a slow machine to reach. Tests of a deadline set their own.
    EVENT_LOOP_DELAY_LIMIT_MS: '60000',
    REDIS_TIMEOUT_MS: '10000',
    SKELETON_DELAY_MS: '60000',
    UPSTREAM_TIMEOUT_MS: '60000',
  };
}

/** Runs dist/server.js as in production: in a separate process with only this environment. */
export function runServer(env: Environment, dist = built, nodeArgs: readonly string[] = []): Program {
  return startProgram([...nodeArgs, join(dist, 'server.js')], { env });
}

interface StartOptions {
  /** The origin of its backends; by default, nothing answers there. */
  readonly backends?: string;
  readonly settings?: Environment;
  readonly dist?: string;
}

/** Starts the built server alone. It stops after the test file. */
export async function startServer({ backends = UNREACHABLE, settings, dist }: StartOptions = {}) {
  const port = await freePort();
  const server = runServer({ ...environment(port, backends), ...settings }, dist);
  await server.prints('"msg":"Listening"');
  const origin = `http://127.0.0.1:${port}`;
  const status = async (path: string) => (await fetch(origin + path)).status;
  return { server, port, origin, status };
}

export const refusesConnections = (origin: string) =>
  eventually('new connections are refused', () =>
    fetch(`${origin}/login`).then(
      () => false,
      () => true,
    ),
  );

/** The built server, or several behind a balancer, with stand-in backends and the real Auth emulator, all over HTTP. */
export type ServedPortal = Awaited<ReturnType<typeof servePortal>>;

interface ServeOptions {
  readonly accounts?: readonly SeedAccount[];
  readonly settings?: Environment;
  readonly replicas?: number;
  /** Another address of a backend or the provider, for the portal. */
  readonly at?: (address: string) => Promise<string>;
  readonly dist?: string;
  readonly nodeArgs?: readonly string[];
}

/** Starts the built portal. It stops after the test file. */
export async function servePortal({
  accounts = [dana()],
  settings = {},
  replicas = 1,
  at = async address => address,
  dist,
  nodeArgs,
}: ServeOptions = {}) {
  const ports = await Promise.all(Array.from({ length: replicas }, freePort));
  const balancer = await startBalancer(ports);
  const { origin } = balancer;
  const store = createStore(accounts);
  const faults = createFaultInjector(accountFaults);
  const identity = emulatorIdentity(origin);
  const sandbox = await startBackendServer(createSandbox({ store, topUpDelay: 0, faults, ...identity }));
  const [backends, emulator] = [await at(sandbox.origin), await at(sharedEmulator())];
  const servers = ports.map(port =>
    runServer(
      {
        ...environment(port, backends),
        PUBLIC_URL: origin,
        FIREBASE_AUTH_EMULATOR_HOST: emulator,
        ...settings,
      },
      dist,
      nodeArgs,
    ),
  );
  let isStopped = false;
  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    for (const server of servers) server.signal('SIGKILL');
    const closing = [balancer, sandbox, identity].map(each => each.close());
    await Promise.all([...servers.map(server => server.ended), ...closing]);
  }
  atEndOf('file', stop);
  await Promise.all(servers.map(server => server.prints('"msg":"Listening"')));

  const latestLink = (email: string) => store.emails(email)[0]?.link?.replace(origin, '') ?? '';
  const browser = () => new NoJsBrowser(origin, latestLink);
  async function signedIn(email = accounts[0]?.email ?? ''): Promise<NoJsBrowser> {
    const visitor = browser();
    const { status } = await visitor.signIn(email);
    if (status !== 200) throw new Error(`The sign-in of ${email} was answered with ${status}`);
    faults.calls.length = 0;
    return visitor;
  }
  const sessions = new Map<string, Promise<string>>();
  return {
    origin,
    servers: servers as [Program, ...Program[]],
    /** Sends the next requests to this replica; without one, to each in turn. */
    sendTo: balancer.sendTo,
    /** Records backend calls, and makes them fail. */
    faults,
    /** Holds the responses to calls for statistics until the returned function is called. */
    holdStatistics: () => holdCalls(faults, statsCalls).release,
    latestLink,
    browser,
    /** Returns a browser without JavaScript that has signed in with the mailed link. */
    signedIn,
    /** Returns the Cookie header of this administrator's session. The first call signs in. */
    async sessionOf(email: string): Promise<string> {
      const session = sessions.get(email) ?? signedIn(email).then(({ cookie }) => cookie);
      sessions.set(email, session);
      return session;
    },
    stop,
  };
}

/** Starts a balancer of the servers on these ports; for one server, none is needed. */
async function startBalancer(ports: readonly number[]) {
  if (ports.length === 1)
    return { origin: `http://localhost:${ports[0]}`, sendTo(_replica?: number) {}, async close() {} };
  let chosen: number | undefined;
  let turn = 0;
  const { origin, close } = await startBackendServer((incoming, outgoing) => {
    const port = ports[chosen ?? turn++ % ports.length];
    const { method, url: path, headers } = incoming;
    const onward = request({ port, method, path, headers, agent: false }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return {
    origin: origin.replace('127.0.0.1', 'localhost'),
    sendTo(replica?: number) {
      chosen = replica;
    },
    close,
  };
}
