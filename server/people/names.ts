import { normalize } from '../normalize';
import { isNoName } from './other-words';
import { wordSet, wordsIn } from './words';

/** Longer texts are no names. */
const NAME_LENGTH = 200;

const WORDS_LIMIT = 5;

const TITLES = wordSet('dr frau herr mr mrs ms prof');

/** Whether a text, such as “Ada Byron” or “Byron, Ada”, may be the name of the person with an address. */
export function isNameOf(text: string, email: string): boolean {
  if (text.length > NAME_LENGTH) return false;
  const words = wordsIn(text).filter(word => !TITLES.has(lettersOf(word)));
  if (words.length > WORDS_LIMIT) return false;
  const [last, first] = text.split(',').map(wordsIn);
  const [surname] = last ?? [];
  const given = first?.at(-1);
  const isReversed = words.length === 2 && surname !== undefined && given !== undefined;
  return (
    areNames(words, email, { mayMiss: !MARKS.test(text) }) ||
    (isReversed && areNames([given, surname], email, { mayMiss: true }))
  );
}

/** Marks between a name and something else. */
const MARKS = /[\p{L}\p{M}.]\s*[^\s\p{L}\p{M}\p{N}.'’-]+.*\p{L}|\s[-–—]/u;

/**
 * Whether the first word is a part of the address, and the others are, too, but for names between the first and the last.
 * If some may be missing, as many may be as parts of the address are.
 */
function areNames(
  words: readonly string[],
  email: string,
  { mayMiss }: { readonly mayMiss: boolean },
): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return true;
  const isCombined = words.length > 1 && combinationsOf(first, last).includes(mailboxLettersOf(email));
  if (!isCombined && !isPartOf(first, email)) return false;
  const missing = (isCombined ? words.slice(1, -1) : words).filter(word => !isPartOf(word, email));
  const parts = partsOf(email);
  const unused = parts.filter(part => !words.some(word => lettersOf(word) === part)).length;
  const limit = mayMiss ? (parts.length > 1 ? unused : 1) : 0;
  const isShouted = (word: string) => word.length > 2 && !/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word);
  return (
    (missing.length <= limit || isCombined || isPartOf(last, email)) &&
    missing.every(
      word =>
        !isNoName(word) && /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word) && (!isShouted(word) || isShouted(first)),
    )
  );
}

/** Whether a word is a part of an address. */
export function isPartOf(word: string, email: string): boolean {
  return [lettersOf(word), lettersOf(spelledOut(word))].some(
    letters =>
      letters !== '' &&
      (partsOf(email).includes(letters) ||
        (letters.length >= 3 && mailboxLettersOf(email).includes(letters))),
  );
}

/** The mailboxes that combine a first and a last name. */
export function combinationsOf(first: string, last: string): readonly string[] {
  const [one, two] = [lettersOf(first), lettersOf(last)];
  return [one + two, two + one, one.slice(0, 1) + two, two + one.slice(0, 1), one + two.slice(0, 1)];
}

/** The letters of an address before the @. */
export function mailboxLettersOf(email: string): string {
  return lettersOf(localPartOf(email));
}

function partsOf(email: string): readonly string[] {
  return localPartOf(email)
    .split(/[^\p{L}\p{M}]+/u)
    .map(lettersOf)
    .filter(part => part !== '');
}

function localPartOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** The letters of a text, without case and accents. */
export function lettersOf(text: string): string {
  return normalize(text, 'NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}

/** Addresses often spell umlauts with two letters. */
function spelledOut(word: string): string {
  return word.toLowerCase().replace(/[äöü]/g, '$&e').replaceAll('ß', 'ss').replaceAll('ø', 'o');
}
