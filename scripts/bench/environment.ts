import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment, readNodeFlags } from '../dockerfile';
import { findFreePort, freePort } from '../ports';
import { SANDBOX_PROJECT } from '../sandbox/auth-emulator';
import { createEmulatorIdentity } from '../sandbox/identity';
import { startEmulator } from '../sandbox/run';
import { canPin, type Measured, runProgram } from './processes';

/** A measured portal. */
export interface MeasuredPortal extends Measured {
  readonly origin: string;
  /** Signs an administrator in and returns the Cookie header. */
  readonly signIn: (email: string) => Promise<string>;
}

/** The identity provider and backends of a benchmark, each in its own process. */
export interface BenchEnvironment {
  /** Starts the built server with everything on: sealed sessions, security headers, a log at `info` in a file. */
  readonly startPortal: () => Promise<MeasuredPortal>;
  readonly startFloor: () => Promise<Measured & { readonly origin: string }>;
  /** Prints the URL of a portal and the cookies to measure it with. */
  readonly describe: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Returns the administrator of an account with this many licenses. */
export const adminOf = (licenses: number) => `acme-${licenses}@bench.example`;

/** Starts everything except the portal. */
export async function createBenchEnvironment(root: string, folder: string): Promise<BenchEnvironment> {
  const emulator = await startEmulator(root, folder);
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const backendPort = await freePort();
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  const tsx = ['--import', 'tsx'];
  const program = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const backend = await runProgram([...tsx, program('backend')], {
    env: { PORT: String(backendPort) },
    address: `${backendUrl}/portalusers`,
    headers: { authorization: 'Bearer tenant:acme-100' },
  });

  async function startPortal(): Promise<MeasuredPortal> {
    const port = await freePort();
    const metricsPort = await findFreePort(port + 1);
    const origin = `http://127.0.0.1:${port}`;
    const publicUrl = `http://localhost:${port}`;
    const measured = await runProgram([...readNodeFlags(dockerfile), join(root, 'dist', 'server.js')], {
      env: {
        ...readEnvironment(dockerfile),
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        PUBLIC_URL: publicUrl,
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
        // A slow machine gets low figures rather than errors.
        EVENT_LOOP_DELAY_LIMIT_MS: '60000',
        UPSTREAM_TIMEOUT_MS: '60000',
      },
      address: `${origin}/readyz`,
      log: join(folder, 'portal.log'),
      isPinned: true,
    });
    process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
    const identity = createEmulatorIdentity({
      emulatorHost: emulator.host,
      publicUrl,
      projectId: SANDBOX_PROJECT,
    });
    return {
      ...measured,
      origin,
      async signIn(email) {
        const link = (await identity.createMagicLink(email)).replace(publicUrl, origin);
        const response = await fetch(link, { method: 'POST', body: new URLSearchParams({ email }) });
        const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0]);
        if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`);
        return cookies.filter(cookie => cookie !== undefined && !/^[^=]+=$/.test(cookie)).join('; ');
      },
      async end() {
        await measured.end();
        await identity.close();
      },
    };
  }

  return {
    startPortal,
    async startFloor() {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const measured = await runProgram([...tsx, program('floor')], {
        env: { PORT: String(port), BACKEND: backendUrl },
        address: `${origin}/`,
        headers: { cookie: 'token=tenant:acme-100' },
        isPinned: true,
      });
      return { ...measured, origin };
    },
    async describe() {
      const portal = await startPortal();
      const cookies = await Promise.all(
        [100, 10_000, 100_000].map(
          async count => `--cookie '${count}:${await portal.signIn(adminOf(count))}'`,
        ),
      );
      return `--target 'portal=${portal.origin}/leads-capture?page=2' ${cookies.join(' ')}`;
    },
    async close() {
      await backend.end();
      await emulator.stop();
    },
  };
}

/** Describes the machine, for the tables. */
export function conditions(): string {
  return canPin() ? 'measured alone on core 1' : 'sharing all cores with the load generator';
}
