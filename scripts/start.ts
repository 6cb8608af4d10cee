import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './bundle';
import { choosePort, startEmulator } from './sandbox/run';
import { serveSandbox } from './sandbox/serve';
import { waitForSignal } from './signals';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = await choosePort(Number(process.env.PORT || 3000));
if (port === undefined) process.exit(1);

console.log('Building the portal and starting the sandbox …');
const [emulator] = await Promise.all([startEmulator(root), build(root)]);
const { createPortal } = await import(pathToFileURL(join(root, 'dist', 'server.js')).href);
const storeFile = join(root, '.sandbox', 'changes.jsonl');
const sandbox = await serveSandbox({ port, emulatorHost: emulator.host, storeFile, createPortal });
console.log(sandbox.welcome);

await waitForSignal();
await sandbox.close();
await emulator.stop();
process.exit(0);
