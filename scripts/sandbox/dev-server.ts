import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPortal } from '../../server/main';
import { serveSandbox } from './serve';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sandbox = await serveSandbox({
  storeFile: join(root, '.sandbox', 'changes.jsonl'),
  port: Number(process.env.PORT),
  emulatorHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '',
  createPortal: config =>
    createPortal(config, {
      publicFolder: join(root, 'dist', 'public'),
      workerFile: join(root, 'server', 'workers', 'worker.ts'),
    }),
});
console.log(sandbox.welcome);
