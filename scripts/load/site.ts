import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment, readNodeFlags } from '../dockerfile';
import { findFreePort } from '../ports';
import { SANDBOX_PROJECT } from '../sandbox/auth-emulator';
import { startEmulator } from '../sandbox/run';
import { startBeside } from './program';
import { type Replica, startReplica } from './replica';

/** Replicas of the built server behind a balancer, and all that they talk to, each in a process of its own. */
export interface Site {
  /** Where the balancer is. */
  readonly portal: string;
  readonly backends: string;
  readonly replicas: readonly Replica[];
  readonly close: () => Promise<void>;
}

const REPLICAS = 2;

/** What Node makes of the 512 MB that `deploy/` gives a container: half of it for objects. */
const HALF_OF_IT = '--max-old-space-size=256';

/** Starts everything on free ports. The build must be there. */
export async function openSite(root: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-load-'));
  const emulator = await startEmulator(root, folder);
  let lastPort = 4199;
  const nextPort = async () => {
    lastPort = await findFreePort(lastPort + 1);
    return lastPort;
  };
  const balancerPort = await nextPort();
  const backendsPort = await nextPort();
  const portal = `http://localhost:${balancerPort}`;
  const backends = `http://127.0.0.1:${backendsPort}`;
  const places: { port: number; metricsPort: number }[] = [];
  while (places.length < REPLICAS) places.push({ port: await nextPort(), metricsPort: await nextPort() });

  const standIns = await startBeside(join(root, 'scripts', 'load', 'backends.ts'), {
    root,
    env: { PORT: String(backendsPort), PUBLIC_URL: portal, FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
  });
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const image = readEnvironment(dockerfile);
  const nodeFlags = readNodeFlags(dockerfile);
  const env = {
    ...image,
    NODE_OPTIONS: `${image.NODE_OPTIONS} ${HALF_OF_IT}`,
    LOG_LEVEL: 'warn',
    PORTAL_ENV: 'uat',
    PUBLIC_URL: portal,
    SESSION_KEYS: randomBytes(32).toString('base64url'),
    PORTAL_API_URL: `${backends}/api`,
    SCANNER_API_DEMO_URL: `${backends}/api`,
    ECARD_API_DEMO_URL: `${backends}/ecard-api`,
    FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
    FIREBASE_API_KEY: 'load',
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    SCANNER_APP_URL: `${backends}/sandbox/scanner-app`,
    CARDS_APP_URL: `${backends}/sandbox/cards-app`,
    HELP_URL: `${backends}/sandbox/help`,
    LOGIN_LIMIT_PER_IP: '1000',
  };
  const replicas = await Promise.all(places.map(place => startReplica({ root, nodeFlags, env, ...place })));
  const balancer = await startBeside(join(root, 'scripts', 'load', 'balancer.ts'), {
    root,
    env: { PORT: String(balancerPort), REPLICAS: places.map(({ port }) => port).join(',') },
  });

  return {
    portal,
    backends,
    replicas,
    async close() {
      for (const program of [balancer, standIns]) program.signal('SIGKILL');
      await Promise.all([...replicas.map(replica => replica.stop()), balancer.ended, standIns.ended]);
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
}
