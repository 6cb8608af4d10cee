// Every npm command is `node scripts/run.mjs NAME`: a fresh clone needs no setup, and the command needs no shell. This
// script runs on the Node on the PATH, before the pinned one is installed. So it is plain JavaScript without
// dependencies, and its syntax is that of Node 14.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs of packages, with their arguments. Every other command is a script of its own. */
const PROGRAMS = {
  lint: ['@biomejs/biome/bin/biome', 'check'],
  format: ['@biomejs/biome/bin/biome', 'check', '--write'],
  types: ['typescript/bin/tsc', '-b', '--force', '.', 'shared', 'client'],
};

/** Without a sign of life for this long, the process that holds the lock has ended. */
const LOCK_TIMEOUT_MS = 10_000;

const SIGN_OF_LIFE_INTERVAL_MS = 1000;
const PARENT_POLL_INTERVAL_MS = 100;
const LOCK_POLL_INTERVAL_MS = 100;

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.installed-from');
const lockFolder = join(root, '.cache', 'install.lock');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockedPackages = JSON.parse(lockText).packages;
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const neededMajor = Number(/\d+/.exec(engines.node)?.[0]);

/** The folder of the package with the pinned Node. Platforms such as macOS have none, and use the Node on the PATH. */
const runtimePackage = `node_modules/node-${process.platform}-${process.arch}`;

/** An error that the person at the terminal can fix. */
class Problem extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The running child process. */
let child;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// npm signals the shell between it and this script, and the shell may end without signaling its command.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, PARENT_POLL_INTERVAL_MS);
}

main(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Problem ? error.message : error);
  process.exit(error.exitCode ?? 1);
});

async function main([name, ...args]) {
  if (!Object.keys(scripts).includes(name)) throw new Problem(`Commands: ${Object.keys(scripts).join(', ')}`);
  // Better now than after minutes of installation.
  if (!(runtimePackage in lockedPackages)) requireRuntime();
  if (!isUpToDate()) await withLock(update);
  const { file } = requireRuntime();
  const [program, ...options] = PROGRAMS[name] ?? [];
  const command = program
    ? [join(root, 'node_modules', program), ...options]
    : ['--import', 'tsx', join('scripts', `${name}.ts`)];
  const { code, signal } = await run(file, [...command, ...args], 'inherit');
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function stop(signal) {
  if (child === undefined) process.exit(128 + constants.signals[signal]);
  // On Windows, kill() would end the child at once. It gets Ctrl-C from the console anyway.
  if (process.platform !== 'win32') child.kill(signal);
}

/** Runs a program in the project's folder. Resolves when it has exited. */
function run(file, args, stderr) {
  return new Promise((resolve, reject) => {
    let errors = '';
    child = spawn(file, args, { cwd: root, stdio: ['inherit', 'inherit', stderr] });
    child.once('error', reject);
    child.stderr?.on('data', chunk => {
      process.stderr.write(chunk);
      errors += chunk;
    });
    child.once('close', (code, signal) => {
      child = undefined;
      resolve({ code, signal, errors });
    });
  });
}

/** The pinned Node where it starts, or else the Node that runs this script: with its file and version. */
function findRuntime() {
  const file = join(root, runtimePackage, 'bin', 'node');
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return stdout
    ? { file, version: stdout.trim().replace(/^v/, '') }
    : { file: process.execPath, version: process.versions.node };
}

function requireRuntime() {
  const found = findRuntime();
  if (Number.parseInt(found.version, 10) >= neededMajor) return found;
  throw new Problem(
    `This project needs Node ${neededMajor} or newer and found ${found.version} (${found.file}). It brings its own ` +
      `Node for Linux with glibc. On other systems, install Node ${neededMajor}, then run the same command again.`,
  );
}

/** Identifies an installation: the lock file, and the system and Node of its packages with native code. */
function currentStamp() {
  const digest = createHash('sha256').update(lockText).digest('hex');
  return [digest, process.platform, process.arch, Number.parseInt(findRuntime().version, 10)].join(' ');
}

function readStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

function isUpToDate() {
  return hasRuntime() && readStamp() === currentStamp();
}

function hasRuntime() {
  return !(runtimePackage in lockedPackages) || existsSync(join(root, runtimePackage));
}

/** Installs what is missing. The caller holds the lock. */
async function update() {
  // Another command may have done it meanwhile.
  if (isUpToDate()) return;
  if (isForOtherSystem() || !hasRuntime() || !hasPackages()) await install();
  writeFileSync(stamp, currentStamp());
}

function isForOtherSystem() {
  const [, ...installed] = readStamp().split(' ');
  const [, ...current] = currentStamp().split(' ');
  return installed.length > 0 && installed.join() !== current.join();
}

// npm writes .package-lock.json last, as the record of an installation, even after a manual `npm ci`.
function hasPackages() {
  try {
    const record = join(root, 'node_modules', '.package-lock.json');
    const found = JSON.parse(readFileSync(record, 'utf8')).packages;
    return Object.entries(lockedPackages).every(
      ([path, locked]) => path === '' || !isNeeded(locked) || found[path]?.version === locked.version,
    );
  } catch {
    return false;
  }
}

/** Whether npm installs this package here. A package for another system, or with another C library, is optional. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return libc === undefined && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

async function install() {
  console.log('Installing the packages named in package-lock.json …');
  // The age of a version is checked when it enters the lock file. A security fix may be younger.
  const options = ['--min-release-age=0', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, errors } = await run(process.execPath, [findNpm(), 'ci', ...options], 'pipe');
  if (code === 0) return;
  const [network] =
    /\b(E(NOTFOUND|AI_AGAIN|CONN\w+|TIMEDOUT|NETUNREACH|HOSTUNREACH)|\w*SOCKET_TIMEOUT)\b/.exec(errors) || [];
  throw new Problem(
    network
      ? `npm could not reach its registry (${network}). Connect this machine to the network, or name a registry or a proxy ` +
          'that it can reach (npm config set registry …, npm config set proxy …), and run the same command again.'
      : 'The installation failed; its message is above. Fix that and run the same command again.',
    code || 1,
  );
}

/** The script of npm: of the npm that runs this command, else of the one that came with Node, else on the PATH. */
function findNpm() {
  const script = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const bin = dirname(process.execPath);
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'npm'))
    .filter(existsSync)
    .map(file => realpathSync(file));
  const candidates = [process.env.npm_execpath, join(bin, script), join(bin, '..', 'lib', script), ...onPath];
  const found = candidates.find(file => file && /npm[^/\\]*\.c?js$/.test(file) && existsSync(file));
  if (found) return found;
  throw new Problem('This command needs npm, which comes with Node, to install packages, and found none.');
}

/**
 * Calls `action` while no other command installs packages in this folder. The lock is a folder with one file, named after
 * its process. A command that takes over the lock of an ended process removes its file by this name, so only one can.
 */
async function withLock(action) {
  const own = join(lockFolder, `${process.pid}-${Date.now()}`);
  mkdirSync(dirname(lockFolder), { recursive: true });
  let seen;
  let seenAt = Date.now();
  while (!tryLock(own)) {
    if (seen === undefined)
      console.log('Another command installs the packages in this folder. Waiting for it …');
    const holders = findHolders();
    const current = JSON.stringify(holders);
    if (current !== seen) [seen, seenAt] = [current, Date.now()];
    else if (Date.now() - seenAt > LOCK_TIMEOUT_MS) unlock(holders.map(({ file }) => file));
    await new Promise(resolve => setTimeout(resolve, LOCK_POLL_INTERVAL_MS));
  }
  const timer = setInterval(
    () => ignoreErrors(() => utimesSync(own, new Date(), new Date())),
    SIGN_OF_LIFE_INTERVAL_MS,
  );
  try {
    await action();
  } finally {
    clearInterval(timer);
    unlock([own]);
  }
}

function tryLock(file) {
  try {
    mkdirSync(lockFolder);
    writeFileSync(file, '');
    return true;
  } catch (error) {
    // It exists, or another command has just removed the empty folder.
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    throw error;
  }
}

function unlock(files) {
  for (const file of files) ignoreErrors(() => unlinkSync(file));
  // Fails if another command has the lock by now.
  ignoreErrors(() => rmdirSync(lockFolder));
}

/** The files of processes that hold the lock, with the times of their last signs of life. */
function findHolders() {
  try {
    const files = readdirSync(lockFolder).map(name => join(lockFolder, name));
    return files.map(file => ({ file, time: statSync(file).mtimeMs }));
  } catch {
    return [];
  }
}

function ignoreErrors(action) {
  try {
    action();
  } catch {
    // Another command was faster.
  }
}
