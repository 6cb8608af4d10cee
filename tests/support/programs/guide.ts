import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A block of code in a guide: a new file, which its first line names, or the changes of a file, as a diff. */
const BLOCK = /^ *```(\w+)\n(.*?)^ *```$/gms;

/**
 * Makes the changes of a guide to a copy of the project, in the guide's order, and exactly as they are printed. Returns the
 * paths of the files that it has changed.
 */
export async function follow(guide: string, folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [, language, block = ''] of guide.matchAll(BLOCK)) {
    const indent = /^ */.exec(block)?.[0].length ?? 0;
    const [first = '', ...lines] = block
      .replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '')
      .trimEnd()
      .split('\n');
    const name = /^(?:\/\/|\+\+\+) (\S+)$/.exec(first)?.[1];
    if (name === undefined) continue;
    names.add(name);
    const file = join(folder, name);
    if (language === 'diff') {
      await writeFile(file, changed(await readFile(file, 'utf8'), lines, name));
    } else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${lines.join('\n')}\n`, { flag: 'wx' });
    }
  }
  return names;
}

/** Returns the text with the hunks of a diff, which `@@` separates. */
function changed(text: string, diff: readonly string[], name: string): string {
  return diff
    .join('\n')
    .split(/^@@.*\n/m)
    .reduce((before, hunk) => {
      const lines = hunk.trimEnd().split('\n');
      const side = (other: string) =>
        lines.flatMap(line => (line.startsWith(other) ? [] : `${line.slice(1)}\n`)).join('');
      const [old, now] = [side('+'), side('-')];
      if (before.split(old).length !== 2) throw new Error(`${name} does not have these lines once:\n${old}`);
      return before.replace(old, () => now);
    }, text);
}
