import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../../shared/paths';
import { build } from '../build/bundle';
import { readEnvironment, readNodeFlags } from '../image/dockerfile';
import { createEmulatorIdentity } from '../sandbox/identity';
import { startEmulator } from '../sandbox/run';
import { portalSettings } from '../sandbox/settings';
import { signInByRequest } from '../sandbox/sign-in';
import { findFreePort, freePort } from '../system/ports';
import { canPin, runProgram, script } from './processes';

/** Settings of a portal whose limits do not distort the measurements. */
export const HIGH_LIMITS = Object.fromEntries(
  [
    'LOGIN_LIMIT_PER_EMAIL',
    'LOGIN_LIMIT_PER_IP',
    'FINISH_LIMIT_PER_IP',
    'REQUEST_LIMIT_PER_HOUR',
    'REMOVAL_LIMIT_PER_HOUR',
  ].map(name => [name, '1000000']),
);

export const adminOf = (licenses: number) => `acme-${licenses}@bench.example`;

/** The administrator of an account with a tenth as many cards as licenses. */
export const peopleAdminOf = (licenses: number) => `people-${licenses}@bench.example`;

export type BenchEnvironment = Awaited<ReturnType<typeof createBenchEnvironment>>;

/** Builds the portal, and starts the identity provider and the backends of measured portals, each in its own process. */
export async function createBenchEnvironment(root: string, folder: string) {
  const dist = join(folder, 'dist');
  await build(root, dist);
  const emulator = await startEmulator(folder);
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const { origin: backend, end } = await runProgram(script('bench/backend.ts'), {
    env: {},
    path: '/portalusers',
    headers: { authorization: 'Bearer tenant:acme-100' },
  });
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  const identity = createEmulatorIdentity(emulator.host, 'http://localhost');

  /** Node's flags in the image, then the built server. */
  const server = [...readNodeFlags(dockerfile), join(dist, 'server.js')];

  /** The environment of a portal with this origin, as in the image. */
  const settingsOf = (origin: string): Record<string, string> => ({
    ...readEnvironment(dockerfile),
    ...portalSettings(origin, { portalUsers: backend, scanner: backend, ecard: backend }),
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  });

  /** Signs an administrator in at this origin and returns the Cookie header. */
  const signIn = async (origin: string, email: string) =>
    signInByRequest(origin, await identity.createMagicLink(email), email);

  return {
    /** The temporary folder of the benchmark. */
    folder,
    settingsOf,
    /** Starts the built server with everything on: sealed sessions, security headers, a log at `info` in a file. */
    async startPortal(settings: Readonly<Record<string, string>> = {}) {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const measured = await runProgram(server, {
        port,
        env: {
          ...settingsOf(origin),
          METRICS_PORT: String(await findFreePort(port + 1)),
          // A slow machine gets low figures rather than errors.
          EVENT_LOOP_DELAY_LIMIT_MS: '60000',
          UPSTREAM_TIMEOUT_MS: '60000',
          ...settings,
        },
        path: paths.readyz,
        log: join(folder, 'portal.log'),
        isPinned: true,
      });
      return { ...measured, signIn: (email: string) => signIn(origin, email) };
    },
    /** Starts the floor, with a Lead Capture page of the portal. */
    startFloor: (page: string) =>
      runProgram(script('bench/floor.ts'), {
        env: { BACKEND: backend, PAGE: page },
        headers: { cookie: 'token=tenant:acme-100' },
        isPinned: true,
      }),
    async close(): Promise<void> {
      await Promise.all([end(), identity.close(), emulator.stop()]);
    },
  };
}

/** Describes the machine, for the tables. */
export function conditions(): string {
  return canPin() ? 'measured alone on core 1' : 'sharing all cores with the load generator';
}
