import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';
import type { Sample } from './figures';
import { type Program, startNode } from './program';

export interface ReplicaOptions {
  readonly root: string;
  /** Flags for Node, before the program. */
  readonly nodeFlags: readonly string[];
  readonly port: number;
  readonly metricsPort: number;
  /** What all replicas have in common. */
  readonly env: Readonly<Record<string, string>>;
}

/** One process of the built server. */
export interface Replica {
  /** Tells it to end, as a platform does, waits until it has, and starts another one in its place. */
  readonly restart: () => Promise<void>;
  /** What it holds now; undefined when it does not say. */
  readonly sample: () => Promise<Sample | undefined>;
  readonly stop: () => Promise<void>;
  readonly output: () => string;
}

const START_LIMIT = 30_000;

/**
 * Starts a replica, and waits until it takes traffic.
 * Thrown, here and by `restart`, when a process does not start, or ends in another way than asked: an Error.
 */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  let program = await launch(options);
  return {
    async restart() {
      program.signal('SIGTERM');
      const reason = await program.ended;
      if (reason !== 0) throw new Error(`A replica ended with ${reason}:\n${program.output()}`);
      program = await launch(options);
    },
    async sample() {
      try {
        const response = await fetch(`http://127.0.0.1:${options.metricsPort}/metrics`, {
          signal: AbortSignal.timeout(5000),
        });
        return readSample(await response.text());
      } catch {
        return undefined;
      }
    },
    async stop() {
      program.signal('SIGKILL');
      await program.ended;
    },
    output: () => program.output(),
  };
}

async function launch({ root, nodeFlags, port, metricsPort, env }: ReplicaOptions): Promise<Program> {
  const program = startNode([...nodeFlags, join(root, 'dist', 'server.js')], {
    root,
    env: { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
  });
  let ended = false;
  void program.ended.then(() => {
    ended = true;
  });
  const deadline = Date.now() + START_LIMIT;
  while (!(await isReady(port))) {
    if (ended || Date.now() > deadline) throw new Error(`A replica does not start:\n${program.output()}`);
    await wait(100);
  }
  return program;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}${paths.readyz}`, {
      signal: AbortSignal.timeout(2000),
    });
    return status === 200;
  } catch {
    return false;
  }
}

/** The figures that matter here, of all that a process reports in Prometheus' format. */
export function readSample(metrics: string): Sample {
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  return {
    rss: figure('process_resident_memory_bytes'),
    handles: figure('nodejs_active_handles_total'),
    descriptors: figure('process_open_fds'),
  };
}
