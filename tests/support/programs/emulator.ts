import { type AuthEmulator, startAuthEmulator } from '../../../scripts/sandbox/auth-emulator';
import { createEmulatorIdentity, type EmulatorIdentity } from '../../../scripts/sandbox/identity';
import { waitForSignal } from '../../../scripts/system/signals';
import { temporaryFolder } from '../../../scripts/system/temporary-folder';
import { patience } from '../time/patience';

// Jest's workers are separate processes and inherit the environment.
const VARIABLE = 'PORTAL_TEST_EMULATOR';

let emulator: AuthEmulator | undefined;

/**
 * Starts the real Auth emulator for all tests of a run. A signal stops it before Jest exits.
 * @throws {Error} Thrown when the emulator does not start; the message has its output.
 */
export async function startSharedEmulator(): Promise<void> {
  // The journey and browser projects both call this.
  if (process.env[VARIABLE] !== undefined) return;
  void waitForSignal()
    .then(stopSharedEmulator)
    .finally(() => process.exit(1));
  emulator = await startAuthEmulator({
    folder: temporaryFolder('portal-emulator'),
    timeoutMs: patience(12_000),
  });
  process.env[VARIABLE] = emulator.host;
}

export async function stopSharedEmulator(): Promise<void> {
  await emulator?.stop();
}

/**
 * Returns host:port of the emulator of this run.
 * @throws {Error} Thrown when the run has started none.
 */
export function sharedEmulator(): string {
  const host = process.env[VARIABLE];
  if (host === undefined) throw new Error('The emulator runs for the projects journey and browser only.');
  return host;
}

/** Verifies tokens and creates links with firebase-admin, like the backends. `via` may be a proxy of the emulator. */
export function emulatorIdentity(publicUrl: string, via = sharedEmulator()): EmulatorIdentity {
  // firebase-admin looks for the emulator here, even when the portal's own code calls it.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = via;
  return createEmulatorIdentity(via, publicUrl);
}
