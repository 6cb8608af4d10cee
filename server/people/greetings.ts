import { wordsIn } from './names';

/** Longer lines are no greetings. */
const LENGTH = 400;

const GREETING = /^\s*(?:hi|hello|hey|dear|hallo|guten|good|bonjour|hola|ciao|liebe[rs]?|sehr)\b/i;

const GREETED = new Set(
  (
    'all team everyone everybody both there morning afternoon evening tag morgen abend zusammen geehrte geehrter damen und ' +
    'herren and à tous a todos'
  ).split(' '),
);

export function isGreeting(line: string): boolean {
  return GREETING.test(line);
}

/** Whether a line is a greeting with nothing but a name. */
export function isOnlyGreeting(line: string): boolean {
  const [, ...words] = isGreeting(line) && line.length <= LENGTH ? wordsIn(line) : [];
  return (
    isGreeting(line) &&
    !/[,!:]\s*\p{L}/u.test(line) &&
    words.length <= 6 &&
    words.every(word => GREETED.has(word) || /^\p{Lu}/u.test(word))
  );
}
