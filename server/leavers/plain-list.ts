import { findAddresses } from './addresses';

const BULLET = /^(?:[-*•·▪●○‣–—]\s{0,9}|\(?\d{1,5}[.)]?\s{1,9})/;

/** Letters and the marks of names: “Byron, Ada (Finance)”. */
const NAME = /^[\p{L}\p{M}\s.,'"’()&/-]{0,100}$/u;

/** An entry is not longer: a name, an address and a bullet. */
const ENTRY_LIMIT = 500;

/**
 * Whether a clean text has nothing but addresses, alone or as `Name <address>`, in lines or separated by commas or
 * semicolons, with bullets or numbers if they like. Only such a text says clearly which people it means.
 */
export function isPlainList(text: string): boolean {
  const lines = text.split(/[\r\n;]/).filter(line => line.trim() !== '');
  return lines.length > 0 && lines.every(isRowOfEntries);
}

/** A comma separates two entries, or is part of a name, as in “Byron, Ada <ada@acme.example>”. */
function isRowOfEntries(line: string): boolean {
  let name = '';
  for (const part of line.split(',')) {
    const entry = name === '' ? part : `${name},${part}`;
    if (entry.length > ENTRY_LIMIT) return false;
    if (part.includes('@') && !isEntry(entry)) return false;
    name = part.includes('@') || entry.trim() === '' ? '' : entry;
  }
  return name === '';
}

/** Whether a text is exactly one address, alone or behind a name. */
function isEntry(text: string): boolean {
  const entry = text.trim().replace(BULLET, '');
  const [address, ...others] = findAddresses(entry);
  if (!address || others.length > 0) return false;
  const [before, after] = [entry.slice(0, address.start), entry.slice(address.end)];
  if (before === '' && after === '') return true;
  return after === '>' && before.endsWith('<') && NAME.test(before.slice(0, -1));
}
