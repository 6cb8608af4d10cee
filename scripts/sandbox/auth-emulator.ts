import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isFree } from '../ports';

export interface AuthEmulatorOptions {
  readonly port: number;
  readonly hubPort: number;
  readonly loggingPort: number;
  /** Absolute; where its configuration and logs are kept. Made when it is missing. */
  readonly folder: string;
  /** Absolute path of firebase-tools' lib/bin/firebase.js. */
  readonly firebaseCommand: string;
  /** How long it may take to get ready, in milliseconds (180,000). */
  readonly patience?: number;
}

export interface AuthEmulator {
  /** host:port, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  readonly host: string;
  /** Ends the emulator's process, within seconds. May be called again. */
  stop(): Promise<void>;
}

/** The sandbox's project. The prefix demo- keeps Firebase's tools from asking Google about it. */
export const SANDBOX_PROJECT = 'demo-portal';

const HOST = '127.0.0.1';
const OUTPUT_KEPT = 8_000;

// Runs inside the emulator's process, before it. Its standard input is a pipe that we hold: when we end, however
// abruptly, the system closes it and the emulator ends as well. It is asked to end cleanly first.
const END_WITH_PARENT = `
  process.stdin.on('close', () => {
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.exit(), 3000).unref();
  }).resume();
`;

/**
 * Starts the real Firebase Auth emulator in a process of its own, and waits until it answers. The process ends
 * with `stop`, and with ours however ours ends.
 * Thrown when a port is taken, or the emulator ends or is not ready in time: an Error that says which, with the
 * emulator's output.
 */
export async function startAuthEmulator(options: AuthEmulatorOptions): Promise<AuthEmulator> {
  const { port, folder, patience = 180_000 } = options;
  for (const wanted of [port, options.hubPort, options.loggingPort]) {
    // Another emulator on this port would answer in place of ours.
    if (!(await isFree(wanted))) throw new Error(`The Auth emulator's port ${wanted} is taken.`);
  }
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'firebase.json');
  await writeFile(config, JSON.stringify(configuration(options)));

  const emulator = launch(options.firebaseCommand, config, folder);
  const output = keepOutput(emulator);
  let failure: string | undefined;
  const ended = reasonOfEnd(emulator).then(reason => {
    failure = reason;
  });

  async function stop(): Promise<void> {
    emulator.stdin.destroy();
    const lastResort = setTimeout(() => emulator.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(lastResort);
  }

  const deadline = Date.now() + patience;
  while (!(await isReady(port))) {
    if (failure === undefined && Date.now() > deadline) failure = `was not ready after ${patience / 1000} s`;
    if (failure !== undefined) {
      const message = `The Auth emulator ${failure}. Its output:\n${output.text()}`;
      await stop();
      throw new Error(message);
    }
    await wait(100);
  }
  // From here on it names who signs in, and with which link.
  output.forget();
  return { host: `${HOST}:${port}`, stop };
}

function configuration({ port, hubPort, loggingPort }: AuthEmulatorOptions) {
  return {
    emulators: {
      auth: { host: HOST, port },
      hub: { host: HOST, port: hubPort },
      logging: { host: HOST, port: loggingPort },
      ui: { enabled: false },
      singleProjectMode: true,
    },
  };
}

type Emulator = ChildProcessByStdio<Writable, Readable, Readable>;

function launch(firebaseCommand: string, config: string, folder: string): Emulator {
  const endWithParent = `data:text/javascript,${encodeURIComponent(END_WITH_PARENT)}`;
  const start = ['emulators:start', '--only', 'auth', '--project', SANDBOX_PROJECT, '--config', config];
  return spawn(process.execPath, ['--import', endWithParent, firebaseCommand, ...start], {
    cwd: folder,
    env: {
      ...process.env,
      // No message of the day, no search for updates; the developer's own Firebase sign-in and settings stay out.
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: folder,
      // Its locator file would be shared with every other emulator of this project on the machine.
      TMPDIR: folder,
      FIREBASE_TOKEN: undefined,
      GOOGLE_APPLICATION_CREDENTIALS: undefined,
      DEBUG: undefined,
    },
    // Ctrl-C reaches the terminal's whole process group. The portal's last requests still need the emulator.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

function keepOutput(emulator: Emulator): { text(): string; forget(): void } {
  let kept = '';
  const keep = (chunk: string): void => {
    kept = (kept + chunk).slice(-OUTPUT_KEPT);
  };
  const streams = [emulator.stdout, emulator.stderr];
  for (const stream of streams) stream.setEncoding('utf8').on('data', keep);
  return {
    text: () => kept,
    forget: () => {
      // Still read, or the emulator would block on a full pipe.
      for (const stream of streams) stream.off('data', keep).resume();
      kept = '';
    },
  };
}

function reasonOfEnd(emulator: Emulator): Promise<string> {
  return new Promise(resolve => {
    emulator.once('error', error => resolve(`could not be started (${error.message})`));
    emulator.once('close', (code, signal) => resolve(`ended with ${signal ?? `exit code ${code}`}`));
  });
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${HOST}:${port}/`, { signal: AbortSignal.timeout(2_000) });
    const { authEmulator } = await response.json();
    return authEmulator.ready === true;
  } catch {
    return false;
  }
}
