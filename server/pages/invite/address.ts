import { paths } from '../../../shared/paths';

/** The products that people can be invited to, as addresses name them. */
export type InvitedTo = 'licenses' | 'cards';

/** The address of a page or file about the invitation to a product. */
export function inviteAddress(invitedTo: InvitedTo, path: string = paths.invite): string {
  return `${path}?for=${invitedTo}`;
}
