import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildImage, type Image } from './image-build';
import { makeReadOnly, placeNode, sizeOf, startImage, visitPages } from './image-run';
import { findFreePort } from './ports';
import { SANDBOX_PROJECT } from './sandbox/auth-emulator';
import { createSandbox } from './sandbox/host';
import { createEmulatorIdentity } from './sandbox/identity';
import { startEmulator } from './sandbox/run';
import { openStore } from './sandbox/store';

// What the image is like, without a container engine: the Dockerfile's steps are run in a clean folder, and the result
// is started as its user on a file system that it cannot write to.
const root = fileURLToPath(new URL('..', import.meta.url));
const STARTS = 5;
const PAGES = 100;
const MEGABYTE = 1_000_000;

const folder = await mkdtemp(join(tmpdir(), 'portal-image-'));
// The image's user has to get through it.
await chmod(folder, 0o755);
try {
  console.log("Running the Dockerfile's steps; `npm ci` takes its time …");
  const image = await buildImage(root, join(folder, 'image'));
  await makeReadOnly(image.folder);
  console.table(await measure(image));
  console.log(`A real build: ${buildForReal(image)}`);
} finally {
  // A folder that nobody may write to cannot be emptied by its owner either.
  spawnSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
}
process.exit();

async function measure(image: Image): Promise<Record<string, { measured: string; aim: string }>> {
  const bin = await placeNode(folder);
  const port = await findFreePort(3900);
  const origin = `http://localhost:${port}`;
  const emulator = await startEmulator(root, folder);
  const backends = await openBackends(origin, emulator.host);
  const environment = backends.environment(port);

  const starts: number[] = [];
  const work: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const running = await startImage(image, { bin, environment });
    starts.push(running.coldStart);
    work.push(running.coldStartWork);
    await running.stop();
  }
  const running = await startImage(image, { bin, environment });
  await visitPages(origin, {
    email: 'dana@northwind.example',
    latestLink: backends.latestLink,
    count: PAGES,
  });
  const memory = Number.parseInt(await running.status('VmRSS'), 10) * 1024;
  const [uid = ''] = (await running.status('Uid')).split('\t');
  const capabilities = await running.status('CapBnd');
  const healthy = running.checkHealth();
  const code = await running.stop('SIGTERM');
  await backends.close();
  await emulator.stop();

  const { sealed } = running.confinement;
  const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  const row = (measured: string, aim: string) => ({ measured, aim });
  return {
    'added to the base': row(inMegabytes(await sizeOf(image.folder)), 'under 25 MB'),
    'cold start to /readyz': row(`${median(starts).toFixed(0)} ms, median of ${STARTS}`, 'under 400 ms'),
    'processor time of it': row(`${median(work).toFixed(0)} ms`, 'under 400 ms'),
    [`memory after ${PAGES} pages`]: row(inMegabytes(memory), 'under 120 MB'),
    user: row(`uid ${uid}${running.confinement.user === undefined ? ', who runs this' : ''}`, 'not root'),
    'file system': row(sealed ? 'all of it read-only' : "the image's part read-only", 'read-only'),
    capabilities: row(sealed ? capabilities : 'as this user has', 'none'),
    'health check': row(`exit code ${healthy}`, '0'),
    'on SIGTERM': row(`exit code ${code}`, '0'),
  };
}

async function openBackends(origin: string, emulatorHost: string) {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulatorHost;
  const identity = createEmulatorIdentity({
    emulatorHost,
    publicUrl: origin,
    projectId: SANDBOX_PROJECT,
  });
  const store = openStore(':memory:');
  const server = createServer(createSandbox({ store, ...identity }));
  const port = await findFreePort(4900);
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const backend = `http://127.0.0.1:${port}`;
  return {
    environment: (portalPort: number) => ({
      PORT: String(portalPort),
      PUBLIC_URL: origin,
      SESSION_KEYS: crypto.randomUUID() + crypto.randomUUID(),
      PORTAL_API_URL: `${backend}/api`,
      SCANNER_API_DEMO_URL: `${backend}/api`,
      ECARD_API_DEMO_URL: `${backend}/ecard-api`,
      FIREBASE_PROJECT_ID: SANDBOX_PROJECT,
      FIREBASE_API_KEY: 'portal-key',
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
      SCANNER_APP_URL: 'https://apps.example/scanner',
      CARDS_APP_URL: 'https://apps.example/cards',
      HELP_URL: 'https://help.example/',
    }),
    async latestLink() {
      const { link } = await (await fetch(`${backend}/sandbox/inbox/latest.json`)).json();
      return link;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await identity.close();
      store.close();
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** A builder's own word, where buildah is and the base image lies on this machine already. */
function buildForReal({ base }: Image): string {
  const buildah = (...args: string[]) => spawnSync('buildah', args, { cwd: root, encoding: 'utf8' });
  if (buildah('--version').status !== 0) return 'not done, there is no buildah here.';
  if (buildah('inspect', '--type', 'image', base).status !== 0) {
    return `not done, ${base} is not on this machine.`;
  }
  const tag = 'portal-image-proof';
  // Docker's own format: the other knows no HEALTHCHECK.
  const options = ['--format', 'docker', '--isolation', 'chroot', '--pull-never', '--tag', tag];
  const built = buildah('bud', ...options, '.');
  if (built.status !== 0) return `failed.\n${built.stderr}`;
  const sizeOfImage = (name: string) => buildah('images', '--format', '{{.Size}}', name).stdout.trim();
  const sizes = `${sizeOfImage(tag)} with the portal, ${sizeOfImage(base)} without`;
  buildah('rmi', tag);
  return `done; ${sizes}.`;
}
