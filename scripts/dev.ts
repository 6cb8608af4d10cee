import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchClient } from './bundle';
import { choosePort, startEmulator } from './sandbox/run';
import { waitForSignal } from './signals';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = await choosePort(Number(process.env.PORT || 3000));
if (port === undefined) process.exit(1);

// The emulator outlives restarts of the server, so users stay signed in.
const [emulator] = await Promise.all([startEmulator(root), watchClient(root)]);
const server = spawn(
  process.execPath,
  [
    join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    // The manifest has the hashed names of the assets, which the server reads only at its start.
    '--include',
    join(root, 'dist', 'public', 'manifest.json'),
    fileURLToPath(new URL('sandbox/dev-server.ts', import.meta.url)),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Detached: in the terminal's process group it would get Ctrl-C twice, and the second would kill it.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      SESSION_KEYS: process.env.SESSION_KEYS ?? crypto.randomUUID() + crypto.randomUUID(),
    },
  },
);

const ended = once(server, 'exit');

await waitForSignal();
server.kill();
await ended;
await emulator.stop();
process.exit(0);
