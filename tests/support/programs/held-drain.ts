import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './project';
import type { Environment } from './server';

/** Servers with these settings accept requests after SIGTERM until `end` is called, instead of for five seconds. */
export async function holdDrain(): Promise<{
  readonly settings: Environment;
  readonly end: () => Promise<void>;
}> {
  const file = join(await temporaryFolder(), 'drain');
  await writeFile(file, '');
  return {
    settings: {
      DRAIN_HELD_BY: file,
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('tests/support/programs/hold-drain.mjs'))}`,
    },
    end: () => rm(file),
  };
}
