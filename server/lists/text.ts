import { normalize } from '../normalize';

const collator = new Intl.Collator('en');

/** Compares two texts in English order, whatever the locale of the server. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** Normalizes a text for searches: case and composition of accents are ignored. */
export function fold(text: string): string {
  return normalize(text, 'NFC').toLowerCase();
}
