import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type AuthEmulator, SANDBOX_PROJECT, startAuthEmulator } from '../../scripts/sandbox/auth-emulator';
import { createEmulatorIdentity, type EmulatorIdentity } from '../../scripts/sandbox/identity';
import { freePort } from './ports';

// Jest's workers are processes of their own; the environment is what reaches them.
const VARIABLE = 'PORTAL_TEST_EMULATOR';

let running: { readonly emulator: AuthEmulator; readonly folder: string } | undefined;

/**
 * Starts the real Auth emulator for all tests of a run.
 * Thrown when it does not start: an Error with its output.
 */
export async function startSharedEmulator(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-emulator-'));
  try {
    const emulator = await startAuthEmulator({
      port: await freePort(),
      hubPort: await freePort(),
      loggingPort: await freePort(),
      folder,
      firebaseCommand: resolve('node_modules/firebase-tools/lib/bin/firebase.js'),
    });
    running = { emulator, folder };
    process.env[VARIABLE] = emulator.host;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** Ends it, and removes what it has written. */
export async function stopSharedEmulator(): Promise<void> {
  await running?.emulator.stop();
  if (running) await rm(running.folder, { recursive: true });
  running = undefined;
}

/**
 * host:port of the emulator of this run.
 * Thrown when the run has started none: an Error.
 */
export function sharedEmulator(): string {
  const host = process.env[VARIABLE];
  if (host === undefined) throw new Error('The emulator runs for the projects journey and browser only.');
  return host;
}

/** What the backends do with firebase-admin: check tokens, make links. `via` may be a proxy before the emulator. */
export function emulatorIdentity(publicUrl: string, via = sharedEmulator()): EmulatorIdentity {
  // firebase-admin looks for the emulator here, also where the portal's own code calls it.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = via;
  return createEmulatorIdentity({ emulatorHost: via, publicUrl, projectId: SANDBOX_PROJECT });
}
