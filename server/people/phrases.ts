import { UNDERSTOOD_LENGTH } from './words';

/** The meaning of a text about the people in its lists: they leave, or they keep their licenses and cards. */
export type Meaning = 'leaving' | 'keeping';

/** How the sentences of a text are read: with this meaning, in this year. */
export interface Reading {
  readonly meaning: Meaning;
  readonly year: number;
}

/** A text says that the people below it are listed, or nothing about anybody, or it was not understood. */
type Statement = 'announcement' | 'nothing' | 'not understood';

/**
 * The phrases of the sentences that are understood, in four languages. A name in capitals stands for the phrase with this
 * name, here and in the shapes below.
 */
const PHRASES: Readonly<Record<string, string>> = {
  LASTDAY:
    'last (?:working )?day|(?:leave|leaving|termination|departure|exit|end|contract end) date|end of contract|letzter (?:arbeits)?tag|' +
    'austrittsdatum|date de départ|fecha de baja',
  DATE:
    '(?:(?:on|in|at|by|as of|effective|the|of|end|für|du|from|for|since|this|last|am|im|zum|ab|seit|ende|le|fin|de|del?|des) ){0,6}' +
    String.raw`(?:\d{1,2}\.\d{1,2}\.|(?:YEAR|\d{1,2})[./-]\d{1,2}[./-](?:YEAR|\d{2})|\d{1,2}[/.]YEAR|\d{1,2}-MONTH-(?:YEAR|\d{2})|q[1-4](?: YEAR)?|` +
    String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)? (?:of |de )?MONTH(?:,? (?:YEAR|\d{2}(?!\d)))?|MONTH(?: (?:[12]?\d|3[01])(?:st|nd|rd|th)?(?!\d))?(?:,? YEAR)?|YEAR|` +
    '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|today|now|recently|heute|' +
    "(?:month|week|quarter|year)(?:['’]s)?|monats?|woche|quartals?|jahres|mois|mes)",
  MONTH:
    '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|' +
    'juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre)?|septiembre|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|' +
    'de[cz](?:ember)?|décembre|diciembre|enero|febrero)',
  YEAR: String.raw`(?:19|20)\d{2}`,
  NUMBER: String.raw`[1-9]\d{0,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`,
  THINGS:
    '(?:the |these |both )?(?:lead capture |scanner |app )?(?:licen[cs]es?|lizenzen|zugänge|comptes|accès|access|accounts?|(?:digital )?(?:business )?cards?)' +
    '(?: (?:and|und) (?:digital )?(?:business )?(?:cards?|karten))?',
  THESE:
    'these|those|they|(?:the |die |den |les |las |los )?(?:following|folgende[nr]?|siguientes)|diese[nr]?|ces|estas|estos',
  PRODUCT:
    '(?:both |the |all |our )?(?:products|systems?|lead capture(?: app)?|scanner(?: app)?|digital business cards|apps?)',
  PEOPLE:
    'people|persons?|colleagues|employees|(?:team |staff )?members|staff|friends|users?|kolleg(?:en|innen)(?: und kollegen)?|' +
    'mitarbeiter(?:innen)?(?: und mitarbeiter)?|personen|personnes|collègues|collaborateurs|salariés|personas|empleados',
  COMPANY:
    "us|(?:the|our) (?:company|firm|business)|uns|das unternehmen|die firma|l['’]entreprise|la société|nous|la empresa",
  REMOVE: 'remove|delete|revoke|deactivate|take back|offboard|cancel|terminate|withdraw',
  GONE: 'resigned|retired|quit|departed|terminated|offboarded|ausgeschieden',
  LEAVING: 'leaving|departing|retiring',
  LEFT: 'left',
  LEAVE: 'leave',
  LEAVERS:
    'leavers?|departures|terminations|resignations|retirements|offboardings?|removals|ex-employees|austritte?|abgänge|' +
    'kündigungen|départs?|partis|bajas?|salidas|uscite|vertrokken',
  FORMER: 'former|ehemaligen?|ausgeschiedenen?|ausscheidenden?',
  KEEP: '(?:keep|stay|remain|(?:still )?(?:need|use|want))s?|keeping|staying|behalten|bleiben|brauchen',
  ANSWERED: '(?:(?:have|has) )?(?:answered|replied|responded)|yes|ja',
};

const THE_PEOPLE =
  '(?:(?:(?:the|our|all|die|les) )?(?:THESE )?(?:NUMBER )?(?:of our )?(?:FORMER )?PEOPLE(?: suivante?s)?|THESE(?: NUMBER)?|who)';

/** “Please find below the list of …” */
const HERE =
  '(?:(?:please )?(?:find|see|here (?:is|are)|attached (?:is|are)|below (?:is|are)|anbei|nachfolgend|hier(?: ist)?|voici)(?: attached| enclosed| below| /)* )?(?:(?:the|die|la) )?(?:list[ea]? (?:of|der|des|de) )?';

const THE_LIST =
  '(?:please find|find|here is|attached is|hier ist|anbei)(?: the| die)? liste?(?: below| attached)?';

/**
 * The shapes of whole sentences, in lower case and without punctuation, that say that the people below are listed, or
 * that say nothing about anybody. Any other sentence may say that a person stays, so only these are understood.
 */
const SHAPES = {
  leaving: [
    `${HERE}(?:(?:the|our|all|THESE) )?(?:NUMBER )?(?:(?:new|upcoming|confirmed|monthly) )?(?:DATE )?(?:LEAVERS|LEAVING|GONE)(?: list)?(?: DATE)?(?: NUMBER)?`,
    'LEFT(?: COMPANY)?(?: DATE)?',
    'to REMOVE',
    `${HERE}(?:LEAVING|GONE|FORMER) PEOPLE(?: DATE)?`,
    `${HERE}${THE_PEOPLE}(?: (?:who|that))? (?:(?:(?:have|has|are|were) )?GONE|(?:have|has)(?: DATE| just)? LEFT|(?:are |will be )?LEAVING|will LEAVE)(?: COMPANY)?(?: DATE)?`,
    `${HERE}(?:THESE(?: NUMBER)?(?: PEOPLE)?|${THE_PEOPLE} who|who) LEAVE(?: COMPANY)?(?: DATE)?`,
    `${THE_PEOPLE} who LEFT(?: COMPANY)?(?: DATE)?`,
    `${THE_PEOPLE}(?: who)? (?:are )?no longer (?:with|employed by|work(?:ing)? (?:for|at)) COMPANY(?: DATE)?`,
    `${THE_PEOPLE}(?: who)? (?:are )?no longer (?:employed|work(?: here)?|need (?:a |an )?THINGS)(?: DATE)?`,
    `${THE_PEOPLE}(?: who)? have their LASTDAY(?: DATE)?`,
    `${THE_PEOPLE} (?:haben(?: COMPANY| DATE){1,2} verlassen|verlassen COMPANY(?: DATE)?|scheiden(?: DATE)? aus|sind(?: DATE)? GONE|haben gekündigt|sind nicht mehr bei COMPANY)`,
    `${THE_PEOPLE} (?:ont quitté|quittent|dejan|han dejado) COMPANY(?: DATE)?`,
    `(?:please )?(?:(?:can|could|would) you )?(?:please )?REMOVE(?: THINGS(?: (?:of|for|from))?)?(?: (?:${THE_PEOPLE}|(?:the |THESE )?LEAVERS))?(?: from PRODUCT)?(?: DATE)?`,
    `(?:all )?(?:${THE_PEOPLE}|THINGS) to (?:REMOVE|be (?:removed|deleted|revoked|deactivated))(?: DATE)?`,
    `(?:bitte )?(?:entferne|lösche|(?:entfernen|löschen) sie) (?:die THINGS (?:der |von )?)?(?:der )?${THE_PEOPLE}`,
    `(?:bitte )?(?:die )?THINGS (?:von )?${THE_PEOPLE} (?:entziehen|löschen|entfernen)`,
    `(?:merci de|veuillez) (?:supprimer|retirer|désactiver) (?:${THE_PEOPLE}|les THINGS suivants)`,
    `${THE_PEOPLE} (?:causan baja(?: DATE)?|ya no trabajan con (?:COMPANY|nosotros))`,
    `(?:por favor )?(?:eliminar|retirar) (?:a )?${THE_PEOPLE}`,
    'LASTDAY',
    THE_LIST,
  ],
  keeping: [
    `(?:please )?KEEP(?: (?:${THE_PEOPLE}|THINGS))?`,
    `${THE_PEOPLE}(?: who)? (?:KEEP(?: it| this| them| (?:a )?THINGS| with COMPANY)?|ANSWERED)`,
    'ANSWERED',
    THE_LIST,
  ],
  nothing: [
    "(?:i )?hope (?:you(?: are|['’]re) (?:doing )?well|all is well|this (?:email|message) finds you well)",
    '(?:please )?(?:confirm|let me know) (?:when|once) (?:this|it) is done',
    '(?:please )?let (?:me|COMPANY) know if you (?:have (?:any )?(?:further )?questions|need anything else)',
    '(?:if anything is unclear|if you have (?:any )?questions) (?:please )?(?:ask|contact|call|email|write to|let) (?:me|COMPANY)(?: know)?',
    'bei (?:fragen|rückfragen) (?:melde dich|melden sie sich)(?: gerne?)?',
    '(?:many )?thanks(?: a lot| in advance| for your help)?',
    'subject|betreff|objet|asunto',
    'total NUMBER',
  ],
  /** In a text about people who keep theirs, these would mean the opposite. */
  nothingNew: [
    '(?:(?:can|could|would) you )?(?:please )?REMOVE (?:their THINGS|them)(?: from PRODUCT)?(?: DATE)?',
    'their LASTDAY (?:is|was)(?: DATE)?',
    'LASTDAY(?: is| was)? DATE',
    'bitte (?:die )?THINGS (?:entziehen|löschen|entfernen)',
    '(?:merci de|veuillez) (?:supprimer|retirer|désactiver) (?:leurs|les) THINGS',
  ],
} as const;

/** A regular expression with phrases in place of their names. */
function expand(source: string): string {
  return source.replace(/[A-Z]{3,}/g, name => {
    const phrase = PHRASES[name];
    return phrase === undefined ? name : `(?:${expand(phrase)})`;
  });
}

/** Parts of other phrases. */
const PARTS = ['MONTH', 'YEAR'];

/** Each phrase is a group with its name. */
const PHRASE = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(?:${Object.keys(PHRASES)
    .filter(name => !PARTS.includes(name))
    .map(name => `(?<${name}>${expand(name)})`)
    .join('|')})(?![\p{L}\p{N}'’-])`,
  'gu',
);

/** Beginnings and ends of announcements. */
const BEFORE =
  '(?:(?:as discussed|fyi|(?:i would like|this is|we would like) to inform you that|please note that|just a heads-up that) )?';
const AFTER = '(?:(?: below| attached| as follows)?(?: please (?:process|action|remove them))?)?';

const compile = (shapes: readonly string[]) => new RegExp(`^${BEFORE}(?:${shapes.join('|')})${AFTER}$`);

const SENTENCES = {
  leaving: compile(SHAPES.leaving),
  keeping: compile(SHAPES.keeping),
};

const NOTHING: Readonly<Record<Meaning, RegExp>> = {
  leaving: compile([...SHAPES.nothing, ...SHAPES.nothingNew]),
  keeping: compile(SHAPES.nothing),
};

/** The remarks about a person that may stand next to an address: that this person leaves, when, or keeps a license. */
const REMARKS: Readonly<Record<Meaning, RegExp>> = {
  leaving: remarkPattern(
    `(?:(?:please|bitte) )?REMOVE(?: THINGS (?:of|for|from))?`,
    '(?:(?:has|is) )?(?:GONE|LEFT|LEAVING|leaves)(?: COMPANY)?',
    'leaver|austritt',
    'LASTDAY:? DATE',
    'DATE',
  ),
  keeping: remarkPattern('(?:please )?KEEP(?: it| this| (?:a )?THINGS)?', 'ANSWERED', 'DATE'),
};

function remarkPattern(...shapes: readonly string[]): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${expand(shapes.join('|'))})(?![\p{L}\p{N}'’-]|["']?\s*[:=])`,
    'giu',
  );
}

const REQUEST = remarkPattern('(?:please|bitte) (?:REMOVE|entferne|lösche)');

/** Whether a text asks to remove a person. */
export function isRequest(text: string): boolean {
  return text.length <= UNDERSTOOD_LENGTH && text.search(REQUEST) >= 0;
}

/** Leaves out the remarks about the person of an address. */
export function withoutRemarks(text: string, reading: Reading): string {
  return text.replace(REMARKS[reading.meaning], ' ');
}

/** The label of a date, as in “Last day: 30 November”. */
const LAST_DAY_LABEL = new RegExp(`^\\s*(${expand('LASTDAY')})\\s*:(?=\\s*\\S)`, 'i');

/** The beginning of a text that greets one person. */
const GREETED_PERSON = /^\s*(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|hola) \p{L}+[,!]\s+/iu;

/** The statement of a text about the people below it. Each of its sentences must be understood. */
export function statementOf(text: string, reading: Reading): Statement {
  if (text.length > UNDERSTOOD_LENGTH || hasFarDate(text, reading)) return 'not understood';
  const statements = text
    .replace(GREETED_PERSON, '')
    .replace(LAST_DAY_LABEL, '$1 ')
    .split(/(?<!\d)[.!:]\s+|(?<=\?)\s+/)
    .map(sentence => statementOfSentence(sentence, reading));
  if (statements.includes('not understood')) return 'not understood';
  return statements.includes('announcement') ? 'announcement' : 'nothing';
}

function statementOfSentence(sentence: string, reading: Reading): Statement {
  const plain = sentence
    .toLowerCase()
    .replace(/^(\s*(?:can|could|would) you [^?]*)\?\s*$/, '$1')
    .replace(/[,;()"“”„*_#]+/g, ' ')
    .replace(/^[\s•–-]+|[\s.:!-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (plain === '') return 'nothing';
  const shape = plain
    .replace(PHRASE, (...match) => {
      const phrases: Readonly<Record<string, string | undefined>> = match.at(-1);
      return Object.keys(phrases).find(name => phrases[name] !== undefined) ?? '';
    })
    .replace(/DATE(?: (?:(?:and|und) )?DATE)+/g, 'DATE');
  if (SENTENCES[reading.meaning].test(shape)) return 'announcement';
  return NOTHING[reading.meaning].test(shape) ? 'nothing' : 'not understood';
}

/** Whether a text clearly says that the people below it have this meaning. */
export function announces(text: string, reading: Reading): boolean {
  return statementOf(text, reading) === 'announcement';
}

/** Marks that may say anything: strikethrough, pictures, questions, boxes, and yes or no as a number. */
const MEANINGFUL_MARK =
  /[~?!\p{So}]|[\u0335-\u0338]|[[({][^\p{L}]{0,3}[\])}]|--|\.\.|…|[:=]\W{0,5}[01]\W{0,5}$/u;

/** Whether a text has a mark that may say anything, or a date that is far away. */
export function hasMeaningfulMark(text: string, reading: Reading): boolean {
  return MEANINGFUL_MARK.test(text) || hasFarDate(text, reading);
}

/** A day and a month, before a year. */
const DAY_AND_MONTH =
  String.raw`(?:\b\d{1,2}(?:[./_-](?:\d{1,2}|\p{L}+)[./_-]|(?:st|nd|rd|th|er|\.)? (?:of |de )?MONTH\.?,? )|` +
  String.raw`MONTH\.? \d{1,2}(?:st|nd|rd|th)?,? )['’]?`;

/** A year by itself, or in a date: 2035, 31.12.9999, 31 Dec ’35, 2035-12-31, 20351231, 31122035, 12/35, Q4 35. */
const YEAR = new RegExp(
  expand(
    [
      String.raw`\b(?:(?:19|20|21)\d{2}|9999)\b`,
      String.raw`(?<=${DAY_AND_MONTH})(?:\d{4}|\d{2})\b(?!:\d)`,
      String.raw`(?<=(?:MONTH\.?,? |\b\d{1,2}[./])['’]?)(?:\d{4}|3[2-9]|[4-9]\d)\b`,
      String.raw`(?<=\bq[1-4][ /-]['’]?)(?:\d{4}|\d{2})\b`,
      String.raw`\b\d{4}(?=[./_-]\d{1,2}[./_-]\d{1,2}\b)`,
      String.raw`\b(?:19|20|21|99)\d{2}(?=(?:0\d|1[0-2])[0-3]\d\b)`,
      String.raw`(?<=\b[0-3]\d(?:0\d|1[0-2]))(?:19|20|21|99)\d{2}\b`,
    ].join('|'),
  ),
  'giu',
);

/** How many years ago a person may have left. */
const MAX_YEARS_AGO = 2;

/** Whether a text has a year after the next one, or long ago: it is not that of a day on which a person leaves. */
function hasFarDate(text: string, { year: currentYear }: Reading): boolean {
  return Array.from(text.matchAll(YEAR)).some(([digits]) => {
    const year = digits.length === 2 ? 2000 + Number(digits) : Number(digits);
    return year > currentYear + 1 || year < currentYear - MAX_YEARS_AGO;
  });
}
