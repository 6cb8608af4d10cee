import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isFree } from '../../../scripts/ports';
import { startAuthEmulator } from '../../../scripts/sandbox/auth-emulator';
import { createEmulatorIdentity } from '../../../scripts/sandbox/identity';
import { eventually } from '../../support/time/eventually';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-emulator-'));
});
afterEach(() => {
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  // A killed emulator may still write its log.
  rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
});

test('the emulator exits when its parent process is killed', async () => {
  const parent = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { startAuthEmulator } from './scripts/sandbox/auth-emulator.ts';
      await startAuthEmulator(${JSON.stringify({ folder })});
      console.log('ready');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(parent, 'exit').then(([code]) =>
    Promise.reject(new Error(`The parent exited with ${code}`)),
  );
  await Promise.race([once(parent.stdout, 'data'), ended]);
  ended.catch(() => {});
  const { auth, hub, logging } = JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8')).emulators;
  const ports = [auth.port, hub.port, logging.port];
  expect(await isFree(auth.port)).toBe(false);
  parent.kill('SIGKILL');
  await eventually('its ports are free', async () => (await Promise.all(ports.map(isFree))).every(Boolean));
});

test('the output of an emulator that fails to start is reported', async () => {
  const broken = join(folder, 'broken.js');
  writeFileSync(broken, 'console.error("no such emulator"); process.exit(3);');
  await expect(startAuthEmulator({ folder, firebaseCommand: broken })).rejects.toThrow(
    /exited with code 3.*\nno such emulator/s,
  );
});

test('an emulator that is not ready in time is killed', async () => {
  const idle = join(folder, 'idle.js');
  writeFileSync(idle, 'console.log("still thinking"); setInterval(() => {}, 1000);');
  const start = startAuthEmulator({ folder, firebaseCommand: idle, timeoutMs: 500 });
  await expect(start).rejects.toThrow(/not ready after 0.5 s/);
});

const EMULATOR_HOST = '127.0.0.1:9099';
const identity = () => createEmulatorIdentity(EMULATOR_HOST, 'http://localhost:3000');

test('a text that is not a token is rejected', async () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = EMULATOR_HOST;
  const { verifyToken, close } = identity();
  await expect(verifyToken('x.y.z')).rejects.toThrow('Decoding Firebase ID token failed');
  await close();
});

test('tokens are never verified by the real Firebase by accident', () => {
  expect(identity).toThrow('FIREBASE_AUTH_EMULATOR_HOST must be 127.0.0.1:9099');
});
