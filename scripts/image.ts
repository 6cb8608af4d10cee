import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../shared/paths';
import { findEngine } from './image/engine';
import { freePort } from './system/ports';

// Builds the container image with docker, podman or buildah, whichever is available, and smoke-tests it: its size, its
// user, its start, its health check and its exit codes.
const root = join(import.meta.dirname, '..');
const SIZE_LIMIT_MB = 12;
const START_TIMEOUT_MS = 30_000;

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

  const user = runShell('echo $(id -u):$(id -g)').stdout.trim();
  check('user', user, user === engine.image.user && !user.startsWith('0:'));
  const sizes = runShell("find /app -type f -printf '%s\\n'").stdout.split('\n').map(Number);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  check('added to the base', `${(bytes / 1e6).toFixed(1)} MB`, bytes > 0 && bytes < SIZE_LIMIT_MB * 1e6);
  const files = runShell('echo $(ls /app)').stdout.trim();
  check('top-level files', files, files === 'LICENSE dist');
  const own = runShell('touch /app/dist/server.js');
  check('write to its own files', own.stderr.trim(), /denied|Read-only/.test(own.stderr));
  const temporary = runShell('touch /tmp/trace');
  const problem = engine.readOnly ? temporary.stderr.trim() : `${engine.name} has no read-only mode`;
  check('write elsewhere', problem, !engine.readOnly || problem.includes('Read-only'));

  const healthy = runToEnd(engine.exec(engine.image.healthCheck, environment)).status;
  check('health check', `exit code ${healthy}`, healthy === 0);
  // buildah forwards no signals and shares the process table of the host: the port identifies our process.
  runShell(
    `for process in /proc/[0-9]*; do grep -qzxF PORT=${port} $process/environ && ` +
      `grep -qzxF dist/server.js $process/cmdline && kill \${process#/proc/}; done`,
  );
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

/** Runs a shell command in the container of the running server. */
function runShell(command: string) {
  return runToEnd(engine.exec(['sh', '-c', command], environment));
}

async function statusOf(path: string): Promise<number | undefined> {
  return fetch(origin + path, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => undefined,
  );
}
