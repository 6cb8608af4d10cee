import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { isFree } from '../../scripts/ports';
import { eventually } from '../support/eventually';
import { NoJsBrowser } from '../support/no-js-browser';
import { freePort, listen } from '../support/ports';
import { startProgram } from '../support/program';
import { copyProject } from '../support/project';

let project: string;
beforeAll(async () => {
  project = await copyProject();
});

/** `npm start`, after its installation. */
function start(port: number) {
  return startProgram(['--import', 'tsx', 'scripts/start.ts'], { cwd: project, env: { PORT: String(port) } });
}

test('npm start serves a portal to sign in to, says how, and takes all of it away on Ctrl-C', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const sandbox = start(port);
  await sandbox.prints('Ctrl-C ends everything.');
  expect(sandbox.output()).toContain(`The portal is at  ${origin}\n`);
  expect(sandbox.output()).toContain(`Its mails are at  ${origin}/sandbox/inbox\n`);
  expect(sandbox.output()).toMatch(/dana@northwind\.example +both products/);

  const browser = new NoJsBrowser(origin);
  // On a busy machine the start alone may be so much to do that the first visitor is sent away for a moment.
  await eventually('it has time', async () => (await browser.visit('/login')).status === 200);
  await browser.fill('Email Address', 'dana@northwind.example').press('Send Magic Link');
  await browser.visit('/sandbox/inbox');
  const { pathname, search } = new URL(browser.href('Sign in to the portal'));
  await browser.visit(pathname + search);
  await browser.press('Continue to the portal');
  await browser.visit('/leads-capture');
  expect(browser.rows('Activated licenses')).toHaveLength(25);

  const { emulators } = JSON.parse(
    await readFile(join(project, '.sandbox', 'auth-emulator', 'firebase.json'), 'utf8'),
  );
  expect(await isFree(emulators.auth.port)).toBe(false);
  sandbox.signal('SIGINT');
  expect(await sandbox.ended).toBe(0);
  expect(sandbox.errors()).toBe('');
  expect(await isFree(emulators.auth.port)).toBe(true);
  expect(await isFree(port)).toBe(true);
});

test('npm start on a port in use says so and names one that is free', async () => {
  const other = createServer();
  const port = await listen(other);
  const sandbox = start(port);
  expect(await sandbox.ended).toBe(1);
  const [, named, offered] =
    /^Port (\d+) is in use by another program\. The next free port is (\d+)\.\n/.exec(sandbox.errors()) ?? [];
  expect(Number(named)).toBe(port);
  expect(Number(offered)).toBeGreaterThan(port);
  expect(sandbox.errors()).toContain(`set PORT=${offered} and run the same command again`);
  expect(await isFree(Number(offered))).toBe(true);
  await new Promise(done => other.close(done));
});
