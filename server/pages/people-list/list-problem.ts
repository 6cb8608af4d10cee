import type { Unreadable } from '../../spreadsheets/rows';

/** Says why a text or a file was not read, and what to do. */
export function listProblem({ problem, advice = '' }: Unreadable, what: 'text' | 'file'): string {
  return `The ${what} was not read: ${problem}. ${advice}`.trim();
}
