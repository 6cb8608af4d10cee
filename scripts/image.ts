import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { paths } from '../shared/paths';
import { findEngine } from './image/engine';
import { freePort } from './ports';

// Builds the container image with docker, podman or buildah, whichever is available, and smoke-tests it: its size, its
// user, its start, its health check and its exit codes. `npm run bench` measures its memory and start.
const root = fileURLToPath(new URL('..', import.meta.url));
const SIZE_LIMIT_MB = 12;
const START_TIMEOUT_MS = 30_000;

// The source of these functions is sent to the container.

const listFiles = `() => {
  const fs = require('node:fs');
  const all = fs.readdirSync('/app', { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const bytes = all.reduce((sum, entry) => sum + fs.statSync(entry.parentPath + '/' + entry.name).size, 0);
  return { files: fs.readdirSync('/app').sort(), bytes };
}`;

const tryToWrite = `path => {
  try { require('node:fs').writeFileSync(path, '', { flag: 'a' }); return 'possible'; } catch ({ code }) { return code; }
}`;

// buildah forwards no signals and shares the process table of the host: the port identifies our process.
const terminate = `(command, port) => {
  const fs = require('node:fs');
  const path = require('node:path');
  for (const pid of fs.readdirSync('/proc').filter(name => /^\\d+$/.test(name))) {
    try {
      const [program, ...args] = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0');
      const isServer = path.basename(program) === command[0] && args.join(' ').trim() === command.slice(1).join(' ');
      const variables = fs.readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0');
      if (isServer && variables.includes(port)) process.kill(Number(pid), 'SIGTERM');
    } catch {}
  }
}`;

const engine = findEngine(root);
console.log(`Building with ${engine.name} …`);
engine.build();

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
// All other settings have defaults with `local`.
const environment = { PORTAL_ENV: 'local', PORT: String(port) };

const checks: Record<string, { readonly found: string; readonly ok: boolean }> = {};
try {
  await checkRefusedStart();
  await checkServer();
} finally {
  engine.close();
}
console.table(checks);
process.exit(Object.values(checks).every(({ ok }) => ok) ? 0 : 1);

async function checkRefusedStart(): Promise<void> {
  const { status, stderr } = runToEnd(engine.run(engine.image.command, {}));
  check('exit code without settings', String(status), status === 1 && stderr.includes('PUBLIC_URL'));
}

async function checkServer(): Promise<void> {
  const [program = '', ...args] = engine.run(engine.image.command, environment);
  const startedAt = performance.now();
  const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.once('exit', () => server.kill('SIGTERM'));
  const closed = once(server, 'close').then(([code]): number | null => code);
  const isReady = async () => (await statusOf(paths.readyz)) === 200;
  while (server.exitCode === null && !(await isReady()) && performance.now() - startedAt < START_TIMEOUT_MS) {
    await wait(20);
  }
  const ready = await isReady();
  check('start, to /readyz', `${(performance.now() - startedAt).toFixed(0)} ms`, ready);
  const signInPage = await statusOf(paths.login);
  check('sign-in page', String(signInPage), signInPage === 200);

  const user = evaluate('process.getuid() + ":" + process.getgid()');
  check('user', user, user === engine.image.user && !user.startsWith('0:'));
  const { files, bytes } = JSON.parse(evaluate(`JSON.stringify((${listFiles})())`));
  check('added to the base', `${(bytes / 1e6).toFixed(1)} MB`, bytes < SIZE_LIMIT_MB * 1e6);
  check('top-level files', files.join(' '), files.join() === 'LICENSE,dist');
  const own = evaluate(`(${tryToWrite})('/app/dist/server.js')`);
  check('write to its own files', own, /^(EROFS|EACCES)$/.test(own));
  const temporary = evaluate(`(${tryToWrite})('/tmp/trace')`);
  const readOnly = engine.readOnly ? temporary : `${temporary} (${engine.name} has no read-only mode)`;
  check('write elsewhere', readOnly, !engine.readOnly || temporary === 'EROFS');

  const healthy = runToEnd(engine.exec(engine.image.healthCheck, environment)).status;
  check('health check', `exit code ${healthy}`, healthy === 0);
  evaluate(`(${terminate})(${JSON.stringify(engine.image.command)}, 'PORT=${port}')`);
  const code = await closed;
  check('exit code on SIGTERM', String(code), code === 0);
  const unhealthy = runToEnd(engine.run(engine.image.healthCheck, environment)).status;
  check('health check without a server', `exit code ${unhealthy}`, unhealthy === 1);
}

function check(name: string, found: string, ok: boolean): void {
  checks[name] = { found, ok };
}

function runToEnd([program = '', ...args]: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8' });
}

/** Evaluates an expression in the container of the running server. */
function evaluate(expression: string): string {
  return runToEnd(engine.exec(['node', '--print', expression], environment)).stdout.trim();
}

async function statusOf(path: string): Promise<number | undefined> {
  return fetch(origin + path, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => undefined,
  );
}
