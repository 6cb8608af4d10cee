import { paths } from '../../shared/paths';
import { type RemovableKind, removableKinds } from '../../shared/removals';
import type { Entities } from '../removals/state';
import { CARDS, entityFor, SCANNER, type UserDetails } from '../roles';
import { formatItems } from './figures';

/** The products, in the order of their links in the sidebar. */
export const products = {
  leadCapture: { role: SCANNER, path: paths.leadCapture, title: 'Lead Capture' },
  cards: { role: CARDS, path: paths.cards, title: 'Digital Business Cards' },
} as const;

/** Whether an administrator has all products, so that a person may have both. */
export function hasEveryProduct(details: UserDetails | undefined): boolean {
  return Object.values(products).every(({ role }) => entityFor(details, role) !== undefined);
}

/** The products that people can be invited to, as addresses name them, in the order of the sidebar. */
export const invitations = ['licenses', 'cards'] as const;
export type InvitedTo = (typeof invitations)[number];

/** The address of a page or file about the invitation to a product. */
export function inviteAddress(invitedTo: InvitedTo, path: string = paths.invite): string {
  return `${path}?for=${invitedTo}`;
}

/** Each kind of item: its product, and the words for its removal. */
export const removalTerms = {
  license: {
    product: products.leadCapture,
    verb: 'Revoke',
    doing: 'Revoking',
    done: 'Revoked',
    noun: 'License',
    /** In the plural. */
    activity: 'leads',
    effect: (count: number) => `${formatItems(count, 'license')} will be revoked.`,
  },
  card: {
    product: products.cards,
    verb: 'Deactivate',
    doing: 'Deactivating',
    done: 'Deactivated',
    noun: 'Card',
    activity: 'profile visits',
    effect: (count: number) => `${formatItems(count, 'NFC profile')} will be cleared.`,
  },
} as const satisfies Record<RemovableKind, unknown>;

/** For instance “license”. */
export function nounOf(kind: RemovableKind): string {
  return removalTerms[kind].noun.toLowerCase();
}

/** The IDs of the administrator's company in the products' backends. */
export function entitiesOf(details: UserDetails | undefined): Entities {
  const entries = removableKinds.map(
    kind => [kind, entityFor(details, removalTerms[kind].product.role)] as const,
  );
  return Object.fromEntries(entries.filter(([, entity]) => entity !== undefined));
}
