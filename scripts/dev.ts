import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchClient } from './bundle';
import { choosePort, startEmulator, untilToldToEnd } from './sandbox/run';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = await choosePort(Number(process.env.PORT || 3000));
if (port === undefined) process.exit(1);

// The emulator outlives the restarts, and with it everybody's sign-in.
const [emulator, stopWatching] = await Promise.all([startEmulator(root), watchClient(root)]);
const server = spawn(
  process.execPath,
  [
    join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    // Names in it change with the files for browsers; a running server knows only the former ones.
    '--include',
    join(root, 'dist', 'public', 'manifest.json'),
    fileURLToPath(new URL('sandbox/dev-server.ts', import.meta.url)),
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl-C reaches the terminal's whole process group, and to be told twice would not end it cleanly.
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

await untilToldToEnd();
server.kill();
await ended;
await stopWatching();
await emulator.stop();
process.exit(0);
