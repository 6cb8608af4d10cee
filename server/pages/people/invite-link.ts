import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { removableKinds } from '../../../shared/removals';
import { type InvitedTo, invitations, products } from '../products';
import { type Possession, peopleLists, possession } from './lists';
import type { LoadedPeople } from './load';

/** The filter of People that shows who can be invited to a product. */
const possessionOf = { licenses: 'card-only', cards: 'license-only' } as const satisfies Record<
  InvitedTo,
  Possession
>;

const titles: Readonly<Record<InvitedTo, string>> = {
  licenses: products.leadCapture.title,
  cards: products.cards.title,
};

const { address, readState } = peopleLists(removableKinds);

/** The product that the people in this filter of People do not have; undefined if they are not filtered by it. */
export function missingProduct({ has }: Query): InvitedTo | undefined {
  return invitations.find(product => possessionOf[product] === possession.read(has));
}

/** The address of a page with the search and the filters of People. */
export function narrowedAddress(path: string, { q, has, activity }: Query): string {
  return address(path, readState({ q, has, activity }));
}

/** A link that leads from People with one product to their invitation to the other one (P335). */
export function presentInviteLink({ kinds, unavailable }: LoadedPeople, query: Query) {
  const product = missingProduct(query);
  if (product === undefined || kinds.length < 2 || unavailable.length > 0) return undefined;
  return {
    label: `Invite to ${titles[product]}`,
    href: withParameter(narrowedAddress(paths.invite, query), 'for')(product),
  };
}
