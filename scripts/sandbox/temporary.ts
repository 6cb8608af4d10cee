import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../bundle';
import { findFreePort } from '../ports';
import { startEmulator } from './run';
import { serveSandbox } from './serve';

/** A sandbox of one's own, for as long as some measuring or picturing takes. */
export interface TemporarySandbox {
  readonly origin: string;
  /** The sign-in link that was mailed last. */
  readonly latestLink: (email: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Builds the portal and serves it with fresh data on a free port. */
export async function openTemporarySandbox(root: string): Promise<TemporarySandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-'));
  const [emulator, port] = await Promise.all([startEmulator(root, folder), findFreePort(3900), build(root)]);
  const { createPortal } = await import(pathToFileURL(join(root, 'dist', 'server.js')).href);
  const sandbox = await serveSandbox({
    port,
    emulatorHost: emulator.host,
    storeFile: ':memory:',
    createPortal,
  });
  return {
    origin: sandbox.origin,
    async latestLink(email) {
      const inbox = `${sandbox.origin}/sandbox/inbox/latest.json?to=${encodeURIComponent(email)}`;
      const { link } = await (await fetch(inbox)).json();
      return link;
    },
    async close() {
      await sandbox.close();
      await emulator.stop();
      await rm(folder, { recursive: true });
    },
  };
}
