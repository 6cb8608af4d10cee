import { paths } from '../../../shared/paths';

/** The products that people can be invited to, as addresses name them, in the order of the sidebar. */
export const invitations = ['licenses', 'cards'] as const;
export type InvitedTo = (typeof invitations)[number];

/** The address of a page or file about the invitation to a product. */
export function inviteAddress(invitedTo: InvitedTo, path: string = paths.invite): string {
  return `${path}?for=${invitedTo}`;
}
