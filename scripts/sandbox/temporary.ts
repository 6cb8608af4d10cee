import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../bundle';
import { freePort } from '../ports';
import { waitForSignal } from '../signals';
import { startEmulator } from './run';
import { serveSandbox } from './serve';

/** Builds the portal and serves it with fresh data on a free port. SIGINT or SIGTERM closes it and exits. */
export async function openTemporarySandbox(root: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const signaled = waitForSignal();
  const [emulator, port] = await Promise.all([startEmulator(root, folder), freePort(), build(root)]);
  const { createPortal } = await import(pathToFileURL(join(root, 'dist', 'server.js')).href);
  const sandbox = await serveSandbox({ port, emulatorHost: emulator.host, createPortal });
  async function close(): Promise<void> {
    await sandbox.close();
    await emulator.stop();
  }
  void signaled.then(close).finally(() => process.exit(1));
  return {
    origin: sandbox.origin,
    async latestLink(email: string): Promise<string> {
      const inbox = `${sandbox.origin}/sandbox/inbox/latest.json?to=${encodeURIComponent(email)}`;
      const { link } = await (await fetch(inbox)).json();
      return link;
    },
    close,
  };
}
