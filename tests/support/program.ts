import { spawn } from 'node:child_process';
import { afterAll } from '@jest/globals';

/** A program that a test has started. It is ended with the test file, should the test not have done it. */
export interface Program {
  /** What it has printed so far. */
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves once its output holds this text. Thrown when it ends first: an Error with what it printed. */
  readonly prints: (text: string) => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves with its exit code when it has ended, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const running = new Set<Program>();

afterAll(async () => {
  for (const program of running) program.signal('SIGKILL');
  await Promise.all([...running].map(program => program.ended));
});

/** Runs a script with the pinned Node. Of the tests' own environment it gets only where to find programs. */
export function startProgram(
  args: readonly string[],
  { env = {}, cwd = process.cwd() }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Program {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code ?? 0));
  });

  const program: Program = {
    output: () => printed.stdout,
    errors: () => printed.stderr,
    signal: name => {
      child.kill(name);
    },
    ended,
    prints: text =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (printed.stdout.includes(text)) resolve();
        };
        look();
        // After the listener that keeps what was printed.
        child.stdout.on('data', look);
        child.once('close', code => {
          reject(new Error(`Ended (${code}) without '${text}':\n${printed.stdout}\n${printed.stderr}`));
        });
      }),
  };
  running.add(program);
  ended.then(
    () => running.delete(program),
    () => running.delete(program),
  );
  return program;
}
