import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { atEndOf } from '../end';

const files = [
  'client',
  'scripts',
  'server',
  'shared',
  'views',
  'Dockerfile',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** The build that `npm test` has made. */
export const built = resolve(process.env.TEST_DIST ?? 'dist');

/** Returns the names of the files of the build. The files of the build before are in its folder, too. */
export function builtFiles(): string[] {
  return JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')).files;
}

/** The program of the worker threads. */
export const workerFile = join(built, builtFiles().find(name => /^worker-\w+\.js$/.test(name)) ?? '');

/** Returns an empty folder that is removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  atEndOf('file', () => rm(folder, { recursive: true }));
  return folder;
}

/**
 * Copies the project, with a link to its packages, to a folder that is removed after the test file. Commands that run
 * there touch neither the build that other tests use nor the developer's sandbox.
 */
export async function copyProject(): Promise<string> {
  const folder = await temporaryFolder();
  await Promise.all(files.map(file => cp(resolve(file), join(folder, file), { recursive: true })));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
