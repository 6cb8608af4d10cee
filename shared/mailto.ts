/** Browsers and mail programs on Windows ignore longer addresses, or cut them off. */
export const MAILTO_LIMIT = 2000;

/** The start of the address of a mail to these recipients in Bcc. The subject and the text follow it. */
export function mailtoStart(recipients: readonly string[]): string {
  const bcc = recipients.map(email => encode(email).replaceAll('%40', '@')).join(',');
  return bcc === '' ? 'mailto:?' : `mailto:?bcc=${bcc}&`;
}

/** Ends the name of a link whose URL has no room for the text. */
export const PASTE_NOTE = ' (paste the text)';

interface Mail {
  readonly href: string;
  /** Whether the text is too long for the URL, and therefore left out. */
  readonly isWithoutText: boolean;
}

/** The address of a mail (RFC 6068). `start` comes from `mailtoStart`. */
export function mailto(start: string, subject: string, text: string): Mail {
  const withSubject = `${start}subject=${encode(subject)}`;
  const complete = `${withSubject}&body=${encode(text.replace(/\r?\n/g, '\r\n'))}`;
  const isWithoutText = complete.length > MAILTO_LIMIT;
  return { href: isWithoutText ? withSubject : complete, isWithoutText };
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
