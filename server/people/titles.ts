import { UNDERSTOOD_LENGTH, wordSet, wordsIn } from './words';

/** Words of labels before a person's own address. With any other word, it may be somebody else's. */
const ADDRESS_WORDS = wordSet(
  'address addresses adresse correo email emails employee leaver leavers login mail mailto upn user username',
);

/** Other words next to those. */
const LABEL_WORDS = wordSet(
  'business company corporate e electrónico employees id name person primary users work',
);

/** Words of titles above a column of people. */
const TITLE_WORDS = wordSet(
  'address addresses e email emails employee first full id last login mail mailto name names person surname upn user username',
);

/** Lowercase words that stand between names or addresses. */
export const CONNECTING_WORDS = wordSet(
  'al and bin da de del der di e email et la mail mailto oder of or ten und van von y',
);

/** Whether a label says that what follows is a person's own address. */
export function isOwnLabel(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every(isLabelWord) && (words.length === 0 || words.some(word => ADDRESS_WORDS.has(word)));
}

/** Whether a word of a label says nothing about a person. */
export function isLabelWord(word: string): boolean {
  const key = word.toLowerCase();
  return ADDRESS_WORDS.has(key) || LABEL_WORDS.has(key);
}

/** Whether a text only has titles of columns, such as “Name, Email”. */
export function isTitle(text: string): boolean {
  return (
    text.length <= UNDERSTOOD_LENGTH &&
    /\p{L}/u.test(text) &&
    wordsIn(text).every(word => TITLE_WORDS.has(word.toLowerCase()))
  );
}
