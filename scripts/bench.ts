import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBenchEnvironment } from './bench/environment';
import { measurePages } from './bench/pages';
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
    only: { type: 'string', default: 'pages,worst' },
  },
});

const root = join(import.meta.dirname, '..');
const signaled = waitForSignal();
const environment = await createBenchEnvironment(root, temporaryFolder('portal-bench'));
await Promise.race([signaled, measure()]);
await environment.close();
// Child processes end with this process.
process.exit(0);

async function measure(): Promise<void> {
  const seconds = Number(options.seconds);
  for (const part of options.only.split(',')) {
    if (part === 'pages') await measurePages(environment, seconds);
    if (part === 'worst') await measureWorst(environment);
  }
}
