import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';

export const reviewUrl = (id: string) => withParameter(paths.reviewRemovals, 'review', id);
export const askFirstUrl = (id: string) => withParameter(paths.askFirst, 'review', id);
export const jobUrl = (id: string) => withParameter(paths.removalJob, 'run', id);

/** The parameters of the result for a list of people. */
export function leaversParameters(query: Query): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['result', 'column', 'rows'].flatMap(name => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value.toWellFormed()]] : [];
    }),
  );
}

/** The URL of the result for a list of people, or of another path about it; without a result, the URL of the form. */
export function leaversUrl(query: Query, path: string = paths.leavers): string {
  return typeof query.result === 'string'
    ? `${path}?${new URLSearchParams(leaversParameters(query))}`
    : paths.leavers;
}
