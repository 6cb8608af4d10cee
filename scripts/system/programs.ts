import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { WebKitPrograms } from '../browsers/webkit';
import { pathsOf } from './platform';

// First the headless build, which needs half the CPU time.
const browsers = (
  'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome ' +
  'microsoft-edge microsoft-edge-stable'
).split(' ');

/** Where Puppeteer installs browsers. */
const INSTALLED = join(homedir(), '.cache', 'puppeteer');

/** How long to wait for another installation, in seconds. */
const APT_LOCK_TIMEOUT_S = 600;

/** The HTML checker needs it. */
const JAVA_MAJOR = 17;

/** A program that some tests need in addition to Node. */
interface ProgramType<Found> {
  /** Debian's packages with it. */
  readonly packages: readonly string[];
  readonly find: () => Found | undefined;
}

const programTypes = {
  java: { packages: ['default-jre-headless'], find: findJava },
  // Valkey is a fork of Redis with the same protocol.
  redis: { packages: ['redis-server'], find: () => findProgram(['redis-server', 'valkey-server']) },
  // Debian does not put it on the PATH of every user.
  nginx: { packages: ['nginx-light'], find: () => findProgram(['nginx'], '/usr/sbin/nginx') },
  chromium: { packages: ['chromium-headless-shell'], find: findChromium },
  firefox: { packages: ['firefox-esr'], find: () => findProgram(['firefox-esr', 'firefox']) },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
} as const satisfies Record<string, ProgramType<unknown>>;

type ProgramName = keyof typeof programTypes;

type Found<Name extends ProgramName> = NonNullable<ReturnType<(typeof programTypes)[Name]['find']>>;

export const programNames = Object.keys(programTypes) as ProgramName[];

/** A test that fails with it is skipped, and counted as such (`tests/support/jest/environment.cjs`). */
class MissingProgram extends Error {
  override name = 'MissingProgram';
}

/**
 * Returns a program.
 * @throws {MissingProgram} Thrown when this machine does not have it, or TEST_WITHOUT names it.
 */
export function requireProgram<Name extends ProgramName>(name: Name): Found<Name> {
  const found = isUnwanted(name) ? undefined : programTypes[name].find();
  if (found === undefined) throw new MissingProgram(name);
  return found as Found<Name>;
}

/** Whether TEST_WITHOUT, a list such as `java,webkit`, names this program. */
const isUnwanted = (name: string): boolean => unwantedPrograms().includes(name);

export const unwantedPrograms = (): string[] =>
  (process.env.TEST_WITHOUT ?? '').split(',').flatMap(name => name.trim() || []);

/** Installs the wanted programs that are missing, where it may. Returns the names of those that are still missing. */
export function installPrograms(root: string, names: readonly ProgramName[] = programNames): ProgramName[] {
  const missing = () => names.filter(name => !isUnwanted(name) && programTypes[name].find() === undefined);
  const packagesOf = (found: readonly ProgramName[]) => found.flatMap(name => programTypes[name].packages);
  installFromDebian(...packagesOf(missing()));
  // A single package that the distribution lacks keeps the others from being installed.
  if (missing().length > 1) for (const name of missing()) installFromDebian(...packagesOf([name]));
  if (missing().includes('chromium')) installChromium(root);
  return missing();
}

/**
 * Describes the tests that were skipped, each by the program that it needs. They are complete if TEST_WITHOUT names all of
 * these programs.
 */
export function describeSkipped(tests: readonly string[]) {
  const names = programNames.filter(name => tests.includes(name));
  const missing = names.filter(name => !isUnwanted(name));
  const lines = names.map(name => {
    const number = tests.filter(each => each === name).length;
    return isUnwanted(name)
      ? `- Skipped without ${name}, as TEST_WITHOUT says: ${number}`
      : `✗ Skipped without ${name}: ${number}. To install it: ${installCommand(name)}`;
  });
  if (missing.length > 0)
    lines.push(`  To pass without: TEST_WITHOUT=${[...unwantedPrograms(), ...missing]} npm test`);
  return { lines, isComplete: missing.length === 0 };
}

const installCommand = (name: ProgramName): string =>
  `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install ${programTypes[name].packages.join(' ')}`;

/**
 * Like `requireProgram`, but installs a Chromium first if there is none.
 * @throws {Error} Thrown when none could be installed; the message says what to do.
 */
export function ensureChromium(root: string): string {
  if (findChromium() === undefined) installPrograms(root, ['chromium']);
  const chromium = findChromium();
  if (chromium !== undefined) return chromium;
  throw new Error(
    'This command needs a Chromium, and none could be installed; the output of the installers is above.\n' +
      'Install Chromium, Chrome or Edge so that it is on the PATH, or set CHROMIUM_PATH to its program, ' +
      'and run the same command again.',
  );
}

function installChromium(root: string): void {
  // Not the file in node_modules/.bin, which is a shell script on Windows.
  const installer = join(root, 'node_modules', '@puppeteer', 'browsers', 'lib', 'cjs', 'main-cli.js');
  const args = ['install', 'chrome-headless-shell@stable', '--path', INSTALLED];
  const { stderr } = spawnSync(process.execPath, [installer, ...args], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  // Without a network, the installer explains all its options.
  const [reason] = /^Error: .*/m.exec(stderr) ?? [];
  if (reason) console.log(`Chromium cannot be downloaded. ${reason}`);
}

/** CHROMIUM_PATH, else the first known name on the PATH, else the one that Puppeteer has installed. */
function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return starts(chosen) ? chosen : undefined;
  return findProgram(
    browsers,
    ...globSync(`${INSTALLED}/chrome-headless-shell/*/*/chrome-headless-shell{,.exe}`),
  );
}

/** WebKitGTK with its driver, and the virtual screen that it needs. */
function findWebKit(): WebKitPrograms | undefined {
  const driver = findOnPath(['WebKitWebDriver'])[0];
  const browser = ['/usr/lib', '/usr/libexec']
    .filter(existsSync)
    .flatMap(folder => globSync(`${folder}/{,*/}webkit2gtk-4.?/MiniBrowser`))
    .toSorted()
    .at(-1);
  const display = findOnPath(['Xvfb'])[0];
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/** A Java that is recent enough, wherever it is first on the PATH: its own folder has it, too. */
function findJava(): string | undefined {
  return [...findOnPath(['java']), ...globSync('/usr/lib/jvm/*/bin/java')].find(path => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return Number(/\d+/.exec(stdout ?? '')?.[0]) >= JAVA_MAJOR;
  });
}

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
  return names.flatMap(name => pathsOf(name)).filter(existsSync);
}

/** Checking the file is not enough: on Ubuntu, chromium-browser may be an installer stub. */
function starts(path: string): boolean {
  const version = path.endsWith('nginx') ? '-v' : '--version';
  return existsSync(path) && spawnSync(path, [version], { stdio: 'ignore' }).status === 0;
}

/** Tries to install Debian packages. The caller must check whether it worked. */
export function installFromDebian(...names: readonly string[]): void {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(' ')} with apt-get …`);
  // Without a run level, the package does not start its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = ['-qq', '-o', `DPkg::Lock::Timeout=${APT_LOCK_TIMEOUT_S}`];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync('/usr/bin/apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
