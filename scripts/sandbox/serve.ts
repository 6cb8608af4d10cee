import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '../../server/config';
import type { Portal } from '../../server/main';
import { SANDBOX_PROJECT } from './auth-emulator';
import { createHost, createSandbox } from './host';
import { createEmulatorIdentity } from './identity';
import { openStore } from './store';

export interface ServeOptions {
  readonly root: string;
  readonly port: number;
  /** `host:port` of the Auth emulator that runs already. */
  readonly emulatorHost: string;
  /** Makes the portal, from the build or from the source. */
  readonly createPortal: (environment: Environment) => Portal;
}

/** Serves the portal and everything that it talks to on one port. Gives back how to end it. */
export async function serveSandbox(options: ServeOptions): Promise<() => Promise<void>> {
  const { root, port, emulatorHost, createPortal } = options;
  // firebase-admin looks for the emulator here, on the portal's side and on the backends'.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  const publicUrl = `http://localhost:${port}`;
  const identity = createEmulatorIdentity({ emulatorHost, publicUrl, projectId: SANDBOX_PROJECT });
  const store = openStore(join(root, '.sandbox', 'sandbox.db'));
  const portal = createPortal({
    LOG_LEVEL: 'warn',
    // People who try things out sign in again and again.
    LOGIN_LIMIT_PER_EMAIL: '1000',
    LOGIN_LIMIT_PER_IP: '1000',
    ...process.env,
    PORTAL_ENV: 'local',
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
  });
  const server = createServer(createHost(createSandbox({ store, ...identity }), portal.app));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, resolve);
  });
  console.log(welcome(publicUrl, store.accounts()));

  return async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    await portal.close();
    await identity.close();
    store.close();
  };
}

function welcome(
  publicUrl: string,
  accounts: readonly { readonly email: string; readonly summary: string }[],
): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return [
    '',
    `  The portal is at  ${publicUrl}`,
    `  Its mails are at  ${publicUrl}/sandbox/inbox`,
    '',
    '  To sign in: open the portal, enter one of these addresses, open the inbox, press the button in the mail.',
    '',
    ...accounts.map(({ email, summary }) => `    ${email.padEnd(width)}  ${summary}`),
    '',
    '  Ctrl-C ends everything.',
    '',
  ].join('\n');
}
