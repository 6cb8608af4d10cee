import type { ListProblem } from '../../compare/read-list';
import { listFirst } from '../format';

/** Says why a list was not read, and what to do. */
export function listProblem(problem: ListProblem, what: 'text' | 'file'): string {
  if (problem.refused === 'unreadable')
    return `The ${what} was not read: ${problem.problem}. ${problem.advice ?? ''}`.trim();
  const { words, otherSheets } = problem;
  const isFirstSheet = otherSheets.length > 0;
  return [
    `There is no email address in ${isFirstSheet ? 'the first sheet of ' : ''}this ${what}.`,
    words.count > 0 ? `Not read as an address: ${listFirst(words.texts, words.count)}.` : '',
    isFirstSheet ? `Not read: ${listFirst(otherSheets)}.` : '',
    isFirstSheet
      ? 'Move the sheet with the addresses to the front.'
      : 'Ask for a list with the email addresses.',
  ]
    .filter(sentence => sentence !== '')
    .join(' ');
}
