import { MAILTO_LIMIT, mailto, mailtoStart } from '../../shared/mailto';
import type { MailGroup } from '../../views/components/MailGroups';
import { readEmail } from '../email-address';
import { formatCount, formatPeople } from './figures';

/** How many people get one mail, at most. */
const GROUP_SIZE = 50;

/** How many unusable addresses are named. */
const NAMED_LIMIT = 10;

interface PresentedGroups {
  readonly groups: readonly MailGroup[];
  /** Names the people without a usable address. */
  readonly unreached: string | undefined;
  /** Whether the text does not fit into the link of a group. */
  readonly isTooLong: boolean;
}

/** The links that open this letter to the people with these addresses, in groups (P370). */
export function presentMailGroups(emails: readonly string[], subject: string, text: string): PresentedGroups {
  const reached = emails.filter(isMailbox);
  const unreached = emails.filter(email => !isMailbox(email));
  let first = 1;
  const groups = groupsOf(reached, subject).map(group => {
    const label = labelGroup(first, first + group.length - 1);
    first += group.length;
    return { label, emails: group.join('; '), ...mailto(mailtoStart(group), subject, text) };
  });
  return {
    groups: groups.map(({ label, emails: addresses, href }) => ({ label, emails: addresses, href })),
    unreached:
      unreached.length === 0
        ? undefined
        : `${formatPeople(unreached.length)} without a usable email address: ${unreached
            .slice(0, NAMED_LIMIT)
            .map(email => email || 'no address')
            .join(', ')}${unreached.length > NAMED_LIMIT ? ' and others' : ''}`,
    isTooLong: groups.some(({ isWithoutText }) => isWithoutText),
  };
}

/** Whether a mail can be sent to this address. */
function isMailbox(email: string): boolean {
  return readEmail(email) === email;
}

/** Divides addresses into groups, each of which fits into a link. */
function groupsOf(emails: readonly string[], subject: string): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const email of emails) {
    const last = groups.at(-1) ?? [];
    const { href } = mailto(mailtoStart([...last, email]), subject, '');
    if (last.length === 0 || last.length === GROUP_SIZE || href.length > MAILTO_LIMIT) groups.push([email]);
    else last.push(email);
  }
  return groups;
}

function labelGroup(from: number, to: number): string {
  return from === to ? `Person ${formatCount(from)}` : `People ${formatCount(from)}–${formatCount(to)}`;
}
