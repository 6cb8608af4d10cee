import { createServer } from 'node:http';
import { type Config, readConfig } from '../../server/config';
import type { Portal } from '../../server/main';
import { SANDBOX_PROJECT } from './auth-emulator';
import { createFaultInjector } from './fault-injector';
import { accountFaults } from './faults';
import { createHost, createSandbox } from './host';
import { createEmulatorIdentity } from './identity';
import { seedAccounts } from './seed';
import { type Account, createStore } from './store';

interface ServeOptions {
  readonly port: number;
  /** `host:port` of the running Auth emulator. */
  readonly emulatorHost: string;
  /** The file in which changes of the stand-ins' data persist across restarts; without it, none do. */
  readonly storeFile?: string | undefined;
  /** Creates the portal, from the build or from the source. */
  readonly createPortal: (config: Config) => Promise<Portal>;
}

/** The address to listen on. Other machines must not reach the inbox, which has sign-in links (T68). */
const LOOPBACK = '127.0.0.1';

/**
 * The settings of the portal in a sandbox.
 * @throws {ConfigError} Thrown when a variable is malformed.
 */
export const sandboxConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readConfig({
    LOG_LEVEL: 'warn',
    // Developers sign in much more often than administrators.
    LOGIN_LIMIT_PER_EMAIL: '1000',
    LOGIN_LIMIT_PER_IP: '1000',
    // The stand-ins share the portal's event loop, so its delay does not reflect the portal's own load.
    EVENT_LOOP_DELAY_LIMIT_MS: '60000',
    ...environment,
    PORTAL_ENV: 'local',
    PUBLIC_URL: undefined,
    FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
  });

/** Serves the portal and its backends on one port. HOST=0.0.0.0 opens it to other machines. */
export async function serveSandbox(options: ServeOptions) {
  const { port, emulatorHost, storeFile, createPortal } = options;
  // Read by firebase-admin, both in the portal and in the stand-ins.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  const origin = `http://localhost:${port}`;
  const identity = createEmulatorIdentity(emulatorHost, origin);
  const store = createStore(seedAccounts(), storeFile);
  const portal = await createPortal(sandboxConfig({ ...process.env, PORT: String(port) }));
  const sandbox = createSandbox({ store, ...identity, faults: createFaultInjector(accountFaults) });
  const server = createServer(createHost(sandbox, portal.app, origin));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, process.env.HOST || LOOPBACK, resolve);
  });

  return {
    origin,
    welcome: welcome(origin, store.accounts()),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await portal.close();
      await identity.close();
    },
  };
}

/** The text for the terminal: the URLs, and the accounts that can sign in. */
function welcome(origin: string, accounts: readonly Account[]): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return [
    '',
    `  The portal is at  ${origin}`,
    `  The inbox is at   ${origin}/sandbox/inbox`,
    `  The faults are at ${origin}/sandbox/faults`,
    '',
    '  To sign in, open the portal, enter one of these addresses, open the inbox, and press the button in the email.',
    '',
    ...accounts.map(({ email, summary }) => `    ${email.padEnd(width)}  ${summary}`),
    '',
    '  Ctrl-C ends everything.',
    '',
  ].join('\n');
}
