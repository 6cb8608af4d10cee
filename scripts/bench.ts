import { mkdtemp, rm } from 'node:fs/promises';
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

// How the built server does on the work that it exists for, beside floors that do less (see bench/floor.ts). Ratios
// within one run are worth reading; the figures themselves are those of this machine at this moment.
const { values: options } = parseArgs({
  options: {
    /** How long each case is measured. */
    seconds: { type: 'string', default: '6' },
    /** Which parts are measured. */
    only: { type: 'string', default: 'pages,exports,weight,start' },
    /** Measures nothing; serves the portal to another benchmark until it is ended. */
    serve: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
await build(root);
const surroundings = await openSurroundings(root, folder);
const seconds = Number(options.seconds);

if (options.serve) {
  console.log(await surroundings.describe());
  await new Promise(resolve => process.once('SIGINT', resolve));
}
for (const part of options.serve ? [] : options.only.split(',')) {
  if (part === 'pages') await measurePages(surroundings, seconds);
  if (part === 'exports') await measureExports(surroundings, seconds);
  if (part === 'weight') await measureWeight(surroundings);
  if (part === 'start') await measureStart(surroundings);
}
await surroundings.close();
await rm(folder, { recursive: true });
process.exit(0);
