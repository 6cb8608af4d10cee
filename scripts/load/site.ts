import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';
import { residentMemory, runProgram } from '../bench/processes';
import { readEnvironment, readNodeFlags } from '../dockerfile';
import { findFreePort } from '../ports';
import { SANDBOX_PROJECT } from '../sandbox/auth-emulator';
import { createEmulatorIdentity } from '../sandbox/identity';
import { startEmulator } from '../sandbox/run';

/** One process of the built server. */
export interface Replica {
  /** Stops it with SIGTERM, like a platform, and starts another one. Throws an Error unless its exit code is 0. */
  readonly restart: () => Promise<void>;
  /** Returns its resident memory in MB; NaN if the system does not report it. */
  readonly memory: () => number;
  readonly stop: () => void;
}

/** Replicas of the built server behind a balancer, with all that they depend on, each in its own process. */
export interface Site {
  /** The origin of the balancer. */
  readonly portal: string;
  readonly replicas: readonly Replica[];
  /** Signs an administrator in and returns the cookies of the session. */
  readonly signIn: (email: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const REPLICAS = 2;
const START_TIMEOUT_MS = 60_000;

/** The heap that Node uses with the 512 MB that `deploy/` gives a container: half of it. */
const HEAP_LIMIT = '--max-old-space-size=256';

/** Starts everything on free ports. Needs the build. */
export async function openSite(root: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-load-'));
  const emulator = await startEmulator(root, folder);
  const ports: number[] = [];
  while (ports.length < 2 + REPLICAS) ports.push(await findFreePort((ports.at(-1) ?? 4199) + 1));
  const [balancerPort, backendPort, ...replicaPorts] = ports;
  const portal = `http://localhost:${balancerPort}`;
  const backends = `http://127.0.0.1:${backendPort}`;
  const program = (file: string) => ['--import', 'tsx', join(root, 'scripts', file)];
  const backend = await runProgram(program('bench/backend.ts'), {
    env: { PORT: String(backendPort) },
    address: `${backends}/portalusers`,
    headers: { authorization: 'Bearer tenant:acme-100' },
  });
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const nodeFlags = readNodeFlags(dockerfile);
  const env = {
    ...readEnvironment(dockerfile),
    // Each rejected request logs two lines.
    LOG_LEVEL: 'fatal',
    PORTAL_ENV: 'uat',
    PUBLIC_URL: portal,
    SESSION_KEYS: randomBytes(32).toString('base64url'),
    PORTAL_API_URL: backends,
    SCANNER_API_DEMO_URL: backends,
    ECARD_API_DEMO_URL: backends,
    FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
    FIREBASE_API_KEY: 'load',
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    SCANNER_APP_URL: 'https://apps.example/scanner',
    CARDS_APP_URL: 'https://apps.example/cards',
    HELP_URL: 'https://help.example/',
  };
  const replicas = await Promise.all(
    replicaPorts.map(port =>
      startReplica([...nodeFlags, HEAP_LIMIT, join(root, 'dist', 'server.js')], { ...env, PORT: `${port}` }),
    ),
  );
  const balancer = await runProgram(program('load/balancer.ts'), {
    env: { PORT: String(balancerPort), REPLICAS: replicaPorts.join(',') },
    address: portal,
  });
  await waitUntilReady(portal);
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
  const identity = createEmulatorIdentity({
    emulatorHost: emulator.host,
    publicUrl: portal,
    projectId: SANDBOX_PROJECT,
  });
  return {
    portal,
    replicas,
    async signIn(email) {
      const link = await identity.createMagicLink(email);
      const response = await fetch(link, { method: 'POST', body: new URLSearchParams({ email }) });
      if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`);
      const cookies = response.headers.getSetCookie().map(cookie => cookie.split(';', 1)[0] ?? '');
      // An empty value removes the cookie.
      return cookies.filter(cookie => !/^[^=]+=$/.test(cookie)).join('; ');
    },
    async close() {
      for (const replica of replicas) replica.stop();
      await Promise.all([balancer.end(), backend.end(), identity.close(), emulator.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

async function startReplica(args: readonly string[], env: Record<string, string>): Promise<Replica> {
  const start = async () => {
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    await waitUntilReady(`http://127.0.0.1:${env.PORT}`);
    return child;
  };
  let child = await start();
  return {
    async restart() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const [code, signal] = await closed;
      if (code !== 0) throw new Error(`A replica exited with ${code ?? signal}.`);
      child = await start();
    },
    memory: () => residentMemory(child.pid ?? 0),
    stop: () => void child.kill('SIGKILL'),
  };
}

async function waitUntilReady(origin: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const ready = await fetch(origin + paths.readyz).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error(`${origin} did not become ready in time.`);
}
