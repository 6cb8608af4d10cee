import { MAILTO_LIMIT, mailto, mailtoStart } from '../../shared/mailto';
import type { MailGroup } from '../../views/components/MailGroups';
import { readEmail } from '../email-address';
import { formatCount, formatPeople, nameSome } from './format';
import { presentEmail } from './present-person';

/** How many people get one mail, at most. */
const GROUP_SIZE = 50;

/** How many characters of a link are reserved, so that an edited letter still fits into it. */
const EDITING_LENGTH = 150;

/** How many unusable addresses are named. */
const NAMED_LIMIT = 10;

/**
 * Links that open the letter to groups of people (P370), and a text about people without a usable address.
 */
export function presentMailGroups(emails: readonly string[], subject: string, text: string) {
  const reached = emails.filter(isMailbox);
  const unreached = emails.filter(email => !isMailbox(email));
  let first = 1;
  const groups = groupsOf(reached, MAILTO_LIMIT - lengthOf(subject, text)).map((group): MailGroup => {
    const label = labelGroup(first, first + group.length - 1);
    first += group.length;
    return {
      label,
      range: rangeOf(group),
      emails: group.join('; '),
      ...mailto(mailtoStart(group), subject, text),
    };
  });
  return {
    groups,
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

/** How many characters of each link are not addresses. A long letter is not counted: few addresses would fit. */
function lengthOf(subject: string, text: string): number {
  const { href } = mailto('', subject, text);
  return href.length <= MAILTO_LIMIT / 2 ? href.length + EDITING_LENGTH : mailto('', subject, '').href.length;
}

/** Divides addresses into groups that fit into `length` characters of a link each. */
function groupsOf(emails: readonly string[], length: number): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const email of emails) {
    const last = groups.at(-1) ?? [];
    const isFull = last.length === GROUP_SIZE || mailtoStart([...last, email]).length > length;
    if (last.length === 0 || isFull) groups.push([email]);
    else last.push(email);
  }
  return groups;
}

/** “aarav.sharma to gustav.torres”. */
function rangeOf(emails: readonly string[]): string {
  const names = [emails.at(0), emails.at(-1)].map(email => presentEmail(email ?? '').local);
  return [...new Set(names)].join(' to ');
}

function labelGroup(from: number, to: number): string {
  return from === to ? `Person ${formatCount(from)}` : `People ${formatCount(from)}–${formatCount(to)}`;
}
