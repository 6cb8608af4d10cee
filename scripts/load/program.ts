import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process of ours. It never outlives us. */
export interface Program {
  /** What it has printed last. */
  readonly output: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

interface Options {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

const OUTPUT_KEPT = 4000;

/** Runs Node with these arguments, this environment and nothing else. */
export function startNode(args: readonly string[], { root, env }: Options): Program {
  return start(args, { root, env });
}

/**
 * Runs one of the programs beside this file. Resolves when it is ready.
 * Thrown when it ends instead: an Error with what it printed.
 */
export async function startBeside(file: string, { root, env }: Options): Promise<Program> {
  const program = start(['--import', 'tsx', file], {
    root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  });
  await Promise.race([
    program.says('ready'),
    program.ended.then(reason => {
      throw new Error(`${file} ended (${reason}):\n${program.output()}`);
    }),
  ]);
  return program;
}

function start(args: readonly string[], { root, env }: Options) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const waiting = new Map<string, () => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT);
      for (const [wanted, found] of waiting) if (output.includes(wanted)) found();
    });
  }
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    process.off('exit', kill);
    return signal ?? code;
  });
  return {
    output: () => output,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    ended,
    says: (wanted: string) => new Promise<void>(resolve => waiting.set(wanted, resolve)),
  };
}
