/**
 * Normalizing or comparing a text takes quadratic time in a run of combining marks, which any text may contain: minutes for
 * a megabyte of them. The two kana marks become combining marks in NFKC.
 */
const LONG_RUN_OF_MARKS = /[\p{M}\uFF9E\uFF9F]{30}(?=[\p{M}\uFF9E\uFF9F])/gu;

/** No language needs more combining marks on one letter (UAX #15, Stream-Safe Text Format). */
const MARKS_LIMIT = 30;

/** Ends a run of marks, and is invisible. */
const COMBINING_GRAPHEME_JOINER = '\u034F';

const MARK_OR_SURROGATE = /[\p{M}\uFF9E\uFF9F\uD800-\uDFFF]/u;

/** Breaks up runs of more than 30 combining marks, so that collating or normalizing the text takes linear time. */
export function limitMarks(text: string): string {
  // A longer run contains at least one of these, every 31st character; testing them takes a thirtieth of the time.
  for (let index = MARKS_LIMIT; index < text.length; index += MARKS_LIMIT + 1)
    if (MARK_OR_SURROGATE.test(text.charAt(index)))
      return text.replace(LONG_RUN_OF_MARKS, `$&${COMBINING_GRAPHEME_JOINER}`);
  return text;
}

const ASCII = /^[\0-\x7f]*$/;

/** Does the same as `String.normalize`, in linear time for any text. ASCII is normal already. */
export function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return ASCII.test(text) ? text : limitMarks(text).normalize(form);
}

const APOSTROPHES = /[\u00B4\u02B9\u02BC\u2018\u2019\u201B\u2032]/g;
const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63]/g;

/** Full-width forms (but for the macron, which becomes a space), half-width kana, and the ligatures that are copied from a PDF. */
const FORMS_OF_LETTERS = /[\ufb00-\ufb06\uff00-\uffe2\uffe4-\uffef]+/g;

/**
 * The text with the letters, apostrophes and hyphens of a keyboard. Other compatibility characters stay: “anna²” is another
 * name than “anna2”.
 */
export function plainForms(text: string): string {
  const forms = text.replace(FORMS_OF_LETTERS, letters => normalize(letters, 'NFKC'));
  // Some apostrophes become others in NFC.
  return plainPunctuation(normalize(forms, 'NFC'));
}

/** Characters that are not seen, such as a zero-width space, a soft hyphen or a byte order mark. */
const INVISIBLE = /\p{Cf}/gu;

/** The text without invisible characters, and with plain apostrophes, hyphens and letters. */
export function plainText(text: string): string {
  return ASCII.test(text) ? text : plainForms(text.replace(INVISIBLE, ''));
}

/** The text with the apostrophes and hyphens of a keyboard: Word, Outlook and iPhones type others. */
export function plainPunctuation(text: string): string {
  return ASCII.test(text) ? text : text.replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

/** Copies a text, which may be a slice that would keep a larger text in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
