/** The meaning of a text about the people in its lists: they leave, or they keep their licenses and cards. */
export type Meaning = 'leaving' | 'keeping';

/** A text says that the people below it are listed, or nothing about anybody, or it was not understood. */
export type Statement = 'announcement' | 'nothing' | 'unread';

/** Longer texts are not understood. */
const TEXT_LENGTH = 400;

/**
 * The phrases of the sentences that are understood, in four languages. A name in capitals stands for the phrase with this
 * name, here and in the shapes below.
 */
const PHRASES: Readonly<Record<string, string>> = {
  LASTDAY:
    'last (?:working )?day|(?:leave|leaving|termination|departure|exit|end|contract end) date|end of contract|letzter (?:arbeits)?tag|' +
    'austrittsdatum|date de départ|fecha de baja',
  DATE:
    '(?:(?:on|in|at|by|as of|effective|the|of|end|from|for|since|this|last|next|am|im|zum|ab|seit|ende|le|fin|de|del?|des) ){0,6}' +
    String.raw`(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4}|\.)?|(?:\d{1,2}(?:st|nd|rd|th|er|\.)? (?:of |de )?)?MONTH(?: \d{1,2}(?:st|nd|rd|th)?(?!\d))?(?:,? \d{4})?|\d{4}|` +
    '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|today|now|recently|heute|' +
    "(?:month|week|quarter|year)(?:['’]s)?|monats?|woche|quartals?|jahres|mois|mes)",
  MONTH:
    '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|' +
    'juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre)?|septiembre|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|' +
    'de[cz](?:ember)?|décembre|diciembre|enero|febrero)',
  NUMBER: String.raw`\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`,
  THINGS:
    '(?:the |these |both )?(?:lead capture |scanner |app )?(?:licen[cs]es?|lizenzen|access|accounts?|(?:digital )?(?:business )?cards?)' +
    '(?: (?:and|und) (?:digital )?(?:business )?(?:cards?|karten))?',
  THESE:
    'these|those|they|(?:the |die |den |les |las |los )?(?:following|folgende[nr]?|siguientes)|diese[nr]?|ces|estas|estos',
  PRODUCT: '(?:both |the )?(?:products|lead capture(?: app)?|scanner(?: app)?|digital business cards|apps?)',
  PEOPLE:
    'people|persons?|colleagues|employees|(?:team |staff )?members|staff|friends|users?|kolleg(?:en|innen)(?: und kollegen)?|' +
    'mitarbeiter(?:innen)?(?: und mitarbeiter)?|personen|personnes|collègues|collaborateurs|salariés|personas|empleados',
  COMPANY:
    "us|(?:the|our) (?:company|firm|business)|uns|das unternehmen|die firma|l['’]entreprise|la société|nous|la empresa",
  REMOVE: 'remove|delete|revoke|deactivate|take back|offboard',
  GONE: 'resigned|retired|quit|departed|terminated|offboarded|ausgeschieden',
  LEAVING: 'leaving|departing|retiring',
  LEFT: 'left',
  LEAVE: 'leave',
  LEAVERS:
    'leavers?|departures|terminations|resignations|retirements|offboardings?|removals|ex-employees|austritte?|abgänge|' +
    'kündigungen|départs?|partis|bajas?|salidas|uscite|vertrokken',
  FORMER: 'former|ehemalige|ausgeschiedene',
  KEEP: '(?:keep|stay|remain|(?:still )?(?:need|use|want))s?|keeping|staying|behalten|bleiben|brauchen',
  ANSWERED: '(?:(?:have|has) )?(?:answered|replied|responded)|yes|ja',
};

const SUBJECT =
  '(?:(?:(?:the|our|all|die|les) )?(?:THESE )?(?:NUMBER )?(?:of our )?(?:FORMER )?PEOPLE(?: suivante?s)?|THESE(?: NUMBER)?|who)';

/** “Please find below the list of …” */
const HERE =
  '(?:(?:please )?(?:find|here (?:is|are)|attached (?:is|are)|anbei|hier(?: ist)?)(?: attached| enclosed| below| /)* )?(?:(?:the|die|la) )?(?:list[ea]? (?:of|der|des|de) )?';

/**
 * The shapes of whole sentences, in lower case and without punctuation, that say that the people below are listed, or
 * that say nothing about anybody. Any other sentence may say that a person stays, so only these are understood.
 */
const SHAPES = {
  leaving: [
    `${HERE}(?:(?:the|our|all|THESE) )?(?:NUMBER )?(?:DATE )?(?:LEAVERS|LEAVING|GONE)(?: list)?(?: DATE)?(?: NUMBER)?`,
    'LEFT(?: COMPANY)?(?: DATE)?',
    `${HERE}(?:LEAVING|GONE|FORMER) PEOPLE(?: DATE)?`,
    `${HERE}${SUBJECT}(?: (?:who|that))? (?:(?:(?:have|has|are|were) )?GONE|(?:have|has)(?: DATE| just)? LEFT|(?:are |will be )?LEAVING|will LEAVE)(?: COMPANY)?(?: DATE)?`,
    `${HERE}(?:THESE(?: NUMBER)?(?: PEOPLE)?|${SUBJECT} who|who) LEAVE(?: COMPANY)?(?: DATE)?`,
    `${SUBJECT} who LEFT(?: COMPANY)?(?: DATE)?`,
    `${SUBJECT}(?: who)? (?:are )?no longer (?:with|employed by|work(?:ing)? (?:for|at)) COMPANY(?: DATE)?`,
    `${SUBJECT}(?: who)? (?:are )?no longer (?:employed|work(?: here)?|need (?:a |an )?THINGS)(?: DATE)?`,
    `${SUBJECT}(?: who)? have their LASTDAY(?: DATE)?`,
    `${SUBJECT} (?:haben(?: COMPANY| DATE){1,2} verlassen|verlassen COMPANY(?: DATE)?|scheiden(?: DATE)? aus|sind(?: DATE)? GONE)`,
    `${SUBJECT} (?:ont quitté|quittent|dejan|han dejado) COMPANY(?: DATE)?`,
    `(?:(?:can|could|would) you )?(?:please )?REMOVE(?: THINGS(?: (?:of|for|from))?)?(?: ${SUBJECT})?(?: from PRODUCT)?(?: DATE)?`,
    `(?:all )?(?:${SUBJECT}|THINGS) to (?:REMOVE|be (?:removed|deleted|revoked|deactivated))(?: DATE)?`,
    `(?:bitte )?(?:entferne|lösche|(?:entfernen|löschen) sie) ${SUBJECT}`,
    `(?:bitte )?(?:die )?THINGS (?:von )?${SUBJECT} (?:entziehen|löschen|entfernen)`,
    `(?:merci de|veuillez) (?:supprimer|retirer|désactiver) ${SUBJECT}`,
    `(?:por favor )?(?:eliminar|retirar) (?:a )?${SUBJECT}`,
    'LASTDAY',
  ],
  keeping: [
    `(?:please )?KEEP(?: (?:${SUBJECT}|THINGS))?`,
    `${SUBJECT}(?: who)? (?:KEEP(?: it| this| them| (?:a )?THINGS| with COMPANY)?|ANSWERED)`,
    'ANSWERED',
  ],
  nothing: [
    '(?:i )?hope (?:you are (?:doing )?well|all is well|this (?:email|message) finds you well)',
    '(?:please )?(?:confirm|let me know)(?: (?:when|once) (?:this|it) is done)?',
    '(?:please )?let (?:me|COMPANY) know if you have (?:any )?(?:further )?questions',
    '(?:if anything is unclear|if you have (?:any )?questions) (?:please )?(?:ask|contact|call|email|write to) (?:me|COMPANY)',
    '(?:(?:can|could|would) you )?(?:please )?REMOVE (?:their )?THINGS',
    '(?:please find|find|here is|attached is|hier ist|anbei)(?: the| die)? list(?:e)?(?: below| attached)?',
    'their LASTDAY (?:is|was)(?: DATE)?',
    '(?:many )?thanks(?: a lot| in advance| for your help)?',
    'subject|betreff|objet|asunto',
    'DATE',
  ],
} as const satisfies Record<Meaning | 'nothing', readonly string[]>;

/** A regular expression with phrases in place of their names. */
function expand(source: string): string {
  return source.replace(/[A-Z]{3,}/g, name => {
    const phrase = PHRASES[name];
    return phrase === undefined ? name : `(?:${expand(phrase)})`;
  });
}

/** Each phrase is a group with its name. `MONTH` is a part of dates only. */
const PHRASE = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(?:${Object.keys(PHRASES)
    .filter(name => name !== 'MONTH')
    .map(name => `(?<${name}>${expand(name)})`)
    .join('|')})(?![\p{L}\p{N}'’-])`,
  'gu',
);

const compile = (shapes: readonly string[]) => new RegExp(`^(?:${shapes.join('|')})$`);

const SENTENCES = {
  leaving: compile(SHAPES.leaving),
  keeping: compile(SHAPES.keeping),
  nothing: compile(SHAPES.nothing),
};

/** The remarks about a person that may stand next to an address: that this person leaves, when, or keeps a license. */
const REMARKS: Readonly<Record<Meaning, RegExp>> = {
  leaving: remark(
    `(?:(?:please|bitte) )?REMOVE(?: THINGS (?:of|for|from))?`,
    '(?:(?:has|is) )?(?:GONE|LEFT|LEAVING|leaves)(?: COMPANY)?',
    'LEAVERS',
    'LASTDAY',
    'DATE',
  ),
  keeping: remark('(?:please )?KEEP(?: it| this| (?:a )?THINGS)?', 'ANSWERED', 'DATE'),
};

function remark(...shapes: readonly string[]): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:${expand(shapes.join('|'))})(?![\p{L}\p{N}'’-])`,
    'giu',
  );
}

const REQUEST = remark('(?:please|bitte) (?:REMOVE|entferne|lösche)');

/** Whether a text asks to remove a person. */
export function isRequest(text: string): boolean {
  return text.length <= TEXT_LENGTH && text.search(REQUEST) >= 0;
}

/** Leaves out the remarks about the person of an address. */
export function withoutRemarks(text: string, meaning: Meaning): string {
  return text.replace(REMARKS[meaning], ' ');
}

/** The beginning of a text that greets one person. */
const GREETED_PERSON = /^\s*(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|hola) \p{L}+[,!]\s+/iu;

/** The statement of a text about the people below it. Each of its sentences must be understood. */
export function statementOf(text: string, meaning: Meaning): Statement {
  if (text.length > TEXT_LENGTH || hasFarDate(text)) return 'unread';
  const statements = text
    .replace(GREETED_PERSON, '')
    .split(/(?<!\d)[.!:]\s+|(?<=\?)\s+/)
    .map(sentence => statementOfSentence(sentence, meaning));
  if (statements.includes('unread')) return 'unread';
  return statements.includes('announcement') ? 'announcement' : 'nothing';
}

function statementOfSentence(sentence: string, meaning: Meaning): Statement {
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
  if (SENTENCES[meaning].test(shape)) return 'announcement';
  return SENTENCES.nothing.test(shape) ? 'nothing' : 'unread';
}

/** Whether a text clearly says that the people below it have this meaning. */
export function announces(text: string, meaning: Meaning): boolean {
  return statementOf(text, meaning) === 'announcement';
}

/** Marks that may say anything: strikethrough, pictures, questions, empty boxes, and yes or no as a number. */
const MEANINGFUL_MARK = /[~?!\p{So}]|[[(]\s*-?\s*[\])]|[:=]\W{0,5}[01]\W{0,5}$/u;

/** Whether a text has a mark that may say anything, or a date that is no day on which a person leaves. */
export function hasMeaningfulMark(text: string): boolean {
  return MEANINGFUL_MARK.test(text) || hasFarDate(text);
}

/** A date in digits, or with the name of a month. */
const DATE_WITH_YEAR =
  /\b(?:\d{1,2}([./-])\d{1,2}\1(?<end>\d{4})|(?<start>\d{4})([./-])\d{1,2}\4\d{1,2}|\p{L}{3,12}\.? (?:\d{1,2}, )?(?<named>\d{4}))\b/gu;

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/** Whether a text has a date without a year, or in over a year's time. */
function hasFarDate(text: string): boolean {
  return Array.from(text.matchAll(DATE_WITH_YEAR)).some(({ 0: date, groups: { end, start, named } = {} }) => {
    const year = Number(end ?? start ?? named);
    // Either number may be the month.
    const numbers = named === undefined ? date.split(/[./-]/).map(Number) : [];
    const month = Math.max(1, ...numbers.filter(number => number <= 12));
    return year === 0 || Date.UTC(year, month - 1) > Date.now() + YEAR_MS;
  });
}
