import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { freePort, isFree } from '../../scripts/system/ports';
import { paths } from '../../shared/paths';
import { listen } from '../support/backends/ports';
import { NoJsBrowser } from '../support/browsers/no-js-browser';
import { sharedEmulator } from '../support/programs/emulator';
import { type Program, startProgram } from '../support/programs/program';
import { copyProject } from '../support/programs/project';
import { eventually } from '../support/time/eventually';

/** How long a script is stopped after a signal, in milliseconds. As a child of the tsx program it would be killed after 60. */
const RESPONSE_DELAY_MS = 500;

let project: string;
beforeAll(async () => {
  project = await copyProject();
});

/** Runs an npm command in the copy of the project. Signals are sent to the npm process only. */
function npm(args: readonly string[], env: Readonly<Record<string, string>>) {
  return startProgram(['--silent', ...args], { command: 'npm', endsOn: 'SIGTERM', cwd: project, env });
}

/** Returns the ports of the Auth emulator of a sandbox in the copied project. */
async function emulatorPorts(port: number): Promise<number[]> {
  const file = join(project, '.sandbox', String(port), 'auth-emulator', 'firebase.json');
  const { auth, hub, logging } = JSON.parse(await readFile(file, 'utf8')).emulators;
  return [auth.port, hub.port, logging.port];
}

/** Signs in to a sandbox with the link in its inbox. */
async function signIn(origin: string, email: string): Promise<NoJsBrowser> {
  const browser = new NoJsBrowser(origin, async () => {
    const { pathname, search } = new URL(
      (await browser.visit('/sandbox/inbox')).href('Sign in to the portal'),
    );
    return pathname + search;
  });
  await browser.signIn(email);
  return browser;
}

/** An address of this machine on its network; on Linux, without a network, another one than the usual loopback address. */
const OTHER_ADDRESS =
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

const areFree = async (ports: readonly number[]) => (await Promise.all(ports.map(isFree))).every(Boolean);

/** Returns the IDs of the processes below `ancestor` that run this script, the innermost first. */
function processesBelow(ancestor: number, script: RegExp): number[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const all = output.split('\n').map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const below = [String(ancestor)];
  for (const each of below)
    below.push(...all.flatMap(([, pid = '', parent]) => (parent === each ? pid : [])));
  const runs = (id: string) => all.some(([, pid, , command = '']) => pid === id && script.test(command));
  return below.toReversed().filter(runs).map(Number);
}

function processBelow(ancestor: number, script: RegExp): number {
  const [found] = processesBelow(ancestor, script);
  if (found === undefined) throw new Error(`${script} does not run`);
  return found;
}

test('T68: npm start serves the sandbox on loopback, prints how to sign in, and stops every process on Ctrl-C', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // Backend calls must not time out on a slow machine.
  const sandbox = npm(['start'], { PORT: String(port), UPSTREAM_TIMEOUT_MS: '60000' });
  await sandbox.prints('Ctrl-C ends everything.');
  expect(sandbox.output()).toContain(`The portal is at  ${origin}\n`);
  expect(sandbox.output()).toContain(`The inbox is at   ${origin}/sandbox/inbox\n`);
  expect(sandbox.output()).toMatch(/dana@northwind\.example +both products/);

  const browser = await signIn(origin, 'dana@northwind.example');
  await browser.visit('/leads-capture');
  expect(browser.rows('Activated licenses')).toHaveLength(25);

  // T68
  expect(await canConnect(OTHER_ADDRESS, port)).toBe(false);

  const ports = [port, ...(await emulatorPorts(port))];
  expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => false));
  // Like a terminal, which signals all of them.
  sandbox.signal('SIGINT');
  for (const pid of processesBelow(sandbox.pid, /run\.mjs start$|scripts\/start\.ts$/))
    process.kill(pid, 'SIGINT');
  // Resolves when npm's last child process has exited. npm's own exit code may be the signal.
  await sandbox.ended;
  expect(sandbox.errors()).toBe('');
  expect(await areFree(ports)).toBe(true);
});

describe('npm run dev', () => {
  let port: number;
  let sandbox: Program;
  beforeAll(async () => {
    port = await freePort();
    sandbox = npm(['run', 'dev'], {
      PORT: String(port),
      HOST: '0.0.0.0',
      FIREBASE_AUTH_EMULATOR_HOST: sharedEmulator(),
      UPSTREAM_TIMEOUT_MS: '60000',
    });
    await sandbox.prints('Ctrl-C ends everything.');
  });

  test('T68: with HOST=0.0.0.0, other machines reach the sandbox', async () => {
    expect(await canConnect(OTHER_ADDRESS, port)).toBe(true);
  });

  test('with HOST=0.0.0.0, administrators sign in by another name of this machine', async () => {
    const origin = `http://${OTHER_ADDRESS}:${port}`;
    const post = (path: string, headers: Record<string, string>) =>
      fetch(origin + path, {
        method: 'POST',
        body: new URLSearchParams({ email: 'ida@idle.example' }),
        headers,
        redirect: 'manual',
      });
    expect((await post(paths.login, { origin: 'http://evil.example' })).status).toBe(403);
    // Browsers send no Sec-Fetch-Site to a host that they do not trust.
    expect((await post(paths.login, { origin })).status).toBe(303);
    const inbox = load(await (await fetch(`${origin}/sandbox/inbox?to=ida@idle.example`)).text());
    const link = new URL(inbox('a.primary').attr('href') ?? '');
    expect(link.origin).toBe(origin);
    const signedIn = await post(link.pathname + link.search, { origin });
    expect(await signedIn.text()).toContain('Sign-in Successful!');
  });

  test('serves pages without warnings of React', async () => {
    const browser = await signIn(`http://localhost:${port}`, 'ida@idle.example');
    await browser.visit(paths.dashboard);
    await browser.visit(paths.cards);
    await browser.visit(`${paths.leadCapture}?activity=idle30`);
    await browser.press('Review removal');
    expect(browser.text('h1')).toBe('Review removal');
    await browser.visit(paths.compare);
    await browser.visit('/no-such-page');
    expect(browser.status).toBe(404);
    expect(sandbox.errors()).toBe('');
  });

  test('restarts the portal with a changed file', async () => {
    const file = join(project, 'views', 'pages', 'ErrorPage.tsx');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Page not found', 'Nothing here'));
    await eventually('the new text is served', async () => {
      const answer = await fetch(`http://localhost:${port}/no-such-page`).catch(() => undefined);
      return (await answer?.text())?.includes('Nothing here') ?? false;
    });
  });

  test('stops on SIGTERM, however late it responds, and even if the portal was killed', async () => {
    process.kill(processBelow(sandbox.pid, /scripts\/sandbox\/dev-server\.ts$/), 'SIGKILL');
    await eventually('the portal is gone', () => isFree(port));

    // As on a busy machine: the script responds only after a while.
    const script = processBelow(sandbox.pid, /scripts\/dev\.ts$/);
    process.kill(script, 'SIGSTOP');
    sandbox.signal('SIGTERM');
    await wait(RESPONSE_DELAY_MS);
    process.kill(script, 'SIGCONT');
    // Resolves when every process that shares its output has exited.
    await sandbox.ended;
  });
});

test('npm start ignores blank variables, reports a port in use and suggests a free one', async () => {
  const other = createServer();
  const port = await listen(other);
  const sandbox = npm(['start'], { PORT: String(port), STATS_CACHE_MB: ' ' });
  expect(await sandbox.ended).toBe(1);
  const [, used, suggested] =
    /^Port (\d+) is in use by another program\. The next free port is (\d+)\.\n/.exec(sandbox.errors()) ?? [];
  expect(Number(used)).toBe(port);
  expect(Number(suggested)).toBeGreaterThan(port);
  expect(sandbox.errors()).toContain(`set PORT=${suggested} and run the same command again`);
  await new Promise(done => other.close(done));
});
