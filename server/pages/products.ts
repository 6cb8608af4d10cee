import { paths } from '../../shared/paths';
import { CARDS, entityFor, SCANNER, type UserDetails } from '../roles';

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
