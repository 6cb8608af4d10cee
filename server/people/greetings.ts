import { isNoName } from './other-words';
import { UNDERSTOOD_LENGTH, wordSet, wordsIn } from './words';

const GREETING =
  /^\s*(?:hi|hello|hey|dear|hallo|guten|good|bonjour|buenos|buenas|bonsoir|hola|ciao|liebe[rs]?|sehr)\b/i;

const GREETED = wordSet(
  'all team everyone everybody both there morning afternoon evening tag morgen abend zusammen geehrte geehrter damen und ' +
    'herren and à tous a todos días tardes',
);

export function isGreeting(line: string): boolean {
  return GREETING.test(line);
}

/** Whether a line is a greeting with nothing but names. */
export function isOnlyGreeting(line: string): boolean {
  const [, ...words] = isGreeting(line) && line.length <= UNDERSTOOD_LENGTH ? wordsIn(line) : [];
  const isOfNames = !/^\s*(?:good|guten)\b/i.test(line);
  return (
    isGreeting(line) &&
    !/[,!:]\s*\p{L}/u.test(line) &&
    words.length <= 6 &&
    words.every(word => GREETED.has(word.toLowerCase()) || (isOfNames && isCapitalizedName(word)))
  );
}

function isCapitalizedName(word: string): boolean {
  return /^\p{Lu}/u.test(word) && !isNoName(word);
}
