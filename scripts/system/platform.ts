import { spawnSync } from 'node:child_process';
import path from 'node:path';

type Platform = NodeJS.Platform;

/** The path of a file relative to a folder as files and addresses have it: with `/`, on Windows too. */
export function slashedPath(
  folder: string,
  file: string,
  { relative, sep }: Pick<typeof path, 'relative' | 'sep'> = path,
): string {
  return relative(folder, file).replaceAll(sep, '/');
}

/** The paths that a program with this name has in the folders of the PATH. */
export function pathsOf(
  name: string,
  searchPath = process.env.PATH ?? '',
  { join, delimiter }: Pick<typeof path, 'join' | 'delimiter'> = path,
  platform: Platform = process.platform,
): string[] {
  const folders = searchPath.split(delimiter).filter(folder => folder !== '');
  return folders.map(folder => join(folder, platform === 'win32' ? `${name}.exe` : name));
}

interface Processes {
  readonly platform: Platform;
  readonly run: (program: string, args: string[]) => unknown;
  readonly kill: (pid: number, signal: NodeJS.Signals) => unknown;
}

const processes: Processes = { platform: process.platform, run: spawnSync, kill: process.kill };

/** Signals a process that was started with `detached`, and all below it. On Windows, which has no signals, they are ended. */
export function signalAll(
  pid: number,
  signal: NodeJS.Signals,
  { platform, run, kill }: Processes = processes,
): void {
  if (platform === 'win32') return void run('taskkill', ['/pid', String(pid), '/t', '/f']);
  try {
    kill(-pid, signal);
  } catch {
    // All of them have exited.
  }
}
