// Every npm command is `node scripts/run.mjs NAME`: a fresh clone needs no setup, and the command needs no shell. This
// script runs on the Node on the PATH, before the pinned one is installed. So it is plain JavaScript without
// dependencies, and its syntax is that of Node 14.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs of packages, with their arguments. Every other command is a script of its own. */
const PROGRAMS = {
  lint: ['@biomejs/biome/bin/biome', 'check'],
  format: ['@biomejs/biome/bin/biome', 'check', '--write'],
  types: ['typescript/bin/tsc', '-b', '--force', '.', 'shared', 'client'],
};

/** The holder of the lock touches it this often. A lock that is six times older is one that a crash has left. */
const TOUCH_INTERVAL_MS = 10_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, '.cache', 'install.lock');
const lockedPackages = readJson('package-lock.json').packages;
const { engines, scripts } = readJson('package.json');
const neededMajor = Number(/\d+/.exec(engines.node)[0]);

/** The folder of the package with the pinned Node. Platforms such as macOS have none, and use the Node on the PATH. */
const runtimePackage = `node_modules/node-${process.platform}-${process.arch}`;

/** The running child process. */
let child;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

// npm signals the shell between it and this script, and the shell ends without passing the signal on.
const parent = process.ppid;
const watching = process.env.npm_lifecycle_event && setInterval(stopWithParent, 200);

main(process.argv.slice(2)).catch(error => exit(String(error.message)));

async function main([name, ...args]) {
  if (!Object.keys(scripts).includes(name)) exit(`Commands: ${Object.keys(scripts).join(', ')}`);
  // Better now than after minutes of installation.
  if (!(runtimePackage in lockedPackages)) findRuntime();
  if (!isInstalled()) await installOnce();
  const [program, ...options] = PROGRAMS[name] || [];
  const command = program
    ? [join(root, 'node_modules', program), ...options]
    : ['--import', 'tsx', join('scripts', `${name}.ts`)];
  const { code, signal } = await run(findRuntime(), [...command, ...args]);
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function stop(signal) {
  if (child === undefined) process.exit(128 + constants.signals[signal]);
  // On Windows, kill() would end the child at once. It gets Ctrl-C from the console anyway.
  if (process.platform !== 'win32') child.kill(signal);
}

function stopWithParent() {
  if (process.ppid === parent) return;
  clearInterval(watching);
  stop('SIGTERM');
}

function exit(message, code = 1) {
  console.error(message);
  process.exit(code);
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** Runs a program in the project's folder. Resolves when it has exited. */
function run(file, args) {
  return new Promise((resolve, reject) => {
    child = spawn(file, args, { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      child = undefined;
      resolve({ code, signal });
    });
  });
}

/** The pinned Node where it starts, or else the Node that runs this script. Exits if that is too old. */
function findRuntime() {
  const pinned = join(root, runtimePackage, 'bin', 'node');
  const { stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  const [file, version] = stdout ? [pinned, stdout.trim()] : [process.execPath, process.version];
  if (Number(/\d+/.exec(version)[0]) < neededMajor) {
    exit(
      `This project needs Node ${neededMajor} or newer and found ${version} (${file}). It brings its own Node for Linux ` +
        `with glibc. On other systems, install Node ${neededMajor}, then run the same command again.`,
    );
  }
  return file;
}

/** Whether the packages that npm recorded, after its last step, are those of the lock file. */
function isInstalled() {
  try {
    const found = readJson('node_modules/.package-lock.json').packages;
    return Object.entries(lockedPackages).every(
      ([path, locked]) =>
        path === '' || !isNeeded(locked) || (found[path] && found[path].version === locked.version),
    );
  } catch {
    return false;
  }
}

/** Whether npm installs this package here. A package for another system, or with another C library, is optional. */
function isNeeded({ optional, os = [], cpu = [], libc }) {
  return !optional || (!libc && os.includes(process.platform) && cpu.includes(process.arch));
}

/** Installs the packages, unless another command in this folder has done so meanwhile. */
async function installOnce() {
  mkdirSync(dirname(lock), { recursive: true });
  let isWaiting = false;
  while (!takeLock()) {
    if (!isWaiting) console.log('Another command installs the packages in this folder. Waiting for it …');
    isWaiting = true;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  process.on('exit', removeLock);
  const touching = setInterval(touchLock, TOUCH_INTERVAL_MS);
  if (!isInstalled()) await install();
  clearInterval(touching);
  process.off('exit', removeLock);
  removeLock();
}

function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) || {};
    if (Date.now() - mtimeMs > 6 * TOUCH_INTERVAL_MS) removeLock();
    return false;
  }
}

function touchLock() {
  if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
}

function removeLock() {
  try {
    rmdirSync(lock);
  } catch {
    // Another command was faster.
  }
}

async function install() {
  console.log('Installing the packages named in package-lock.json …');
  // The age of a version is checked when it enters the lock file. A security fix may be younger.
  const options = ['--min-release-age=0', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run(process.execPath, [findNpm(), 'ci', ...options]);
  if (code === 0) return;
  exit(
    'The installation failed; the message of npm is above. If npm cannot reach its registry, connect this machine to the ' +
      'network, or name a registry or a proxy that it can reach (npm config set registry …, npm config set proxy …). ' +
      'Then run the same command again.',
    code || 1,
  );
}

/** The script of npm: of the npm that runs this command, or else of the one that came with Node. */
function findNpm() {
  const script = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const bin = dirname(process.execPath);
  const candidates = [process.env.npm_execpath, join(bin, script), join(bin, '..', 'lib', script)];
  const found = candidates.find(file => file && /npm[^/\\]*\.c?js$/.test(file) && existsSync(file));
  if (!found) exit('This command needs npm, which comes with Node, to install packages, and found none.');
  return found;
}
