import { wordsIn } from './names';

/** The meaning of a text about the people in its lists: they leave, or they keep their licenses and cards. */
export type Meaning = 'leaving' | 'keeping';

const setOf = (words: string) => new Set(words.split(' '));

/** Words that have a meaning. Any word that is not known may mean the opposite, so it leaves a doubt. */
const MEANING_WORDS: Readonly<Record<Meaning, ReadonlySet<string>>> = {
  leaving: setOf(
    'remove removal removals delete revoke deactivate left leaves leaving leaver leavers departed departing departure ' +
      'departures resigned resignations retired retirees retirements quit exit exits termination offboard offboarding entfernen löschen austritt austrittsdatum ' +
      'austritte ausgeschieden verlassen abgänge départ départs partis bajas salidas uscite vertrokken ' +
      'terminations terminated ex-employee ex-employees entferne ausscheiden scheiden ausgeschiedene ausgeschiedenen ' +
      'entziehen quittent dejan baja',
  ),
  keeping: setOf(
    'keep keeps keeping still do stay stays staying remain remains need needs needed require requires retain retains want wants ' +
      'use uses yes answered replied responded behalten bleiben brauchen ja',
  ),
};

/** Words without a meaning of their own, also next to an address. */
const FILLERS = setOf(
  'please kindly on since as the these this following from last working day date end contract st nd rd th monday tuesday ' +
    'wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april may june july ' +
    'august september october november december jan feb mar apr jun jul aug sep oct nov dec bitte zum letzter tag arbeitstag fecha',
);

/** Those that only headings have. */
const HEADING_FILLERS = setOf(
  'subject a all also are at be below both by can company could would for had has have here hereby how i in is it its list now ' +
    'our products product recently so their them they those today to twelve two three four five six seven eight nine ten ' +
    'us we who will you colleague colleagues everybody everyone friends people persons staff access license licenses ' +
    'card cards scanner app digital week month quarter year folgende folgenden diese die das der ' +
    'mitarbeiter mitarbeiterinnen kollegen haben uns unternehmen firma sind ende im am seit lead capture find attached enclosed hope well ' +
    "month's week's quarter's l'entreprise kolleginnen personen anbei hier liste lizenzen folgender den aus januar februar " +
    'märz mai juni juli oktober dezember les des personnes suivantes fin liste octobre novembre décembre las los la ' +
    'siguientes personas empresa lista octubre noviembre diciembre',
);

/** “License” as it is spelled in the United Kingdom, too. */
const BRITISH_SPELLING = /^licen[cs]es?$/;

/** Words of labels before a person's own address. With any other word, it may be somebody else's. */
const OWN_LABEL_WORDS = setOf(
  'address addresses adresse correo electrónico account accounts business company corporate e email emails employee employees id login mail mailto ' +
    'member members name of office people person primary staff upn user username users work',
);

/** Words of titles above a column of people. */
const TITLE_WORDS = setOf(
  'address addresses e email emails employee first full id last login mail mailto name names person surname upn user username',
);

/** Lowercase words that stand between names or addresses. */
export const CONNECTING_WORDS: ReadonlySet<string> = setOf(
  'al and bin da de del der di e email et la mail mailto oder of or ten und van von y',
);

/** Phrases of words that alone would mean something else, … */
const LEAVING_PHRASE =
  /\b(?:(?:people|colleagues|employees|who) leave(?! (?:us )?(?:all|their|these|those|the (?!company)))|leave us(?! (?:all|their|the))|take back|last (?:working )?day|(?<!on )leave date|letzter (?:arbeits)?tag|end date|contract end|end of contract|to be (?:removed|deleted|revoked|deactivated)|no longer (?:work|works|employed|with us|with the company|need|needs))\b/g;

/** … and known words that together mean something else: “leaving their cards”, “remove from the list”, “removal by”. */
const OTHER_PHRASES = [
  /leav(?:es|ing) (?:all|both|their|them|these|those|the (?!company)|this (?!week|month|quarter|year))/,
  /from (?:[a-z]+ ){0,3}(?:list|leaver|departure)|\b(?:by|to)\W{0,9}$/,
  /(?:is|are|we have|have we) left|left (?:for|of)\b|left (?:in|at|on) (?:the |our )?(?:company|contract|staff|product)/,
  /\b(?!(?:have|has|who|recently|just|also)\b)[a-z]+ left\W{0,9}$/,
  /(?:^|[.!]\s)their last /,
  // A relative clause about something else, …
  /\bwho (?!(?:(?:have|has|had|is|are|will|be|also|now|recently|just) )*(?:leav|left|depart|resigned|retired|quit|exit|no longer))/,
  /\b(?:die|der|das|qui|que) (?:die|das|den|diese|haben|sind|im|am|zum|seit|noch)\b(?! (?:unternehmen|firma) verlassen)/,
  // … people next to a noun that is not about them, …
  /\b(?:colleagues?|employees?|staff|people|persons?|friends|members?|kollegen|mitarbeiter(?:innen)?) (?:[^\s:]+ ){1,40}(?:leavers?|removals?|departures?|resignations|retirements|terminations?|austritte?|abgänge|départs?)\b/,
  /\b(?:removals?|departures?|retirements?|exits?|terminations?|offboarding|austritte?) (?:colleague|employee|people|person|staff|member|friend|kollegen|mitarbeiter)/,
  /\b(?:since|seit) (?:the |our |den )?(?:removal|departure|resignation|retirement|termination|leaver|austritt|abg)|\bof the departed\b|\bliste verlassen\b/,
  // … and a request about emails.
  /\b(?:please|kindly|bitte)\W(?:[^\s:]+ ){0,3}e?-?mail\b/,
  /\b(?:delete|remove|revoke|löschen) (?:this|these|that|the|our|all) (?:email|e-mail|mail)s?\b/,
];

/** Marks that may say anything: strikethrough, pictures, questions, empty boxes, and yes or no as a number. */
const MEANINGFUL_MARK = /[~?\p{So}]|[[(]\s*-?\s*[\])]|[:=]\W{0,5}[01]\W{0,5}$/u;

/** A question at the end that asks for something. */
const REQUEST = /(?:^|[.!])\s*(?:can|could|would) you [^?]*\?\s*$/i;

/** The beginning of a text that greets one person, … */
const GREETED_PERSON = /^\s*(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|hola) \p{L}+[,!]\s+/iu;

/** Longer texts are prose. */
const TEXT_LENGTH = 400;

/** Whether a text clearly says that the people below it have this meaning: it has no word that may say otherwise. */
export function announces(text: string, meaning: Meaning): boolean {
  if (text.length > TEXT_LENGTH) return false;
  const request = REQUEST.test(text) ? text.replace('?', '') : text;
  if (hasMeaningfulMark(request)) return false;
  // “Please take back their licenses. Our staff:”: the last sentence is the heading.
  const last = text.split(/(?<!\d)[.!]\s+(?=\p{Lu})/u).at(-1) ?? '';
  if (last !== text && /:\s*$/.test(last) && !announces(last, meaning)) return false;
  const plain = request
    .replace(GREETED_PERSON, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .replace(meaning === 'leaving' ? LEAVING_PHRASE : /$^/, 'departing');
  const words = wordsIn(plain);
  return (
    words.some(word => MEANING_WORDS[meaning].has(word)) &&
    words.every(
      word => isKnownWord(word, meaning) || HEADING_FILLERS.has(word) || BRITISH_SPELLING.test(word),
    ) &&
    (meaning === 'keeping' || !OTHER_PHRASES.some(phrase => phrase.test(plain)))
  );
}

/** Whether a text has a word with this meaning. */
export function hasMeaning(text: string, meaning: Meaning): boolean {
  return (
    text.length <= TEXT_LENGTH && wordsIn(text).some(word => MEANING_WORDS[meaning].has(word.toLowerCase()))
  );
}

/** Whether a text asks for a mail to a person. */
export function asksForMail(text: string): boolean {
  return /\b(?:please|kindly|bitte)\s+(?:an\s+)?e?-?mail\b/i.test(text);
}

/** Whether a text has a mark that may say anything, or a date that is no day on which a person leaves. */
export function hasMeaningfulMark(text: string): boolean {
  return MEANINGFUL_MARK.test(text) || hasFarDate(text);
}

/** A date in digits, or with the name of a month. */
const DATE =
  /\b(?:\d{1,2}([./-])\d{1,2}\1(?<end>\d{4})|(?<start>\d{4})([./-])\d{1,2}\4\d{1,2}|\p{L}{3,12}\.? (?:\d{1,2}, )?(?<named>\d{4}))\b/gu;

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/** Whether a text has a date without a year, or in over a year's time. */
function hasFarDate(text: string): boolean {
  return Array.from(text.matchAll(DATE)).some(({ 0: date, groups: { end, start, named } = {} }) => {
    const year = Number(end ?? start ?? named);
    // Either number may be the month.
    const numbers = named === undefined ? date.split(/[./-]/).map(Number) : [];
    const month = Math.max(1, ...numbers.filter(number => number <= 12));
    return year === 0 || Date.UTC(year, month - 1) > Date.now() + YEAR_MS;
  });
}

/** Whether a word next to an address connects names, has this meaning, or announces an address. */
export function isKnownWord(word: string, meaning: Meaning): boolean {
  const key = word.toLowerCase();
  return [MEANING_WORDS[meaning], FILLERS, CONNECTING_WORDS, OWN_LABEL_WORDS].some(words => words.has(key));
}

/** Whether a label says that what follows is a person's own address. */
export function isOwnLabel(label: string): boolean {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every(word => OWN_LABEL_WORDS.has(word) || /^leavers?$/.test(word));
}

/** Whether a text only has titles of columns, such as “Name, Email”. */
export function isTitle(text: string): boolean {
  return (
    text.length <= TEXT_LENGTH &&
    /\p{L}/u.test(text) &&
    wordsIn(text).every(word => TITLE_WORDS.has(word.toLowerCase()))
  );
}

const GREETING = /^\s*(?:hi|hello|hey|dear|hallo|guten|good|bonjour|hola|ciao|liebe[rs]?|sehr)\b/i;

const GREETED = setOf(
  'all team everyone everybody both there morning afternoon evening tag morgen abend zusammen geehrte geehrter damen und ' +
    'herren and à tous a todos',
);

export function isGreeting(line: string): boolean {
  return GREETING.test(line);
}

/** Whether a line is a greeting with nothing but a name. */
export function isOnlyGreeting(line: string): boolean {
  const [, ...words] = isGreeting(line) && line.length <= TEXT_LENGTH ? wordsIn(line) : [];
  return (
    isGreeting(line) &&
    !/[,!:]\s*\p{L}/u.test(line) &&
    words.length <= 6 &&
    words.every(word => GREETED.has(word) || /^\p{Lu}/u.test(word))
  );
}
