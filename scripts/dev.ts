import { spawn } from 'node:child_process';
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
    '--import',
    'tsx',
    '--watch',
    '--watch-preserve-output',
    fileURLToPath(new URL('sandbox/dev-server.ts', import.meta.url)),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      SESSION_KEYS: process.env.SESSION_KEYS ?? crypto.randomUUID() + crypto.randomUUID(),
    },
  },
);

await untilToldToEnd();
server.kill();
await stopWatching();
await emulator.stop();
process.exit(0);
