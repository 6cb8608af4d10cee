import type { ListProblem } from '../../compare/read-list';
import { listFirst } from '../format';

/** Says why a list was not read, and what to do. */
export function listProblem(
  problem: ListProblem | { readonly refused: 'nothing sent' | 'large file' | 'both' },
  isOfFile: boolean,
): string {
  const what = isOfFile ? 'file' : 'text';
  switch (problem.refused) {
    case 'nothing sent':
      return 'Paste a list, or choose a file.';
    case 'both':
      return 'Send a text or a file, not both.';
    case 'large file':
      return 'The file was not read, because it is larger than 10 MB. Copy the columns that matter to a new file.';
    case 'unreadable':
      return `The ${what} was not read: ${problem.problem}. ${problem.advice ?? ''}`.trim();
    case 'no address':
      return [
        `There is no email address in this ${what}.`,
        problem.words.count > 0
          ? `Not read as an address: ${listFirst(problem.words.texts, problem.words.count)}.`
          : '',
        problem.otherSheets.length > 0 ? `Not read: ${listFirst(problem.otherSheets)}.` : '',
        'Ask for a list with the email addresses.',
      ]
        .filter(sentence => sentence !== '')
        .join(' ');
  }
}
