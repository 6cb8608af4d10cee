import { formatCount } from '../../../shared/format-count';
import type { ListSubject } from '../../../shared/leavers';
import { ADDRESS_LIMIT, type ReadProblem } from '../../leavers/read-people';
import { notAddressesText } from '../people-list/present-texts';

type Problem = ReadProblem | { readonly refused: 'nothing sent' | 'large file' };

/** Says why a list was not read, and what to do. */
export function problemOf(problem: Problem, list: ListSubject): string {
  switch (problem.refused) {
    case 'nothing sent':
      return 'Paste the email addresses, or choose a file that has them.';
    case 'no address':
      return [
        'There is no email address in this list.',
        notAddressesText(problem.notAddresses),
        'Ask for a list with the email addresses.',
      ]
        .filter(sentence => sentence !== '')
        .join(' ');
    case 'large file':
      return 'The file was not read: it is larger than 5 MB. Copy the columns that matter to a new file.';
    case 'large table':
      return 'This table is too large. Keep only the columns that matter, and send it again.';
    case 'unreadable':
      return `The file was not read: ${[`${problem.problem}.`, problem.advice].join(' ').trim()}`;
    case 'too many': {
      const [count, limit] = [problem.count, ADDRESS_LIMIT].map(formatCount);
      const advice =
        list === 'left'
          ? 'Send it in parts.'
          : 'A list of current staff has to be complete: ask for a list of the people who have left instead.';
      return `There are ${count} email addresses in this list, and at most ${limit} can be checked at once. ${advice}`;
    }
  }
}
