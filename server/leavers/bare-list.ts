import { BULLETS, type ReadLine } from '../compare/addresses';

/** A bullet, or a number that ends with a dot, bracket or dash. */
const MARKER = new RegExp(
  `^(?:[-*]\\s{1,9}|[${BULLETS}]\\s{0,9}|\\d{1,5}[.-]\\s{1,9}|\\(?\\d{1,5}\\)\\s{0,9})`,
);

/** A piece of a line in which each address is a NUL: addresses that white space separates. */
const BARE = /^\0(?:\.?\s+\0)*\.?$/;

/** The maximum number of pairs of quotes and brackets around an address. */
const PAIRS = 3;

/** A line that has only addresses. */
interface BareLine {
  /** The first column with an address. */
  readonly column: number;
  readonly markers: readonly string[];
}

/** Whether lines have only addresses, in one column, whose bullets and numbers say nothing. */
export function isBareList(lines: readonly ReadLine[]): boolean {
  const filled = lines.filter(({ text }) => text.trim() !== '');
  const bare = filled.map(bareLine).filter(line => line !== undefined);
  return (
    bare.length === filled.length &&
    new Set(bare.map(({ column }) => column)).size === 1 &&
    areAlike(bare.flatMap(({ markers }) => markers)) &&
    (filled.length === 1 || filled.every(hasOneAddress) || areWrapped(filled))
  );
}

function hasOneAddress({ addresses }: ReadLine): boolean {
  return addresses.every(({ email }) => email === addresses[0]?.email);
}

/**
 * Whether the lines continue each other, with one separator and no address twice. Other lines with several addresses may have
 * columns, such as people and their managers.
 */
function areWrapped(lines: readonly ReadLine[]): boolean {
  const separators = new Set(lines.flatMap(({ text }) => text.match(/[,;\t、]/g) ?? []));
  const emails = lines.flatMap(({ addresses }) => addresses.map(({ email }) => email));
  if (separators.size > 1 || new Set(emails).size < emails.length) return false;
  return lines.every(({ text, addresses }, index) => {
    const continues = /[,;、]$/.test(text.trim());
    return index === lines.length - 1 ? !continues : continues && addresses.length > 1;
  });
}

/** Whether markers are the same, or numbers that count up; zeros may be answers. */
function areAlike(markers: readonly string[]): boolean {
  const [first = ''] = markers;
  const start = numberOf(first);
  const shapes = new Set(markers.map(marker => marker.replace(/\d+/, '1')));
  return (
    markers.every(marker => marker === first) ||
    (shapes.size === 1 && start > 0 && markers.every((marker, index) => numberOf(marker) === start + index))
  );
}

function numberOf(marker: string): number {
  return Number(marker.replace(/\D/g, ''));
}

function bareLine({ text, addresses }: ReadLine): BareLine | undefined {
  if (text.includes('\0')) return undefined;
  let outline = '';
  let end = 0;
  for (const address of addresses) {
    outline += `${text.slice(end, address.start)}\0`;
    end = address.end;
  }
  const pieces = (outline + text.slice(end)).split(/[,;\t、。]/).map(piece => piece.trim());
  const rest = pieces.map(piece => piece.replace(MARKER, ''));
  if (!rest.every(piece => piece === '' || isBarePiece(piece))) return undefined;
  const [first = '', ...others] = pieces
    .filter(piece => piece !== '')
    .map(piece => MARKER.exec(piece)?.[0].trim() ?? '');
  return {
    column: rest.findIndex(piece => piece !== ''),
    // Behind a comma, an address needs no marker.
    markers: [first, ...others.filter(marker => marker !== '')],
  };
}

function isBarePiece(piece: string): boolean {
  let bare = piece;
  for (let pair = 0; pair < PAIRS; pair++) bare = bare.replace(/<\0>|["'“„‟«‹]\0["'”“»›]|»\0«/g, '\0');
  return BARE.test(bare);
}
