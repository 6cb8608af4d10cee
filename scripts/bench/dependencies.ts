import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment, readNodeFlags } from '../dockerfile';
import { SANDBOX_PROJECT } from '../sandbox/auth-emulator';
import { createEmulatorIdentity } from '../sandbox/identity';
import { startEmulator } from '../sandbox/run';
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
      PUBLIC_URL: origin,
      SESSION_KEYS: 'a-secret-of-the-benchmark-0123456789-0123456789',
      PORTAL_API_URL: backendUrl,
      SCANNER_API_DEMO_URL: backendUrl,
      ECARD_API_DEMO_URL: backendUrl,
      FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
      FIREBASE_API_KEY: 'bench-key',
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      SCANNER_APP_URL: 'https://apps.example/scanner',
      CARDS_APP_URL: 'https://apps.example/cards',
      HELP_URL: 'https://help.example/',
    }),
    /** Signs an administrator in at this origin and returns the Cookie header. */
    signIn: async (origin: string, email: string) =>
      signInByRequest(origin, await identity.createMagicLink(email), email),
    async close(): Promise<void> {
      await Promise.all([backend.end(), identity.close(), emulator.stop()]);
    },
  };
}
