import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../time/eventually';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** Waits for the coverage that a server writes to this folder. Returns the names of the functions of its build that have run. */
export async function calledFunctions(folder: string): Promise<ReadonlySet<string>> {
  let coverage: Coverage | undefined;
  await eventually('the coverage is written', async () => {
    // Threads that have ended write files of their own: the main thread's ends with 0.
    const name = (await readdir(folder)).find(each => each.endsWith('-0.json')) ?? '';
    try {
      coverage = JSON.parse(await readFile(join(folder, name), 'utf8'));
    } catch {
      // Not yet, or not all of it.
    }
    return coverage !== undefined;
  });
  return new Set(
    (coverage?.result ?? [])
      .filter(({ url }) => url.includes('/dist/'))
      .flatMap(({ functions }) => functions)
      .filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0)
      .map(({ functionName }) => functionName),
  );
}

/**
 * Returns the names of the components in this folder, as the build has them: the second of the same name ends in a 2.
 */
export async function componentsOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  const counts = new Map<string, number>();
  for await (const file of glob(`${folder}/**/*.tsx`)) {
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/\bfunction ([A-Z]\w*)/g)) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      names.push(count > 1 ? `${name}${count}` : name);
    }
  }
  return names;
}
