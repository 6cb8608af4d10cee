import { formatCount } from '../../../shared/format-count';
import type { ListSubject } from '../../../shared/leavers';
import { ADDRESS_LIMIT, type ReadProblem } from '../../leavers/read-people';
import type { NotRead } from '../../text/first-texts';
import { listFirst } from '../format';
import { wordsNotRead } from './present-not-read';

/** Says why a list of people was not read, and what to do. */
export function listProblem(
  problem: ReadProblem | { readonly refused: 'nothing sent' | 'large file' },
  subject: ListSubject,
): string {
  switch (problem.refused) {
    case 'nothing sent':
      return 'Paste the email addresses, or choose a file that contains them.';
    case 'no address':
      return [
        'There is no email address in this list.',
        wordsNotRead(problem.notRead),
        problem.unread.length > 0 ? `Not read: ${listFirst(problem.unread, problem.unread.length)}.` : '',
        'Ask for a list with the email addresses.',
      ]
        .filter(sentence => sentence !== '')
        .join(' ');
    case 'large file':
      return 'The file was not read: it is larger than 5 MB. Copy the columns that matter to a new file.';
    case 'unreadable':
      return `The file was not read: ${`${problem.problem}. ${problem.advice ?? ''}`.trim()}`;
    case 'too many':
      return `There are ${formatCount(problem.count)} email addresses in this list, and at most ${formatCount(ADDRESS_LIMIT)} can be checked at once. ${partsAdvice[subject]}`;
    case 'large table':
      return 'This table is too large. Keep only the columns that matter, and send it again.';
  }
}

/** Says why a pasted text about people was not read. The reason may be in the URL. */
export function textProblem(refused: string, notRead?: NotRead): string {
  if (refused === 'no address') {
    return `There is no email address in this text. ${notRead ? wordsNotRead(notRead) : ''}`.trim();
  }
  return refused === 'too many'
    ? `This text has more than ${formatCount(ADDRESS_LIMIT)} email addresses.`
    : 'This text is too large. Paste only the email addresses.';
}

const partsAdvice = {
  left: 'Send it in parts.',
  stay: 'A list of current staff has to be complete: ask for a list of the people who have left instead.',
} as const;
