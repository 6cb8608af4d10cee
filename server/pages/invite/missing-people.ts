import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { removableKinds } from '../../../shared/removals';
import type { MissingPeopleProps } from '../../../views/pages/InvitePage';
import { formatCount } from '../figures';
import type { Step } from '../handler';
import { presentMailGroups } from '../mail-groups';
import { type Possession, peopleLists, possession } from '../people/lists';
import { type LoadedPeople, loadPeople } from '../people/load';
import { unknownPossession } from '../people/present';
import { hasEveryProduct, type InvitedTo, invitations } from '../products';
import { invitedProducts } from './invitation';

/** How many addresses the page shows, at most. */
const PEOPLE_LIMIT = 1000;

/** The filter of People that shows who can be invited to a product. */
const possessionOf = { licenses: 'card-only', cards: 'license-only' } as const satisfies Record<
  InvitedTo,
  Possession
>;

/** The people to invite, or why they are not known. */
export type MissingPeople =
  | { readonly problem: string }
  | { readonly problem: undefined; readonly count: number; readonly emails: readonly string[] };

const { address, readState, lists } = peopleLists(removableKinds);

/** The product that the people in this filter of People do not have; undefined if they are not filtered by it. */
function missingProduct({ has }: Query): InvitedTo | undefined {
  return invitations.find(product => possessionOf[product] === possession.read(has));
}

/** The address of a page with the search and the filters of People. */
function narrowed(path: string, { q, has, activity }: Query): string {
  return address(path, readState({ q, has, activity }));
}

/** A link that leads from People with one product to their invitation to the other one (P335). */
export function presentInviteLink({ kinds, unavailable }: LoadedPeople, query: Query) {
  const product = missingProduct(query);
  if (product === undefined || kinds.length < 2 || unavailable.length > 0) return undefined;
  return {
    label: `Invite to ${invitedProducts[product].title}`,
    href: withParameter(narrowed(paths.invite, query), 'for')(product),
  };
}

/** Loads the people who are missing in the product in the URL; undefined if it names none, or for lack of a role. */
export const loadMissingPeople: Step<MissingPeople | undefined> = async (request, dependencies) => {
  const { query } = request;
  const product = missingProduct(query);
  if (product === undefined || product !== query.for) return undefined;
  const loaded = hasEveryProduct(await request.details())
    ? await loadPeople(request, dependencies)
    : undefined;
  if (!loaded) return undefined;
  const problem = unknownPossession(loaded, query);
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
  product: InvitedTo,
  query: Query,
  { subject, text }: { readonly subject: string; readonly text: string },
): MissingPeopleProps {
  const common = {
    title: product === 'cards' ? 'People without a card' : 'People without a license',
    listHref: `${narrowed(paths.people, query)}#${lists.people.id}`,
  };
  if (people.problem !== undefined) {
    const retryHref = withParameter(narrowed(paths.invite, query), 'for')(product);
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
