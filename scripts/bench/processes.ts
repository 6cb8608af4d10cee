import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A measured program, or one that it depends on. */
export interface Measured {
  readonly pid: number;
  /** Milliseconds from its start to its first response. */
  readonly startUp: number;
  /** The longest event loop delay since the last call, in milliseconds. */
  readonly longestBlock: () => Promise<number>;
  /** Collects garbage and returns the memory that is in use, in bytes. */
  readonly memoryInUse: () => Promise<number>;
  /** The CPU time of all threads since the start, in milliseconds. */
  readonly cpuTime: () => Promise<number>;
  /** Signals it (with SIGKILL by default) and waits for its end. Returns its exit code, or null after a kill. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

interface ProgramOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The URL that is polled until it responds with a 2xx status. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file for its output, which is printed by default. */
  readonly log?: string;
  /** Whether it is pinned to the second CPU core, if there is one and `taskset` is installed. */
  readonly isPinned?: boolean;
}

const eventLoop = fileURLToPath(new URL('event-loop.mjs', import.meta.url));

/** Runs a Node program. */
export async function runProgram(
  args: readonly string[],
  { env, address, headers = {}, log, isPinned = false }: ProgramOptions,
): Promise<Measured> {
  const output = log === undefined ? 'inherit' : openSync(log, 'a');
  const [command, ...before] =
    isPinned && canPin() ? ['taskset', '-c', '1', process.execPath] : [process.execPath];
  const startedAt = performance.now();
  const child = spawn(command ?? '', [...before, '--import', eventLoop, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  // If the benchmark is killed, the IPC channel closes, which event-loop.mjs watches.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  await waitForResponse(child, address, headers);
  const startUp = performance.now() - startedAt;
  async function ask(question: string): Promise<number> {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  }
  return {
    pid: child.pid ?? 0,
    startUp,
    longestBlock: () => ask('longest block'),
    memoryInUse: () => ask('memory in use'),
    cpuTime: () => ask('CPU time'),
    async end(signal = 'SIGKILL') {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

/** Whether a process can be pinned to a core. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;
}

/** The resident memory of a process in MB; NaN if the system does not report it. */
export function residentMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
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
