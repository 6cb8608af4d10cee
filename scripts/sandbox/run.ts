import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findFreePort, isFree } from '../ports';
import { type AuthEmulator, startAuthEmulator } from './auth-emulator';

/** Returns the requested port, or the next free one if the user agrees; undefined if not. */
export async function choosePort(requested: number): Promise<number | undefined> {
  if (await isFree(requested)) return requested;
  const free = await findFreePort(requested + 1);
  console.error(`Port ${requested} is in use by another program. The next free port is ${free}.`);
  if (!process.stdin.isTTY) {
    console.error(`To use it, set PORT=${free} and run the same command again.`);
    return undefined;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Use port ${free} instead? [Y/n] `);
  terminal.close();
  return /^n/i.test(answer.trim()) ? undefined : free;
}

/**
 * Starts the Auth emulator, with its files in `.sandbox/` or another folder. If an emulator already runs at
 * FIREBASE_AUTH_EMULATOR_HOST, that one is used and not stopped.
 */
export async function startEmulator(root: string, folder = join(root, '.sandbox')): Promise<AuthEmulator> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (host) return { host, stop: async () => {} };
  return startAuthEmulator({ folder: join(folder, 'auth-emulator') });
}
