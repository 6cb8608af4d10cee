import { createServer, request } from 'node:http';
import { freePort } from '../../../scripts/ports';
import { createFaultInjector, type FaultInjector } from '../../../scripts/sandbox/fault-injector';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { createStore } from '../../../scripts/sandbox/store';
import { listen } from '../backends/ports';
import { NoJsBrowser } from '../browsers/no-js-browser';
import { dana, eve } from '../data/accounts';
import { sharedEmulator } from './emulator';
import type { Program } from './program';
import { environment, runServer, startSandbox } from './server';

/** Several built servers behind a balancer, with one set of backends and the real Auth emulator. */
export interface Replicas {
  readonly origin: string;
  readonly servers: readonly Program[];
  /** Sends the next requests to this replica; without one, to each in turn. */
  readonly sendTo: (replica?: number) => void;
  /** Records backend calls, and makes them fail. */
  readonly faults: FaultInjector;
  /** Returns a browser that has signed in with the mailed link. */
  readonly signedIn: (email?: string) => Promise<NoJsBrowser>;
  readonly close: () => Promise<void>;
}

/** Starts `count` replicas. */
export async function startReplicas(
  count: number,
  more: Readonly<Record<string, string>> = {},
  { accounts = [dana(), eve()] }: { accounts?: readonly SeedAccount[] } = {},
): Promise<Replicas> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  let chosen: number | undefined;
  let turn = 0;
  const balancer = createServer((incoming, outgoing) => {
    const port = ports[chosen ?? turn++ % count];
    const { method, url: path, headers } = incoming;
    const onward = request({ port, method, path, headers, agent: false }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const origin = `http://localhost:${await listen(balancer)}`;

  const store = createStore(accounts);
  const faults = createFaultInjector();
  const sandbox = await startSandbox(origin, { store, topUpDelay: 0, faults });
  const servers = ports.map(port =>
    runServer({
      ...environment(port, sandbox.origin),
      PUBLIC_URL: origin,
      FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
      ...more,
    }),
  );
  await Promise.all(servers.map(server => server.prints('"msg":"Listening"')));

  const latestLink = (email: string) => store.emails(email)[0]?.link?.replace(origin, '') ?? '';
  return {
    origin,
    servers,
    sendTo(replica) {
      chosen = replica;
    },
    faults,
    async signedIn(email = accounts[0]?.email ?? '') {
      const browser = new NoJsBrowser(origin, latestLink);
      await browser.signIn(email);
      faults.calls.length = 0;
      return browser;
    },
    async close() {
      for (const server of servers) server.signal('SIGKILL');
      await Promise.all(servers.map(server => server.ended));
      balancer.closeAllConnections();
      await new Promise(done => balancer.close(done));
      await sandbox.close();
    },
  };
}
