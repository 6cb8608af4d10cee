import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type EngineName, engineNames } from './browsers/engine';
import type { WebKitPrograms } from './browsers/webkit';

// First the headless build, which needs half the CPU time.
const browsers = (
  'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome ' +
  'microsoft-edge microsoft-edge-stable'
).split(' ');

/** Where Puppeteer installs browsers. */
const INSTALLED = join(homedir(), '.cache', 'puppeteer');

/**
 * The browser for tests: CHROMIUM_PATH, else the first known name on the PATH, else the one that Puppeteer has installed.
 * @throws {Error} Thrown when CHROMIUM_PATH names no browser that starts.
 */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (!chosen)
    return findProgram(browsers, ...globSync(`${INSTALLED}/chrome-headless-shell/*/*/chrome-headless-shell`));
  if (starts(chosen)) return chosen;
  throw new Error(`CHROMIUM_PATH is ${chosen}, which does not start a Chromium.`);
}

/** Like `findChromium`, but installs a browser if there is none, or throws an Error that says what to do. */
export function ensureChromium(root: string): string {
  const installer = join(root, 'node_modules', '.bin', 'browsers');
  return ensure(
    findChromium,
    [
      () => installFromDebian('chromium-headless-shell'),
      () => {
        const args = ['install', 'chrome-headless-shell@stable', '--path', INSTALLED];
        spawnSync(process.execPath, [installer, ...args], { stdio: 'inherit' });
      },
    ],
    'The browser tests need a Chromium, and none could be installed; the output of the installers is above.\n' +
      'Install Chromium, Chrome or Edge so that it is on the PATH, or set CHROMIUM_PATH to its program, ' +
      'and run the same command again.',
  );
}

/** Debian's Firefox, which its packages keep up to date. */
export const findFirefox = () => findProgram(['firefox-esr', 'firefox']);

/** WebKitGTK with its driver, and the virtual screen that it needs. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findOnPath(['WebKitWebDriver'])[0];
  const browser = ['/usr/lib', '/usr/libexec']
    .filter(existsSync)
    .flatMap(folder => globSync(`${folder}/{,*/}webkit2gtk-4.?/MiniBrowser`))
    .toSorted()
    .at(-1);
  const display = findOnPath(['Xvfb'])[0];
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/** Installs the other engines from Debian's packages. Returns the available engines, and prints which are missing. */
export function ensureEngines(): EngineName[] {
  if (findFirefox() === undefined) installFromDebian('firefox-esr');
  if (findWebKit() === undefined) installFromDebian('webkit2gtk-driver', 'xvfb');
  const has = { chromium: true, firefox: findFirefox() !== undefined, webkit: findWebKit() !== undefined };
  const missing = engineNames.filter(name => !has[name]);
  if (missing.length > 0)
    console.log(`! Not tested, because they could not be installed: ${missing.join(', ')}`);
  return engineNames.filter(name => has[name]);
}

/** The Redis server for tests. Valkey is a fork of Redis with the same protocol. */
export const findRedis = () => findProgram(['redis-server', 'valkey-server']);

/** Like `findRedis`, but installs a server if there is none, or throws an Error that says what to do. */
export const ensureRedis = () =>
  ensure(
    findRedis,
    [() => installFromDebian('redis-server')],
    'The tests with two replicas need a Redis or Valkey server, and none could be installed.\n' +
      'Install redis-server or valkey-server so that it is on the PATH (on Debian and Ubuntu: ' +
      'apt-get install redis-server), and run the same command again.',
  );

/** The nginx for tests, which Debian does not put on the PATH of every user. */
export const findNginx = () => findProgram(['nginx'], '/usr/sbin/nginx');

/** Like `findNginx`, but installs it if there is none, or throws an Error that says what to do. */
export const ensureNginx = () =>
  ensure(
    findNginx,
    [() => installFromDebian('nginx-light')],
    'The tests behind a proxy need nginx, and it could not be installed.\n' +
      'Install nginx so that it is on the PATH (on Debian and Ubuntu: apt-get install nginx-light), ' +
      'and run the same command again.',
  );

/**
 * Runs the installers in turn until something is found.
 * @throws {Error} Thrown with `help` when nothing is.
 */
export function ensure<Found>(
  find: () => Found | undefined,
  installers: readonly (() => void)[],
  help: string,
): Found {
  for (const install of [() => {}, ...installers]) {
    install();
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error(help);
}

/** Tries these names in the folders of the PATH, then the other paths. Returns the first program that starts. */
function findProgram(names: readonly string[], ...others: readonly string[]): string | undefined {
  return [...findOnPath(names), ...others].find(starts);
}

/** The files with these names in the folders of the PATH. */
function findOnPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  return names.flatMap(name => folders.map(folder => join(folder, name))).filter(existsSync);
}

/** Checking the file is not enough: on Ubuntu, chromium-browser may be an installer stub. */
function starts(path: string): boolean {
  const version = path.endsWith('nginx') ? '-v' : '--version';
  return existsSync(path) && spawnSync(path, [version], { stdio: 'ignore' }).status === 0;
}

/** Tries to install Debian packages. The caller must check whether it worked. */
export function installFromDebian(...names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(' ')} with apt-get …`);
  // Without a run level, the package does not start its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync('/usr/bin/apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
