import { BULLETS, type ReadLine } from './addresses';

/** A bullet, or a number that ends with a dot, bracket or dash. */
const MARKER = new RegExp(
  `^(?:[-*]\\s{1,9}|[${BULLETS}]\\s{0,9}|\\d{1,5}[.-]\\s{1,9}|\\(?\\d{1,5}\\)\\s{0,9})`,
);

/** A piece of a line in which each address is a NUL: addresses that white space separates. */
const BARE = /^\0(?:\.?\s+\0)*\.?$/;

/** How many pairs of quotes and brackets may stand around an address. */
const PAIRS = 3;

/**
 * Whether lines have only addresses, in one column: in lines, or separated by commas, semicolons, tabs or spaces; with or
 * without quotes, angle brackets, bullets and numbers.
 */
export function isBareList(lines: readonly ReadLine[]): boolean {
  const filled = lines.filter(({ text }) => text.trim() !== '');
  const columns = new Set(filled.map(bareColumn));
  return columns.size === 1 && !columns.has(undefined) && !haveColumns(filled);
}

/** Whether lines have columns, such as people and their managers: tabs between addresses, or as many in each, two at least. */
function haveColumns(lines: readonly ReadLine[]): boolean {
  const counts = lines.map(({ addresses }) => new Set(addresses.map(({ email }) => email)).size);
  const [count = 1] = counts;
  const hasTabs = ({ text, addresses }: ReadLine, index: number) =>
    counts[index] !== 1 && text.slice(addresses[0]?.end, addresses.at(-1)?.start).includes('\t');
  return lines.length > 1 && ((count > 1 && counts.every(each => each === count)) || lines.some(hasTabs));
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
    .map(piece => piece.trim().replace(MARKER, ''));
  return pieces.every(piece => piece === '' || isBarePiece(piece))
    ? pieces.findIndex(piece => piece !== '')
    : undefined;
}

function isBarePiece(piece: string): boolean {
  let bare = piece;
  for (let pair = 0; pair < PAIRS; pair++) bare = bare.replace(/<\0>|["'“„‟«‹]\0["'”“»›]|»\0«/g, '\0');
  return BARE.test(bare);
}
