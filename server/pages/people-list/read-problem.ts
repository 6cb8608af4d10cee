import { formatCount } from '../../../shared/format-count';
import type { ListSubject } from '../../../shared/leavers';
import { ADDRESS_LIMIT } from '../../leavers/read-people';
import type { NotRead } from '../../text/first-texts';
import { listFirst } from '../format';
import { wordsNotRead } from './present-not-read';

interface Problem {
  readonly refused: string;
  readonly notRead?: NotRead;
  readonly unread?: readonly string[];
  readonly count?: number;
  readonly problem?: string;
  readonly advice?: string;
}

/** Says why a list of people, or else a text about them, was not read, and what to do. */
export function readProblem(
  { refused, notRead, unread = [], count = 0, problem = '', advice = '' }: Problem,
  subject?: ListSubject,
): string {
  switch (refused) {
    case 'nothing sent':
      return 'Paste the email addresses, or choose a file that contains them.';
    case 'no address':
      return [
        `There is no email address in this ${subject ? 'list' : 'text'}.`,
        notRead ? wordsNotRead(notRead) : '',
        unread.length > 0 ? `Not read: ${listFirst(unread, unread.length)}.` : '',
        subject ? 'Ask for a list with the email addresses.' : '',
      ]
        .filter(sentence => sentence !== '')
        .join(' ');
    case 'large file':
      return 'The file was not read: it is larger than 5 MB. Copy the columns that matter to a new file.';
    case 'unreadable':
      return `The file was not read: ${`${problem}. ${advice}`.trim()}`;
    case 'too many':
      if (!subject) return `This text has more than ${formatCount(ADDRESS_LIMIT)} email addresses.`;
      return `There are ${formatCount(count)} email addresses in this list, and at most ${formatCount(ADDRESS_LIMIT)} can be checked at once. ${partsAdvice[subject]}`;
    default:
      return subject
        ? 'This table is too large. Keep only the columns that matter, and send it again.'
        : 'This text is too large. Paste only the email addresses.';
  }
}

const partsAdvice = {
  left: 'Send it in parts.',
  stay: 'A list of current staff has to be complete: ask for a list of the people who have left instead.',
} as const;
