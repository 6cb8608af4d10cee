import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { productKeys, products } from '../../../shared/products';
import { REMOVAL_LIMIT, type SelectableKind } from '../../../shared/removals';
import type { PageTitle } from '../../../views/components/PageHead';
import { formatCount } from '../figures';
import { activityLabels, activityOf } from '../lists/activity';

/** Says how many jobs it takes to remove this number of items, and how many can be removed in one hour (P243). */
export function jobsText(count: number, limitPerHour: number): string {
  const runs = Math.ceil(count / REMOVAL_LIMIT);
  return `All of them take ${runs} runs; you can remove ${formatCount(limitPerHour)} in one hour.`;
}

export const reviewAddress = withParameter(paths.reviewRemovals, 'review');
export const askAddress = withParameter(paths.askFirst, 'review');
export const jobAddress = withParameter(paths.removalJob, 'run');

/** The URL of an answer about a list of people; without an answer, the URL of the form. */
export function answerAddress(query: Query): string {
  const parameters = ['answer', 'column', 'where', 'is'].flatMap(name => {
    const value = query[name];
    return typeof value === 'string' ? [[name, value.toWellFormed()]] : [];
  });
  return query.answer === undefined ? paths.leavers : `${paths.leavers}?${new URLSearchParams(parameters)}`;
}

/** The link back to the page where a selection was made, such as “Idle licenses”. */
export function linkBack(address: string): NonNullable<PageTitle['back']> {
  const { pathname, searchParams } = new URL(address, 'http://portal');
  const kind = productKeys.find(each => products[each].path === pathname);
  const activity = activityOf(Object.fromEntries(searchParams));
  if (!kind) return { href: address, label: pathname === paths.people ? 'People' : 'Remove leavers' };
  const label = activity === '' ? products[kind].title : `${activityLabels[activity]} ${kind}s`;
  return { href: address, label };
}

/** The action of a form about a selection. `page` is the URL of the page with the selection; the review leads back to it. */
export function selectionAction(path: string, page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://portal');
  const kind: SelectableKind | undefined =
    pathname === paths.people ? 'person' : productKeys.find(each => products[each].path === pathname);
  searchParams.set('of', kind ?? 'leavers');
  return `${path}?${searchParams}`;
}
