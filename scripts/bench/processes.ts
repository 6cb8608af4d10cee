import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../system/ports';

/** A measured program, or one that it depends on. */
export type Measured = Awaited<ReturnType<typeof runProgram>>;

interface ProgramOptions {
  /** The port for PORT; by default, a free one. */
  readonly port?: number;
  readonly env: Readonly<Record<string, string>>;
  /** The path that is polled until it responds with a 2xx status; by default `/`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file for its output, which is printed by default. */
  readonly log?: string;
  /** Whether it is pinned to the second CPU core, if there is one and `taskset` is installed. */
  readonly isPinned?: boolean;
}

const eventLoop = fileURLToPath(new URL('event-loop.mjs', import.meta.url));

/** The arguments of Node for a file in `scripts/`. */
export const script = (file: string): string[] => [
  '--import',
  'tsx',
  fileURLToPath(new URL(`../${file}`, import.meta.url)),
];

/** Runs a Node program that listens on a port. */
export async function runProgram(
  args: readonly string[],
  { port: given, env, path = '/', headers = {}, log, isPinned = false }: ProgramOptions,
) {
  const port = given ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const output = log === undefined ? 'inherit' : openSync(log, 'a');
  const [command, ...before] =
    isPinned && canPin() ? ['taskset', '-c', '1', process.execPath] : [process.execPath];
  const child = spawn(command ?? '', [...before, '--import', eventLoop, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env, PORT: String(port) },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  // If the benchmark is killed, the IPC channel closes, which event-loop.mjs watches.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  await waitForResponse(child, origin + path, headers);
  async function ask(question: string): Promise<number> {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  }
  return {
    /** The URL that it listens on. */
    origin,
    /** The longest turn of the event loop since the last call, in milliseconds of CPU time. */
    longestTurn: () => ask('longest turn'),
    /** Its resident memory in MB. */
    residentMemory: () => ask('resident memory'),
    /** The CPU time of all threads since the start, in milliseconds. */
    cpuTime: () => ask('CPU time'),
    async end(): Promise<void> {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Whether a process can be pinned to a core. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
}

/** How long a process may take until it responds, in milliseconds. */
const START_TIMEOUT_MS = 60_000;

async function waitForResponse(
  child: ChildProcess,
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const hasResponded = await fetch(address, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (hasResponded) return;
    await wait(4);
  }
  throw new Error(`The process did not respond at ${address} in time, or exited before`);
}
