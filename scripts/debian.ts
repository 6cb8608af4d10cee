import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs one of Debian's packages, where this is Debian and we may. Whether it worked is for the caller to see. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} with apt-get …`);
  const aptGet = (...args: string[]) =>
    spawnSync('/usr/bin/apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Of a package that brings a service, the program is wanted and not the service: no run level has that.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', name);
}
