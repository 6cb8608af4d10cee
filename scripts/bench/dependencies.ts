import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment, readNodeFlags } from '../dockerfile';
import { createEmulatorIdentity } from '../sandbox/identity';
import { startEmulator } from '../sandbox/run';
import { portalSettings } from '../sandbox/settings';
import { signInByRequest } from '../sign-in';
import { runProgram, script } from './processes';

/** Starts the identity provider and the backends of measured portals, each in its own process. */
export async function startDependencies(root: string, folder: string) {
  const emulator = await startEmulator(folder);
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const backend = await runProgram(script('bench/backend.ts'), {
    env: {},
    path: '/portalusers',
    headers: { authorization: 'Bearer tenant:acme-100' },
  });
  const backendUrl = backend.origin;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  const identity = createEmulatorIdentity(emulator.host, 'http://localhost');
  return {
    backendUrl,
    /** Node's flags in the image, then the built server. */
    server: [...readNodeFlags(dockerfile), join(root, 'dist', 'server.js')],
    /** The environment of a portal with this origin, as in the image. */
    environment: (origin: string): Record<string, string> => ({
      ...readEnvironment(dockerfile),
      ...portalSettings(origin, { portalUsers: backendUrl, scanner: backendUrl, ecard: backendUrl }),
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    }),
    /** Signs an administrator in at this origin and returns the Cookie header. */
    signIn: async (origin: string, email: string) =>
      signInByRequest(origin, await identity.createMagicLink(email), email),
    async close(): Promise<void> {
      await Promise.all([backend.end(), identity.close(), emulator.stop()]);
    },
  };
}
