import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
