import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adminOf, createBenchEnvironment } from './bench/environment';
import { measureExports } from './bench/exports';
import { measurePages } from './bench/pages';
import { measureRemovals } from './bench/removals';
import { measureStart } from './bench/start';
import { measureWeight } from './bench/weight';
import { measureWorst } from './bench/worst';
import { waitForSignal } from './system/signals';
import { temporaryFolder } from './system/temporary-folder';

// Benchmarks the built server against minimal servers for the same pages (see bench/floor.ts). Compare ratios within
// one run only: absolute figures depend on the machine and its load.
const { values: options } = parseArgs({
  options: {
    /** How long each case is measured, in seconds. */
    seconds: { type: 'string', default: '6' },
    /** The parts to measure. */
    only: { type: 'string', default: 'pages,exports,removals,weight,start,worst' },
    /** Serves the portal for another benchmark until a signal, without measuring. */
    serve: { type: 'boolean', default: false },
  },
});

const root = join(import.meta.dirname, '..');
const signaled = waitForSignal();
const environment = await createBenchEnvironment(root, temporaryFolder('portal-bench'));
await Promise.race([signaled, options.serve ? serve() : measure()]);
await environment.close();
// Child processes end with this process.
process.exit(0);

/** Prints the URL of a portal, and the cookies to measure it with. */
async function serve(): Promise<void> {
  const { origin, signIn } = await environment.startPortal();
  const cookies = [100, 10_000, 100_000].map(async n => `--cookie '${n}:${await signIn(adminOf(n))}'`);
  console.log(`--target 'portal=${origin}/leads-capture?page=2' ${(await Promise.all(cookies)).join(' ')}`);
  await signaled;
}

async function measure(): Promise<void> {
  const seconds = Number(options.seconds);
  for (const part of options.only.split(',')) {
    if (part === 'pages') await measurePages(environment, seconds);
    if (part === 'exports') await measureExports(environment, seconds);
    if (part === 'removals') await measureRemovals(environment);
    if (part === 'weight') await measureWeight(environment);
    if (part === 'start') await measureStart(environment);
    if (part === 'worst') await measureWorst(environment);
  }
}
