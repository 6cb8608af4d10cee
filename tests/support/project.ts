import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';

const files = ['client', 'scripts', 'server', 'shared', 'views', 'package.json', 'tsconfig.json'];

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })));
});

/** An empty folder that is removed with the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  folders.push(folder);
  return folder;
}

/**
 * A copy of the project in a folder of its own, with the same packages: what is built or kept there touches neither
 * the build that other tests use nor the developer's sandbox. It is removed with the test file.
 */
export async function copyProject(): Promise<string> {
  const folder = await temporaryFolder();
  await Promise.all(files.map(file => cp(resolve(file), join(folder, file), { recursive: true })));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}
