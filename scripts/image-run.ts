import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Image } from './image-build';

/** How a started image is kept from doing harm. */
export interface Confinement {
  /** The user and group that it runs as, or undefined for whoever runs this. */
  readonly user: string | undefined;
  /** Whether the whole file system is read-only for it and it has no capability, or its own files alone are. */
  readonly sealed: boolean;
}

/** An image that runs. */
export interface RunningImage {
  readonly confinement: Confinement;
  /** How long it took from the start of its process until /readyz said yes, in milliseconds. */
  readonly coldStart: number;
  /** How much of a processor that took, in milliseconds: a busy machine changes it less. Linux only. */
  readonly coldStartWork: number;
  /** What /proc says of the process, for instance the `VmRSS` of its memory. Linux only. */
  readonly status: (field: string) => Promise<string>;
  /** Runs the image's HEALTHCHECK as the platform would, beside the server. Gives back its exit code. */
  readonly checkHealth: () => number | null;
  /** What the server has printed. */
  readonly output: () => string;
  /** Tells it to end, and waits until it has. Gives back its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How long a start may take before it counts as failed, in milliseconds. */
const PATIENCE = 30_000;

// The caller's mounts are not touched: they are copied for this process alone. setpriv comes last, so that Node has
// nothing left to mount or become anybody else with.
const SEAL = `
  mount --make-rprivate / || exit
  for place in /tmp /dev/shm "$1"; do mount --bind "$place" "$place" && mount -o remount,bind,ro "$place" || exit; done
  mount -o remount,bind,ro / &&
  cd "$2" && user=$3 group=$4 && shift 4 &&
  exec setpriv --reuid "$user" --regid "$group" --clear-groups --bounding-set -all --no-new-privs "$@"
`;

/** Takes the right to write away from everybody, folders included. */
export async function makeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  }
  await chmod(folder, 0o555);
}

/** Puts Node where the image's user can reach it, whatever folder of whose home it lies in. Gives back the folder. */
export async function placeNode(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await copyFile(process.execPath, join(bin, 'node'));
  await chmod(join(bin, 'node'), 0o555);
  return bin;
}

/** How an image can be confined on this machine; whoever is not root can become nobody else. */
export function findConfinement({ user }: Image): Confinement {
  if (process.getuid?.() !== 0) return { user: undefined, sealed: false };
  const probe = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount --make-rprivate / && setpriv --version']);
  return { user, sealed: probe.status === 0 };
}

/**
 * Starts an image's command with this environment, waits until the server takes traffic.
 * Thrown when it ends before, or does not in time: an Error with what it printed.
 */
export async function startImage(
  image: Image,
  { bin, environment }: { bin: string; environment: Readonly<Record<string, string>> },
): Promise<RunningImage> {
  const confinement = findConfinement(image);
  const env = { ...image.environment, ...environment, PATH: bin + delimiter + (process.env.PATH ?? '') };
  const begun = performance.now();
  const server = launch(image, confinement, env);
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', text => {
      printed += text;
    });
  }
  const ended = once(server, 'close').then(([code]): number | null => code);
  const readyz = `http://127.0.0.1:${environment.PORT}/readyz`;
  while (!(await answers(readyz))) {
    if (server.exitCode === null && performance.now() - begun < PATIENCE) continue;
    server.kill('SIGKILL');
    throw new Error(`The image does not take traffic. It printed:\n${printed}`);
  }
  return {
    confinement,
    coldStart: performance.now() - begun,
    coldStartWork: await processorTime(server.pid),
    async status(field) {
      const lines = await readFile(`/proc/${server.pid}/status`, 'utf8');
      return new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(lines)?.[1] ?? '';
    },
    checkHealth() {
      const [program = '', ...args] = image.healthcheck;
      return spawnSync(program, args, { env, ...identity(confinement), timeout: PATIENCE }).status;
    },
    output: () => printed,
    stop(signal = 'SIGKILL') {
      server.kill(signal);
      return ended;
    },
  };
}

function launch(image: Image, confinement: Confinement, env: Record<string, string>): ChildProcess {
  const cwd = join(image.folder, image.workdir);
  const [program = '', ...args] = image.command;
  const options: SpawnOptions = { env, stdio: ['ignore', 'pipe', 'pipe'] };
  if (!confinement.sealed || confinement.user === undefined) {
    return spawn(program, args, { ...options, cwd, ...identity(confinement) });
  }
  const [user = '', group = user] = confinement.user.split(':');
  const seal = ['--mount', 'sh', '-c', SEAL, 'sh', image.folder, cwd, user, group];
  return spawn('unshare', [...seal, program, ...args], options);
}

/** Its own and the system's work for it, which Linux counts in hundredths of a second. */
async function processorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

function identity({ user }: Confinement): { uid?: number; gid?: number } {
  if (user === undefined) return {};
  const [uid, gid = uid] = user.split(':').map(Number);
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

async function answers(address: string): Promise<boolean> {
  await wait(5);
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Bytes in all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

/**
 * Signs in by mail and looks at as many pages as wanted, one after the other.
 * Thrown when a page is not there: an Error that names it.
 */
export async function visitPages(
  origin: string,
  { email, latestLink, count }: { email: string; latestLink: () => Promise<string>; count: number },
): Promise<void> {
  const cookies = new Map<string, string>();
  async function ask(path: string, form?: Record<string, string>): Promise<void> {
    const response = await fetch(new URL(path, origin), {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : null,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  }
  await ask('/login', { email });
  const { pathname, search } = new URL(await latestLink(), origin);
  await ask(pathname + search, {});
  const pages = ['/dashboard', '/leads-capture', '/digital-business-cards', '/leads-capture?q=a&page=2'];
  for (let visited = 0; visited < count; visited++) await ask(pages[visited % pages.length] ?? '/dashboard');
}
