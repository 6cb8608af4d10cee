import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from './build/bundle';
import { signalAll } from './system/platform';
import { describeSkipped, installPrograms, programNames, unwantedPrograms } from './system/programs';
import { waitForSignal } from './system/signals';
import { temporaryFolder } from './system/temporary-folder';

/** The scripts of the checks below `node_modules/`, with their arguments. */
const checks = {
  Types: ['typescript/bin/tsc', '-b', '--force', '.', 'shared', 'client'],
  'Lint and format': ['@biomejs/biome/bin/biome', 'check'],
};

/** How long Jest may take to exit after a signal, in milliseconds. */
const JEST_EXIT_TIMEOUT_MS = 15_000;

/** How long a process may outlive its parent, in milliseconds. */
const ORPHAN_EXIT_TIMEOUT_MS = 5000;

/** Files that tools leave in the temporary folder: caches of npm and tsx, and the last log lines of a killed emulator. */
const TOOL_CACHES = /^(node-compile-cache|tsx-.*|sandbox-emulator-.*)$/;

/** Printed by Jest when a worker does not exit in time, because a test has left something open. */
const FORCED_EXIT = 'A worker process has failed to exit gracefully';

const SLOWEST_FILES_LIMIT = 10;

const root = join(import.meta.dirname, '..');
/** Without this argument, only Chromium walks all states. */
const ALL_STATES = '--all-states';
const args = process.argv.slice(2).filter(argument => argument !== ALL_STATES);

const folder = temporaryFolder('portal-tests');
/** Other commands in this folder do not touch this build. */
const dist = join(root, '.cache', 'tests', 'dist');
const skippedFile = join(folder, 'skipped');
const bundlesFile = join(folder, 'bundles.json');
let jest: ChildProcess | undefined;
void waitForSignal()
  .then(stopJest)
  .finally(() => process.exit(1));

const unknown = unwantedPrograms().filter(name => !programNames.some(known => known === name));
if (unknown.length > 0) {
  console.error(`TEST_WITHOUT: ${unknown} is not one of ${programNames.join(', ')}.`);
  process.exit(1);
}

let [passed, failed] = [0, 0];
const count = (hasPassed: boolean) => (hasPassed ? passed++ : failed++);

// The checks run while other programs start, and while tests wait for them.
const checked = args.length > 0 ? undefined : runChecks();
// Without the build, all tests of the built server would fail.
const isBuilt = await runBuild();
count(isBuilt);
if (isBuilt) await runJest();
await checked;
const { lines, isComplete } = describeSkipped(readSkipped());
const skipped = readSkipped().length;
for (const line of lines) console.log(line);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || !isComplete ? 1 : 0;

async function runChecks(): Promise<void> {
  for (const [name, command] of Object.entries(checks)) count(await passes(name, command));
}

/** Runs a program that checks the project, and prints its output at once. Returns whether it passed. */
async function passes(name: string, [script = '', ...args]: readonly string[]): Promise<boolean> {
  const command = [join(root, 'node_modules', script), ...args];
  const running = promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: Infinity });
  const { code = 0, stdout, stderr } = await running.catch(error => error);
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (stdout + stderr !== '') console.log((stdout + stderr).trimEnd());
  return code === 0;
}

async function runBuild(): Promise<boolean> {
  try {
    writeFileSync(bundlesFile, JSON.stringify(await build(root, dist)));
    console.log('✓ Build');
    return true;
  } catch (error) {
    console.error('✗ Build: without it, Jest cannot run\n', error);
    return false;
  }
}

async function runJest(): Promise<void> {
  const resultsFile = join(folder, 'results.json');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const script = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = join(root, 'tests', 'jest.config.js');
  installPrograms(root);
  jest = spawn(
    process.execPath,
    [script, '--config', config, '--json', `--outputFile=${resultsFile}`, ...args],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'pipe'],
      // Its own process group can be signaled as a whole. On Windows, it would open a window.
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
        TEST_BUNDLES: bundlesFile,
        TEST_DIST: dist,
        TEST_SKIPPED: skippedFile,
        ...(process.argv.includes(ALL_STATES) && { TEST_ALL_STATES: 'yes' }),
      },
    },
  );
  let wasForced = false;
  jest.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    wasForced ||= text.includes(FORCED_EXIT);
  });
  const closed = once(jest, 'close');
  await once(jest, 'exit');
  const files = readdirSync(temporary).filter(name => !TOOL_CACHES.test(name));
  const leftovers = [...(await findLeftoverProcesses()), ...files];
  signalJest('SIGKILL');
  await closed;
  if (wasForced) failed++;
  failed += leftovers.length;
  if (leftovers.length > 0) console.error(`✗ The tests have left behind:\n  ${leftovers.join('\n  ')}`);
  try {
    const results: JestResults = JSON.parse(readFileSync(resultsFile, 'utf8'));
    countTests(results);
    if (args.length === 0) printSlowest(results);
  } catch {
    console.error('✗ Jest has written no results; its output is above');
    failed++;
  }
}

/** Signals Jest and all processes that its tests have started. */
function signalJest(signal: NodeJS.Signals): void {
  if (jest?.pid !== undefined) signalAll(jest.pid, signal);
}

async function findLeftoverProcesses(): Promise<string[]> {
  const deadline = Date.now() + ORPHAN_EXIT_TIMEOUT_MS;
  for (;;) {
    const left = processesOfGroup(jest?.pid ?? 0);
    if (left.length === 0 || Date.now() > deadline) return left;
    await wait(100);
  }
}

function processesOfGroup(group: number): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap(line => {
    const [, pgid, state = '', command = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // Without an init process that reaps them, exited processes remain as zombies in a container.
    return Number(pgid) === group && !state.startsWith('Z') ? [command] : [];
  });
}

/** Stops Jest and all processes that its tests have started. */
async function stopJest(): Promise<void> {
  if (jest === undefined || jest.exitCode !== null || jest.signalCode !== null) return;
  const ended = once(jest, 'exit');
  signalJest('SIGTERM');
  await Promise.race([ended, wait(JEST_EXIT_TIMEOUT_MS)]);
  signalJest('SIGKILL');
  await ended;
}

interface JestResults {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** One per test file; times in milliseconds since 1970. */
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Test files that could not run count as failures, and so do tests that were skipped although nothing was missing. */
function countTests(results: JestResults): void {
  const pending = results.numPendingTests + results.numTodoTests - readSkipped().length;
  const found = results.numFailedTests + results.numRuntimeErrorTestSuites + (args.length > 0 ? 0 : pending);
  passed += results.numPassedTests;
  failed += results.success ? found : Math.max(1, found);
}

/** The name of the missing program of each skipped test. */
function readSkipped(): string[] {
  return existsSync(skippedFile) ? readFileSync(skippedFile, 'utf8').trimEnd().split('\n') : [];
}

function printSlowest({ testResults }: JestResults): void {
  const files = testResults.map(({ name, startTime, endTime }) => {
    return { seconds: (endTime - startTime) / 1000, file: relative(root, name) };
  });
  console.log(`\nThe slowest files:`);
  for (const { seconds, file } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES_LIMIT))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
}
