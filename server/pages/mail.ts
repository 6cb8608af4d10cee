import { formatCount } from '../../shared/format-count';
import { MAILTO_LIMIT, mailto, mailtoStart } from '../../shared/mailto';
import type { LetterProps, MailProps } from '../../views/components/Letter';
import { readEmail } from '../email-address';
import { formatPeople, nameSome } from './format';

/** How many unusable addresses are named. */
const NAMED_LIMIT = 10;

/** The ways to send a letter to these people (P370), and a text about people without a usable address. */
export function presentMail(
  emails: readonly string[],
  { subject, text }: LetterProps,
): { readonly mail: MailProps; readonly unreached: string | undefined } {
  const reached = emails.filter(isMailbox);
  const unreached = emails.filter(email => !isMailbox(email));
  const link = mailto(mailtoStart(reached), subject, text);
  return {
    mail: {
      link: reached.length > 0 && link.href.length <= MAILTO_LIMIT ? link : undefined,
      recipients:
        reached.length === 0
          ? undefined
          : {
              emails: reached.join('; '),
              count: `${formatCount(reached.length)} ${reached.length === 1 ? 'address' : 'addresses'}`,
            },
    },
    unreached:
      unreached.length === 0
        ? undefined
        : `${formatPeople(unreached.length)} without a usable email address: ${nameSome(
            unreached.map(email => email || 'no address'),
            NAMED_LIMIT,
          )}`,
  };
}

/** Whether a mail can be sent to this address. */
function isMailbox(email: string): boolean {
  return readEmail(email) === email;
}
