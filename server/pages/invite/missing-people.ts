import type { Query } from '../../../shared/list-state';
import { fromPeople, paths, withParameter } from '../../../shared/paths';
import { invitedProduct, type ProductKey, productKeys } from '../../../shared/products';
import type { MissingPeopleProps } from '../../../views/pages/InvitePage';
import { hasEveryProduct } from '../../roles';
import { formatCount } from '../format';
import type { Step } from '../handler';
import { presentMailGroups } from '../mail-groups';
import { missingProduct, narrowedUrl } from '../people-list/invite-link';
import { peopleLists } from '../people-list/lists';
import { filterProblem, loadPeople } from '../people-list/load';

/** How many addresses the page shows, at most. */
const PEOPLE_LIMIT = 1000;

/** The people to invite, or why they are not known. */
export type MissingPeople =
  | { readonly problem: string }
  | { readonly problem: undefined; readonly count: number; readonly emails: readonly string[] };

const { lists } = peopleLists(productKeys);

/** Loads the people who do not have the product in the URL; undefined if the URL names no product, or a role is missing. */
export const loadMissingPeople: Step<MissingPeople | undefined> = async (request, dependencies) => {
  const { query } = request;
  const product = missingProduct(query);
  if (product === undefined || product !== invitedProduct(query.for)) return undefined;
  const loaded = hasEveryProduct(await request.details())
    ? await loadPeople(request, dependencies)
    : undefined;
  if (!loaded) return undefined;
  const problem = filterProblem(loaded, query);
  if (problem !== undefined) return { problem };
  const rows = await loaded.people.all(lists.people.readQuery(query).listQuery);
  const length = Math.min(rows.length, PEOPLE_LIMIT);
  return {
    problem,
    count: rows.length,
    emails: Array.from({ length }, (_, index) => rows.at(index).email),
  };
};

/** The addresses of the people in groups, whose links open this letter. */
export function presentMissingPeople(
  people: MissingPeople,
  product: ProductKey,
  query: Query,
  { subject, text }: { readonly subject: string; readonly text: string },
): MissingPeopleProps {
  const common = {
    title: `People without a ${product}`,
    listHref: `${narrowedUrl(paths.people, query)}#${lists.people.id}`,
  };
  if (people.problem !== undefined) {
    const retryHref = fromPeople(withParameter(narrowedUrl(paths.invite, query), 'for')(`${product}s`));
    return { ...common, problem: { message: people.problem, retryHref } };
  }
  const { count, emails } = people;
  return {
    ...common,
    problem: undefined,
    count: formatCount(count),
    cut:
      count > emails.length
        ? `These are the first ${formatCount(emails.length)} of ${formatCount(count)}. Search or filter People to reach the others.`
        : undefined,
    ...presentMailGroups(emails, subject, text),
  };
}
