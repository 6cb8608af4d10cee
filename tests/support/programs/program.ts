import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { atEndOf } from '../end';

/** A process that a test has started. It is killed after the test file if it still runs. */
export type Program = ReturnType<typeof startProgram>;

/** Starts a command, the pinned Node by default. It inherits from the tests only where it finds and keeps files. */
export function startProgram(
  args: readonly string[],
  {
    env = {},
    cwd = process.cwd(),
    command = process.execPath,
    endsOn = 'SIGKILL',
  }: {
    env?: Readonly<Record<string, string>>;
    cwd?: string;
    command?: string;
    /** The signal that stops it after the test file. A program with child processes must be able to forward it. */
    endsOn?: NodeJS.Signals;
  } = {},
) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  const lines = { stdout: createInterface(child.stdout), stderr: createInterface(child.stderr) };
  for (const name of ['stdout', 'stderr'] as const) {
    lines[name].on('line', line => {
      printed[name] += `${line}\n`;
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
  });
  atEndOf('file', async () => {
    child.kill(endsOn);
    await ended.catch(() => {});
  });

  return {
    pid: child.pid ?? 0,
    /** The complete lines of its standard output so far. A line can arrive after the event that it reports. */
    output: () => printed.stdout,
    errors: () => printed.stderr,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Resolves with its exit code or signal once it, and every process that shares its output, has ended. */
    ended,
    /**
     * Resolves once its output contains this text.
     * @throws {Error} Thrown when the process ends first; the message has its output.
     */
    prints: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!printed.stdout.includes(text)) return;
          lines.stdout.off('line', look);
          resolve();
        };
        // Runs after the listener that collects the output.
        lines.stdout.on('line', look);
        look();
        child.once('close', code => {
          reject(new Error(`Ended (${code}) without '${text}':\n${printed.stdout}\n${printed.stderr}`));
        });
      }),
  };
}
