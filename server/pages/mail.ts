import { formatCount } from '../../shared/format-count';
import { MAILTO_LIMIT, mailto, mailtoStart } from '../../shared/mailto';
import type { LetterProps, MailProps } from '../../views/components/Letter';
import { emailKey, hasForeignName, readEmail } from '../text/email-address';
import { formatPeople, listFirst } from './format';

/** The ways to send a letter to these people (P370), and a text about people without a usable address. */
export function presentMail(
  emails: readonly string[],
  { subject, text }: LetterProps,
): { readonly mail: MailProps; readonly unreached: string | undefined } {
  const mailboxes = new Map(emails.map(email => [email, mailboxOf(email)]));
  const reached = emails.flatMap(email => mailboxes.get(email) ?? []);
  const unreached = emails.filter(email => mailboxes.get(email) === undefined);
  const withAddresses = mailto(mailtoStart(reached), subject, text);
  const isInLink = withAddresses.href.length <= MAILTO_LIMIT;
  const link = isInLink ? withAddresses : mailto(mailtoStart([]), subject, text);
  return {
    mail: {
      link: reached.length > 0 ? link : undefined,
      recipients:
        reached.length === 0
          ? undefined
          : {
              emails: reached.join('; '),
              count: `${formatCount(reached.length)} ${reached.length === 1 ? 'address' : 'addresses'}`,
              isInLink,
            },
    },
    unreached: unreached.length === 0 ? undefined : unreachedText(unreached),
  };
}

function unreachedText(emails: readonly string[]): string {
  const named = listFirst(emails.map(email => email || 'no address'));
  const text = `${formatPeople(emails.length)} without a usable email address: ${named}`;
  if (!emails.some(hasForeignName)) return text;
  return `${text}. Most mail servers do not accept letters such as ü before the @. Write to these people in another way.`;
}

/** The address that a mail is sent to, with its domain in ASCII; undefined if none can be. */
function mailboxOf(email: string): string | undefined {
  const read = readEmail(email);
  return read !== undefined && emailKey(read) === emailKey(email) ? read : undefined;
}
