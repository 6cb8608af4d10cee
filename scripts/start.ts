import { join } from 'node:path';
import { choosePort, openSandbox } from './sandbox/run';
import { waitForSignal } from './signals';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.sandbox');
const port = await choosePort();

console.log('Building the portal and starting the sandbox …');
const sandbox = await openSandbox(root, port, folder, join(folder, 'changes.jsonl'));
console.log(sandbox.welcome);

await waitForSignal();
await sandbox.close();
process.exit(0);
