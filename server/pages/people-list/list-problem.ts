import type { ListProblem } from '../../compare/read-list';
import { listFirst } from '../format';

/** Says why a list was not read, and what to do. */
export function listProblem(problem: ListProblem, what: 'text' | 'file'): string {
  if (problem.refused === 'unreadable')
    return `The ${what} was not read: ${problem.problem}. ${problem.advice ?? ''}`.trim();
  const { words, otherSheets } = problem;
  return [
    `There is no email address in this ${what}.`,
    words.count > 0 ? `Not read as an address: ${listFirst(words.texts, words.count)}.` : '',
    otherSheets.length > 0 ? `Not read: ${listFirst(otherSheets)}.` : '',
    'Ask for a list with the email addresses.',
  ]
    .filter(sentence => sentence !== '')
    .join(' ');
}
