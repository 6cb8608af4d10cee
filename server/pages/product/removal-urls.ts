import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';

export const reviewUrl = withParameter(paths.reviewRemovals, 'review');
export const askFirstUrl = withParameter(paths.askFirst, 'review');
export const jobUrl = withParameter(paths.removalJob, 'run');

/** The parameters of the result for a list of people. */
export function leaversParameters(query: Query): Readonly<Record<string, string>> {
  const names = ['answer', 'column', 'where', 'is'];
  return Object.fromEntries(
    names.flatMap(name => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value.toWellFormed()]] : [];
    }),
  );
}

/** The URL of the result for a list of people; without a result, the URL of the form. */
export function leaversUrl(query: Query): string {
  return typeof query.answer !== 'string'
    ? paths.leavers
    : `${paths.leavers}?${new URLSearchParams(leaversParameters(query))}`;
}
