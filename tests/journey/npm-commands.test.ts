import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { isFree } from '../../scripts/ports';
import { sharedEmulator } from '../support/emulator';
import { NoJsBrowser } from '../support/no-js-browser';
import { freePort, listen } from '../support/ports';
import { startProgram } from '../support/program';
import { copyProject } from '../support/project';

let project: string;
beforeAll(async () => {
  project = await copyProject();
});

/** Runs an npm command in the copy of the project. Signals are sent to the npm process only. */
function npm(args: readonly string[], env: Readonly<Record<string, string>>) {
  return startProgram(['--silent', ...args], { command: 'npm', endsOn: 'SIGTERM', cwd: project, env });
}

/** Returns the ports of the latest Auth emulator of the copied project. */
async function emulatorPorts(): Promise<number[]> {
  const file = join(project, '.sandbox', 'auth-emulator', 'firebase.json');
  const { auth, hub, logging } = JSON.parse(await readFile(file, 'utf8')).emulators;
  return [auth.port, hub.port, logging.port];
}

const areFree = async (ports: readonly number[]) => (await Promise.all(ports.map(isFree))).every(Boolean);

test('npm start serves the sandbox, prints how to sign in, and stops every process on SIGINT', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // Backend calls must not time out on a slow machine.
  const sandbox = npm(['start'], { PORT: String(port), UPSTREAM_TIMEOUT_MS: '60000' });
  await sandbox.prints('Ctrl-C ends everything.');
  expect(sandbox.output()).toContain(`The portal is at  ${origin}\n`);
  expect(sandbox.output()).toContain(`Its mails are at  ${origin}/sandbox/inbox\n`);
  expect(sandbox.output()).toMatch(/dana@northwind\.example +both products/);

  const browser = new NoJsBrowser(origin);
  await browser.visit('/login');
  await browser.fill('Email Address', 'dana@northwind.example').press('Send Magic Link');
  await browser.visit('/sandbox/inbox');
  const { pathname, search } = new URL(browser.href('Sign in to the portal'));
  await browser.visit(pathname + search);
  await browser.press('Continue to the portal');
  await browser.visit('/leads-capture');
  expect(browser.rows('Activated licenses')).toHaveLength(25);

  const ports = [port, ...(await emulatorPorts())];
  expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => false));
  sandbox.signal('SIGINT');
  // Resolves when npm's last child process has exited. npm's own exit code may be the signal.
  await sandbox.ended;
  expect(sandbox.errors()).toBe('');
  expect(await areFree(ports)).toBe(true);
});

test('npm run dev stops the portal on SIGTERM', async () => {
  const port = await freePort();
  const sandbox = npm(['run', 'dev'], {
    PORT: String(port),
    FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
  });
  await sandbox.prints('Ctrl-C ends everything.');
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  sandbox.signal('SIGTERM');
  await sandbox.ended;
  expect(await isFree(port)).toBe(true);
});

test('npm run bench -- --serve stops every process and removes its folder on SIGINT', async () => {
  const temporary = join(project, 'tmp');
  await mkdir(temporary);
  const bench = npm(['run', 'bench', '--', '--serve'], {
    TMPDIR: temporary,
    FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
  });
  await bench.prints("--target 'portal=");
  const [, port] = /portal=http:\/\/127\.0\.0\.1:(\d+)/.exec(bench.output()) ?? [];
  expect(await isFree(Number(port))).toBe(false);
  expect((await readdir(temporary)).some(isBenchFolder)).toBe(true);
  bench.signal('SIGINT');
  await bench.ended;
  expect(await isFree(Number(port))).toBe(true);
  expect((await readdir(temporary)).some(isBenchFolder)).toBe(false);
});

const isBenchFolder = (name: string) => name.startsWith('portal-bench-');

test('npm start reports a port in use and suggests a free one', async () => {
  const other = createServer();
  const port = await listen(other);
  // Backend calls must not time out on a slow machine.
  const sandbox = npm(['start'], { PORT: String(port), UPSTREAM_TIMEOUT_MS: '60000' });
  expect(await sandbox.ended).toBe(1);
  const [, used, suggested] =
    /^Port (\d+) is in use by another program\. The next free port is (\d+)\.\n/.exec(sandbox.errors()) ?? [];
  expect(Number(used)).toBe(port);
  expect(Number(suggested)).toBeGreaterThan(port);
  expect(sandbox.errors()).toContain(`set PORT=${suggested} and run the same command again`);
  await new Promise(done => other.close(done));
});
