import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns where programs with these names may be in the folders of the PATH, in the order of the names. */
export function possiblePaths(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  return names.flatMap(name => folders.map(folder => join(folder, name)));
}

/** Whether a program starts. Checking the file is not enough: on Ubuntu, chromium-browser may be an installer stub. */
export function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Tries to install a Debian package. The caller must check whether it worked. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} with apt-get …`);
  const aptGet = (...args: string[]) =>
    spawnSync('/usr/bin/apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Without a run level, the package does not start its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', name);
}
