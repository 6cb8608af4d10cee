import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureExports } from './bench/exports';
import { measurePages } from './bench/pages';
import { measureStart } from './bench/start';
import { openSurroundings } from './bench/surroundings';
import { measureWeight } from './bench/weight';
import { build } from './bundle';
import { untilSignaled } from './signals';

// How the built server does on the work that it exists for, beside floors that do less (see bench/floor.ts). Ratios
// within one run are worth reading; the figures themselves are those of this machine at this moment.
const { values: options } = parseArgs({
  options: {
    /** How long each case is measured. */
    seconds: { type: 'string', default: '6' },
    /** Which parts are measured. */
    only: { type: 'string', default: 'pages,exports,weight,start' },
    /** Measures nothing; serves the portal to another benchmark until a signal ends it. */
    serve: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const signaled = untilSignaled();
await build(root);
const surroundings = await openSurroundings(root, folder);
await Promise.race([signaled, options.serve ? serve() : measure()]);
await surroundings.close();
// Programs that are still measured end with this process.
process.exit(0);

async function serve(): Promise<void> {
  console.log(await surroundings.describe());
  await signaled;
}

async function measure(): Promise<void> {
  const seconds = Number(options.seconds);
  for (const part of options.only.split(',')) {
    if (part === 'pages') await measurePages(surroundings, seconds);
    if (part === 'exports') await measureExports(surroundings, seconds);
    if (part === 'weight') await measureWeight(surroundings);
    if (part === 'start') await measureStart(surroundings);
  }
}
