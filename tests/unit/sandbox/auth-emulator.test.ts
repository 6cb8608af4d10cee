import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort, isFree } from '../../../scripts/ports';
import { SANDBOX_PROJECT, startAuthEmulator } from '../../../scripts/sandbox/auth-emulator';
import { createEmulatorIdentity } from '../../../scripts/sandbox/identity';
import { eventually } from '../../support/eventually';

const firebaseCommand = resolve('node_modules/firebase-tools/lib/bin/firebase.js');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-emulator-'));
});
afterEach(() => {
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  // A killed emulator may still write its log.
  rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 200 });
});

async function freePorts() {
  return { port: await freePort(), hubPort: await freePort(), loggingPort: await freePort() };
}

test('the emulator exits when its parent process is killed', async () => {
  const ports = await freePorts();
  const parent = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { startAuthEmulator } from './scripts/sandbox/auth-emulator.ts';
      await startAuthEmulator(${JSON.stringify({ ...ports, folder, firebaseCommand })});
      console.log('ready');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(parent, 'exit').then(([code]) =>
    Promise.reject(new Error(`The parent exited with ${code}`)),
  );
  await Promise.race([once(parent.stdout, 'data'), ended]);
  ended.catch(() => {});
  expect(await isFree(ports.port)).toBe(false);
  parent.kill('SIGKILL');
  await eventually('its ports are free', async () =>
    (await Promise.all(Object.values(ports).map(isFree))).every(Boolean),
  );
});

test('the output of an emulator that fails to start is reported', async () => {
  const broken = join(folder, 'broken.js');
  writeFileSync(broken, 'console.error("no such emulator"); process.exit(3);');
  await expect(
    startAuthEmulator({ ...(await freePorts()), folder, firebaseCommand: broken }),
  ).rejects.toThrow(/exited with code 3.*\nno such emulator/s);
});

test('an emulator that is not ready in time is killed', async () => {
  const idle = join(folder, 'idle.js');
  writeFileSync(idle, 'console.log("still thinking"); setInterval(() => {}, 1000);');
  const start = startAuthEmulator({ ...(await freePorts()), folder, firebaseCommand: idle, timeoutMs: 500 });
  await expect(start).rejects.toThrow(/not ready after 0.5 s/);
});

test('a port in use is rejected before anything starts', async () => {
  const ports = await freePorts();
  const other = createServer().listen(ports.hubPort);
  await once(other, 'listening');
  await expect(startAuthEmulator({ ...ports, folder, firebaseCommand })).rejects.toThrow(
    `port ${ports.hubPort} is taken`,
  );
  other.close();
  await once(other, 'close');
});

const identityOptions = {
  emulatorHost: '127.0.0.1:9099',
  publicUrl: 'http://localhost:3000',
  projectId: SANDBOX_PROJECT,
};

test('a text that is not a token is rejected', async () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = identityOptions.emulatorHost;
  const identity = createEmulatorIdentity(identityOptions);
  await expect(identity.verifyToken('x.y.z')).rejects.toThrow('Decoding Firebase ID token failed');
  await identity.close();
});

test('tokens are never verified by the real Firebase by accident', () => {
  expect(() => createEmulatorIdentity(identityOptions)).toThrow(
    'FIREBASE_AUTH_EMULATOR_HOST must be 127.0.0.1:9099',
  );
});
