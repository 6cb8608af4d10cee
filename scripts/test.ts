import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from './bundle';
import { ensureChromium, ensureRedis } from './programs';
import { waitForSignal } from './signals';
import { temporaryFolder } from './temporary-folder';

const help = `npm test             types, lint, build and every Jest test
npm test -- <args>   the build, then Jest with these arguments:
                       npm test -- tests/routes          the tests in a folder or file
                       npm test -- -t 'revokes'          the tests with such a name
                       npm test -- --selectProjects unit
npm run types, npm run lint, npm run format   one check each
TEST_PATIENCE=3      triples every timeout of the tests, for a slow machine`;

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

const SLOWEST_FILES_LIMIT = 10;

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(help);
  process.exit();
}

const folder = temporaryFolder('portal-tests');
let jest: ChildProcess | undefined;
void waitForSignal()
  .then(stopJest)
  .finally(() => process.exit(1));

let [passed, failed] = [0, 0];
const count = (hasPassed: boolean) => (hasPassed ? passed++ : failed++);

// The checks run while other programs start, and while tests wait for them.
const checked = args.length > 0 ? undefined : runChecks();
// Without the build, all tests of the built server would fail.
if (await runBuild()) await runJest();
await checked;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runChecks(): Promise<void> {
  for (const [name, command] of Object.entries(checks)) count(await passes(name, command));
}

/** Runs a program that checks the project, and prints its output at once. Returns whether it passed. */
async function passes(name: string, [script = '', ...args]: readonly string[]): Promise<boolean> {
  const program = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(program, 'close');
  const output = (await Promise.all([text(program.stdout), text(program.stderr)])).join('').trimEnd();
  const [code] = await ended;
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (output !== '') console.log(output);
  return code === 0;
}

async function runBuild(): Promise<boolean> {
  const problem = await build(root).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  count(!problem);
  if (problem) console.error('✗ Build: without it, Jest cannot run\n', problem.error);
  else console.log('✓ Build');
  return !problem;
}

async function runJest(): Promise<void> {
  const resultsFile = join(folder, 'results.json');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const script = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = join(root, 'tests', 'jest.config.js');
  tryEnsure(ensureRedis);
  jest = spawn(
    process.execPath,
    [script, '--config', config, '--json', `--outputFile=${resultsFile}`, ...args],
    {
      cwd: root,
      stdio: 'inherit',
      // Its own process group can be signaled as a whole. In watch mode, Jest needs that of the terminal.
      detached: !isWatching(),
      env: {
        ...process.env,
        TMPDIR: temporary,
        CHROMIUM_PATH: tryEnsure(() => ensureChromium(root)) ?? process.env.CHROMIUM_PATH,
      },
    },
  );
  await once(jest, 'exit');
  const files = readdirSync(temporary).filter(name => !TOOL_CACHES.test(name));
  const leftovers = [...(await findLeftoverProcesses()), ...files];
  signalJest('SIGKILL');
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

function isWatching(): boolean {
  return args.some(arg => arg.startsWith('--watch'));
}

/** Signals Jest and all processes that its tests have started. */
function signalJest(signal: NodeJS.Signals): void {
  if (jest?.pid === undefined || isWatching()) return;
  try {
    process.kill(-jest.pid, signal);
  } catch {
    // All of them have exited.
  }
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

/** Stops Jest and all processes that its tests have started. Resolves when all have exited. */
async function stopJest(): Promise<void> {
  if (jest === undefined || jest.exitCode !== null || jest.signalCode !== null) return;
  const ended = once(jest, 'exit');
  signalJest('SIGTERM');
  const timer = setTimeout(() => signalJest('SIGKILL'), JEST_EXIT_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
  signalJest('SIGKILL');
}

/** A prerequisite of some tests; undefined, with a message, if it is not available: only those tests fail. */
function tryEnsure(ensure: () => string): string | undefined {
  try {
    return ensure();
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
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

/** Test files that could not run and skipped tests count as failures. */
function countTests(results: JestResults): void {
  const skipped = args.length > 0 ? 0 : results.numPendingTests + results.numTodoTests;
  const found = results.numFailedTests + results.numRuntimeErrorTestSuites + skipped;
  passed += results.numPassedTests;
  failed += results.success ? found : Math.max(1, found);
}

function printSlowest({ testResults }: JestResults): void {
  const files = testResults.map(({ name, startTime, endTime }) => {
    return { seconds: (endTime - startTime) / 1000, file: relative(root, name) };
  });
  console.log(`\nThe slowest files:`);
  for (const { seconds, file } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES_LIMIT))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
}
