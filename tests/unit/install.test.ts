import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

// In place of npm: notes how it was called and leaves what `npm ci` leaves.
const NPM = `
  const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs');
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.NPM_FAILS) process.exit(7);
  mkdirSync('node_modules', { recursive: true });
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-install-'));
  cpSync(resolve('scripts/install.mjs'), join(folder, 'scripts', 'install.mjs'));
  writeFileSync(join(folder, 'npm.cjs'), NPM);
  lock({ express: '5.0.0' });
});
afterEach(() => rmSync(folder, { recursive: true }));

function lock(versions: Record<string, string>, file = 'package-lock.json'): void {
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
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
  expect(npmCalls()).toEqual(['ci --no-audit --no-fund --loglevel=error']);
});

test('a lockfile that names another version leads to another installation', () => {
  install();
  lock({ express: '5.1.0' });
  install();
  install();
  expect(npmCalls()).toHaveLength(2);
});

test('a package that is new in the lockfile leads to another installation', () => {
  install();
  lock({ express: '5.0.0', helmet: '8.0.0' });
  install();
  expect(npmCalls()).toHaveLength(2);
});

test('what npm ci has installed by hand is not installed again', () => {
  mkdirSync(join(folder, 'node_modules'));
  lock({ express: '5.0.0' }, 'node_modules/.package-lock.json');
  install();
  lock({ express: '5.1.0' });
  lock({ express: '5.1.0' }, 'node_modules/.package-lock.json');
  install();
  expect(npmCalls()).toEqual([]);
});

test('an installation that fails ends the command, and is tried again with the next', () => {
  const { status, stderr } = install({ NPM_FAILS: 'yes' });
  expect(status).toBe(7);
  expect(stderr).toContain('The installation failed');
  expect(install().status).toBe(0);
  expect(npmCalls()).toHaveLength(2);
});
