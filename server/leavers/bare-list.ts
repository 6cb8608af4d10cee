import type { ReadLine } from './addresses';

const BULLET = /^(?:[-*•·▪●○‣]\s{1,9}|[•·▪●○‣]|\d{1,5}[.-]\s{1,9}|\(?\d{1,5}\)\s{0,9})/;

/** A piece of a line in which each address is a NUL: addresses that white space separates. */
const BARE = /^\0(?:\.?\s+\0)*\.?$/;

/** How many pairs of quotes and brackets may stand around an address. */
const PAIRS = 3;

/**
 * Whether lines have only addresses, in one column: in lines, or separated by commas, semicolons, tabs or spaces; with or
 * without quotes, angle brackets, bullets and numbers.
 */
export function isBareList(lines: readonly ReadLine[]): boolean {
  const columns = new Set(lines.filter(({ text }) => text.trim() !== '').map(bareColumn));
  return columns.size === 1 && !columns.has(undefined);
}

/** The first column with an address in a line that has only addresses. */
function bareColumn({ text, addresses }: ReadLine): number | undefined {
  if (text.includes('\0')) return undefined;
  let outline = '';
  let end = 0;
  for (const address of addresses) {
    outline += `${text.slice(end, address.start)}\0`;
    end = address.end;
  }
  const pieces = (outline + text.slice(end))
    .split(/[,;\t、。]/)
    .map(piece => piece.trim().replace(BULLET, ''));
  return pieces.every(piece => piece === '' || isBarePiece(piece))
    ? pieces.findIndex(piece => piece !== '')
    : undefined;
}

function isBarePiece(piece: string): boolean {
  let bare = piece;
  for (let pair = 0; pair < PAIRS; pair++) bare = bare.replace(/<\0>|"\0"|'\0'|“\0”|„\0“|„\0”/g, '\0');
  return BARE.test(bare);
}
