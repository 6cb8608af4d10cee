import { domainToUnicode } from 'node:url';
import { limitMarks, normalize, plainPunctuation } from '../text/normalize';

/** Enough for every number in an ID. */
const DIGITS = 16;

/** A text for `compareKeys`, in which numbers have leading zeros. */
export function sortKey(text: string): string {
  return limitMarks(text).replace(/\p{Nd}+/gu, digits => digits.padStart(DIGITS, '0'));
}

/**
 * Compares two sort keys in English order, independent of the server's locale. `Intl.Collator`, which could compare numbers
 * by their value itself, takes three times as long.
 */
export function compareKeys(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

/** Letters that do not decompose into a letter and an accent. */
const LETTERS = new Map(
  Object.entries({
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ı: 'i',
    ħ: 'h',
    ς: 'σ',
  }),
);
const UNDECOMPOSED = /[øłđðþßæœıħς]/g;
const ACCENTS_AND_INVISIBLE = /[\u0300-\u036f\p{Cf}]/gu;
const FULL_WIDTH = /[！-～]/g;
const ASCII = /^[\0-\x7f]*$/;

/** White space that is not one single space. */
const OTHER_SPACES = /\s{2,}|[^\S ]/g;

/** A part of a domain with other letters, in ASCII: “xn--malm-8qa” is “malmö”. */
export const ASCII_LABEL = /xn--[a-z\d-]{1,59}/gi;

/**
 * Folds a text for searches: case, accents, invisible characters and full-width forms are ignored, apostrophes and hyphens
 * are those of a keyboard, a run of white space is one space, and parts of domains in ASCII have their letters (P131).
 */
export function fold(given: string): string {
  const text = given.replace(ASCII_LABEL, label => domainToUnicode(label) || label);
  if (ASCII.test(text)) return text.toLowerCase().replace(OTHER_SPACES, ' ');
  const letters = normalize(plainPunctuation(text), 'NFD')
    .replace(ACCENTS_AND_INVISIBLE, '')
    .replace(FULL_WIDTH, letter => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .toLowerCase()
    .replace(UNDECOMPOSED, letter => LETTERS.get(letter) ?? letter)
    .replace(OTHER_SPACES, ' ');
  return normalize(letters, 'NFC');
}
