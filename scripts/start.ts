import { join } from 'node:path';
import { choosePort, openSandbox, sandboxFolder } from './sandbox/run';
import { waitForSignal } from './system/signals';

const root = join(import.meta.dirname, '..');
const port = await choosePort();
const folder = sandboxFolder(root, port);

console.log('Building the portal and starting the sandbox …');
const sandbox = await openSandbox(root, port, folder, join(folder, 'changes.jsonl'));
console.log(sandbox.welcome);

await waitForSignal();
await sandbox.close();
process.exit(0);
