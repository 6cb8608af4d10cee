import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './bundle';
import { lint, passes, typeChecks } from './checks';
import { ensureChromium } from './chromium';
import { ensureRedis } from './redis';

const help = `npm test             types, lint, build and every Jest test
npm test -- <args>   the build, then Jest with these arguments, to work on one thing:
                       npm test -- tests/routes          the tests in a folder or file
                       npm test -- -t 'revokes'          the tests with such a name
                       npm test -- --selectProjects unit
npm run types, npm run lint, npm run format   one thing each`;

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(help);
  process.exit();
}

// Neither needs the other, and the machine has two cores.
const [checked, built] = await Promise.all([
  runChecks(args.length > 0 ? [] : [...typeChecks, lint]),
  runBuild(),
]);
// Jest starts the built server: without it, every message that followed would be about that.
const tested = built.failed > 0 ? { passed: 0, failed: 0 } : await runJest();
const counts = [checked, built, tested];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runChecks(checks: typeof typeChecks): Promise<Count> {
  let passed = 0;
  for (const check of checks) {
    if (await passes(check, root)) passed += 1;
  }
  return { passed, failed: checks.length - passed };
}

async function runBuild(): Promise<Count> {
  try {
    await build(root);
    console.log('✓ Build');
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error('✗ Build, so that Jest cannot start\n', error);
    return { passed: 0, failed: 1 };
  }
}

async function runJest(): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-jest-'));
  const results = join(folder, 'results.json');
  try {
    await jest(['--json', `--outputFile=${results}`]);
    return count(JSON.parse(await readFile(results, 'utf8')));
  } catch {
    console.error('✗ Jest has left no result; what it said is above');
    return { passed: 0, failed: 1 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function jest(options: readonly string[]): Promise<void> {
  const script = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = join(root, 'tests', 'jest.config.js');
  orComplaint(ensureRedis);
  const program = spawn(process.execPath, [script, '--config', config, ...options, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: orComplaint(() => ensureChromium(root)) ?? process.env.CHROMIUM_PATH,
    },
  });
  return new Promise((resolve, reject) => program.once('error', reject).once('close', () => resolve()));
}

/** What some tests need. Without it they fail, each saying so; the others still have something to tell. */
function orComplaint(ensure: () => string): string | undefined {
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
}

/** A file that could not be run is a failure, and so is a test that somebody left out. */
function count(results: JestResults): Count {
  const skipped = args.length > 0 ? 0 : results.numPendingTests + results.numTodoTests;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + skipped;
  return { passed: results.numPassedTests, failed: results.success ? failed : Math.max(1, failed) };
}
