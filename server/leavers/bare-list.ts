import { findEmailAddresses } from './addresses';

const BULLET = /^(?:[-*•·▪●○‣]\s{1,9}|[•·▪●○‣]|\(?\d{1,5}[.)]?\s{1,9}|\(?\d{1,5}\))/;

/** A piece of a line in which each address is a NUL: addresses that white space separates. */
const BARE = /^\0(?:\.?\s+\0)*\.?$/;

/** How many pairs of quotes and brackets may stand around an address. */
const PAIRS = 3;

/**
 * Whether a clean text has only addresses: in lines, or separated by commas, semicolons, tabs or spaces; with or without
 * quotes, angle brackets, bullets and numbers.
 */
export function isBareList(text: string): boolean {
  const lines = text.split(/[\r\n\u2028\u2029]/).filter(line => line.trim() !== '');
  return lines.length > 0 && lines.every(isBareLine);
}

function isBareLine(line: string): boolean {
  if (line.includes('\0')) return false;
  let outline = '';
  let end = 0;
  for (const address of findEmailAddresses(line)) {
    outline += `${line.slice(end, address.start)}\0`;
    end = address.end;
  }
  const pieces = (outline + line.slice(end))
    .split(/[,;\t、。]/)
    .map(piece => piece.trim().replace(BULLET, ''));
  return pieces.every(piece => piece === '' || isBarePiece(piece));
}

function isBarePiece(piece: string): boolean {
  let bare = piece;
  for (let pair = 0; pair < PAIRS; pair++) bare = bare.replace(/<\0>|"\0"|'\0'|“\0”|„\0“|„\0”/g, '\0');
  return BARE.test(bare);
}
