import path from 'node:path';

/** The path of a file relative to a folder as files and addresses have it: with `/`, on Windows too. */
export function slashedPath(
  folder: string,
  file: string,
  { relative, sep }: Pick<typeof path, 'relative' | 'sep'> = path,
): string {
  return relative(folder, file).replaceAll(sep, '/');
}
