import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, processEnvironment } from '../../server/config';
import { paths } from '../../shared/paths';
import { build } from '../build/bundle';
import { findFreePort, freePort, problemOfPort } from '../system/ports';
import { waitForSignal } from '../system/signals';
import { temporaryFolder } from '../system/temporary-folder';
import { type AuthEmulator, startAuthEmulator } from './auth-emulator';
import { sandboxConfig, serveSandbox } from './serve';
import { signInByRequest } from './sign-in';

/** The port in PORT, 3000 by default. Exits with a message if it cannot be used, or another variable is malformed. */
export async function choosePort(): Promise<number> {
  const port = readPort();
  if (port === 0) return freePort();
  const problem = await problemOfPort(port);
  if (problem === undefined) return port;
  const isForbidden = problem === 'EACCES';
  const free = await findFreePort(isForbidden ? 3000 : port + 1);
  const reason = isForbidden ? 'may be used by root only' : 'is in use by another program';
  console.error(`Port ${port} ${reason}. ${isForbidden ? 'A' : 'The next'} free port is ${free}.`);
  console.error(`To use it, set PORT=${free} and run the same command again.`);
  process.exit(1);
}

function readPort(): number {
  try {
    return sandboxConfig(processEnvironment()).port;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Starts the Auth emulator, with its files in this folder. If an emulator already runs at FIREBASE_AUTH_EMULATOR_HOST, that
 * one is used and not stopped.
 */
export async function startEmulator(folder: string): Promise<AuthEmulator> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (host) return { host, stop: async () => {} };
  return startAuthEmulator({ folder: join(folder, 'auth-emulator') });
}

/** The folder of the sandbox on a port: its data, its emulator and its build, which no other command touches. */
export const sandboxFolder = (root: string, port: number): string => join(root, '.sandbox', String(port));

/** Builds the portal into a folder, and serves it in the sandbox. */
export async function openSandbox(root: string, port: number, folder: string, storeFile?: string) {
  const dist = join(folder, 'dist');
  const [emulator] = await Promise.all([startEmulator(folder), build(root, dist)]);
  const { createPortal } = await import(pathToFileURL(join(dist, 'main.js')).href);
  const sandbox = await serveSandbox({ port, emulatorHost: emulator.host, storeFile, createPortal });
  return {
    ...sandbox,
    async close(): Promise<void> {
      await sandbox.close();
      await emulator.stop();
    },
  };
}

/** Opens a sandbox with fresh data on a free port. SIGINT or SIGTERM closes it and exits. */
export async function openTemporarySandbox(root: string) {
  const signaled = waitForSignal();
  const sandbox = await openSandbox(root, await freePort(), temporaryFolder('portal'));
  void signaled.then(sandbox.close).finally(() => process.exit(1));
  async function latestLink(email: string): Promise<string> {
    const inbox = `${sandbox.origin}/sandbox/inbox/latest.json?to=${encodeURIComponent(email)}`;
    const { link } = await (await fetch(inbox)).json();
    return link;
  }
  return {
    ...sandbox,
    latestLink,
    /** Signs an account in. Returns the Cookie header of its session. */
    async signIn(email: string): Promise<string> {
      const form = { method: 'POST', body: new URLSearchParams({ email }) };
      await fetch(sandbox.origin + paths.login, form);
      return signInByRequest(sandbox.origin, await latestLink(email), email);
    },
  };
}
