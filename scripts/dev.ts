import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { watchClient } from './build/bundle';
import { choosePort, sandboxFolder, startEmulator } from './sandbox/run';
import { waitForSignal } from './system/signals';

const root = join(import.meta.dirname, '..');
const port = await choosePort();
const folder = sandboxFolder(root, port);
const publicFolder = join(folder, 'public');

/** Changes here restart the server. It reads the manifest, which has the hashed names of the assets, only at its start. */
const watched = ['client', 'scripts', 'server', 'shared', 'views', join(publicFolder, 'manifest.json')];

// The emulator outlives restarts of the server, so users stay signed in.
const [emulator, client] = await Promise.all([startEmulator(folder), watchClient(root, publicFolder)]);
const server = spawn(
  process.execPath,
  [
    // Not tsx's watcher, which never ends once its process has been killed by a signal.
    '--watch',
    '--watch-preserve-output',
    ...watched.map(path => `--watch-path=${path}`),
    '--import',
    'tsx',
    join('scripts', 'sandbox', 'dev-server.ts'),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Detached: in the terminal's process group it would get Ctrl-C twice, and the second would kill it.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_FOLDER: folder,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      SESSION_KEYS: process.env.SESSION_KEYS ?? crypto.randomUUID() + crypto.randomUUID(),
    },
  },
);

const ended = once(server, 'exit');

await waitForSignal();
server.kill();
await ended;
await client.dispose();
await emulator.stop();
process.exit(0);
