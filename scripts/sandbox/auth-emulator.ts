import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort, freePort } from '../system/ports';

interface AuthEmulatorOptions {
  /** The absolute path of the folder for its configuration and logs. Created if missing. */
  readonly folder: string;
  /** The startup timeout, in milliseconds (180,000). */
  readonly timeoutMs?: number;
}

export type AuthEmulator = Awaited<ReturnType<typeof startAuthEmulator>>;

/** The sandbox's project. With the prefix demo-, Firebase's tools do not contact Google. */
export const SANDBOX_PROJECT = 'demo-portal';

const HOST = '127.0.0.1';
const FIREBASE_COMMAND = fileURLToPath(
  new URL('../../node_modules/firebase-tools/lib/bin/firebase.js', import.meta.url),
);
const OUTPUT_LIMIT_LENGTH = 8_000;

// Preloaded into the emulator's process. Its standard input is a pipe from our process: when we end, even if killed,
// the system closes the pipe, and the emulator exits, too.
const END_WITH_PARENT = `
  process.stdin.on('close', () => {
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.exit(), 3000).unref();
  }).resume();
`;

// Preloaded, too. At its start, the emulator would compile validators for a thousand parameters of its API, and Ajv would
// check each of their schemas against a newly compiled meta-schema. That takes most of the startup.
const COMPILE_ON_USE = `
  import { createRequire } from 'node:module';
  try {
    const fromFirebase = createRequire(process.argv[1]);
    const fromExegesis = createRequire(fromFirebase.resolve('exegesis'));
    const options = fromExegesis('./options');
    const { compileOptions } = options;
    options.compileOptions = given => compileOptions({ ...given, lazyCompileValidationSchemas: true });
    const { default: Ajv } = fromExegesis('ajv');
    Ajv.prototype.validateSchema = () => true;
  } catch {
    // Other versions may do without these packages.
  }
`;

/**
 * Starts the real Firebase Auth emulator on free ports in its own process and waits until it responds. It runs until
 * `stop` is called or our process exits.
 * @throws {Error} Thrown when the emulator exits or is not ready in time. The message contains its output.
 */
export async function startAuthEmulator(options: AuthEmulatorOptions) {
  const { folder, timeoutMs = 180_000 } = options;
  const port = await freePort();
  const hubPort = await findFreePort(port + 1);
  const emulators = {
    auth: { host: HOST, port },
    hub: { host: HOST, port: hubPort },
    logging: { host: HOST, port: await findFreePort(hubPort + 1) },
    ui: { enabled: false },
    singleProjectMode: true,
  };
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'firebase.json');
  await writeFile(config, JSON.stringify({ emulators }));

  const emulator = launch(config, folder);
  let output = '';
  const ready = Promise.withResolvers<undefined>();
  for (const stream of [emulator.stdout, emulator.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT_LENGTH);
      if (output.includes('All emulators ready')) ready.resolve(undefined);
    });
  }
  const ended = once(emulator, 'close').then(
    ([code, signal]) => `exited with ${signal ?? `code ${code}`}`,
    (error: Error) => `could not be started (${error.message})`,
  );
  const late = wait(timeoutMs, `was not ready after ${timeoutMs / 1000} s`, { ref: false });

  /** Stops the emulator's process within seconds. Can be called repeatedly. */
  async function stop(): Promise<void> {
    emulator.stdin.destroy();
    const killTimer = setTimeout(() => emulator.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(killTimer);
  }

  const failure = await Promise.race([ready.promise, ended, late]);
  if (failure !== undefined) {
    await stop();
    throw new Error(`The Auth emulator ${failure}. Its output:\n${output}`);
  }
  // For FIREBASE_AUTH_EMULATOR_HOST.
  return { host: `${HOST}:${port}`, stop };
}

function launch(config: string, folder: string) {
  const preload = `data:text/javascript,${encodeURIComponent(COMPILE_ON_USE + END_WITH_PARENT)}`;
  const start = ['emulators:start', '--only', 'auth', '--project', SANDBOX_PROJECT, '--config', config];
  return spawn(process.execPath, ['--import', preload, FIREBASE_COMMAND, ...start], {
    cwd: folder,
    env: {
      ...process.env,
      // No update checks, and not the developer's own Firebase credentials and settings.
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: folder,
      // The locator file in the temporary folder is shared by all emulators of a project.
      TMPDIR: folder,
      FIREBASE_TOKEN: undefined,
      GOOGLE_APPLICATION_CREDENTIALS: undefined,
      DEBUG: undefined,
    },
    // Ctrl-C would also stop the emulator, which the portal needs while it drains.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
