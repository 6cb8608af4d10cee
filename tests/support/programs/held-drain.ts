import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './project';
import type { Environment } from './server';

/**
 * Servers with these settings accept requests after SIGTERM until `end` is called, instead of for five seconds. Before
 * their own code, they run this.
 */
export async function holdDrain(
  code = '',
  { NODE_OPTIONS = '', ...settings }: Environment = {},
): Promise<{ readonly settings: Environment; readonly end: () => Promise<void> }> {
  const file = join(await temporaryFolder(), 'drain');
  await writeFile(file, '');
  const modules = [
    pathToFileURL(resolve('tests/support/programs/hold-drain.mjs')),
    `data:text/javascript,${encodeURIComponent(code)}`,
  ];
  return {
    settings: {
      ...settings,
      DRAIN_HELD_BY: file,
      NODE_OPTIONS: [NODE_OPTIONS, ...modules.map(module => `--import=${module}`)].join(' '),
    },
    end: () => rm(file),
  };
}
