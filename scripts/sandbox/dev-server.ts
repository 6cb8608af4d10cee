import { join } from 'node:path';
import { createPortal } from '../../server/main';
import { serveSandbox } from './serve';

// Set by `node --watch`: worker threads would report each module that they load, among their results. The paths to watch
// are given, so these reports are not needed.
delete process.env.WATCH_REPORT_DEPENDENCIES;

const folder = process.env.SANDBOX_FOLDER ?? '';
const sandbox = await serveSandbox({
  storeFile: join(folder, 'changes.jsonl'),
  port: Number(process.env.PORT),
  emulatorHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '',
  createPortal: config => createPortal(config, join(folder, 'public')),
});
console.log(sandbox.welcome);
