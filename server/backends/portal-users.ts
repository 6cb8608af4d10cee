import { type Product, products, type Role, type UserDetails } from '../../shared/admin';
import { messages } from '../../shared/messages';
import { BackendError } from '../errors';
import type { CallContext, Caller } from './call';
import { id, list, parseFields, text } from './wire';

export interface PortalUsers {
  /**
   * Asks the backend to e-mail a sign-in link.
   * @throws {BackendError} Thrown when the backend does not accept the request.
   */
  readonly sendMagicLink: (email: string) => Promise<void>;
  /**
   * Who the administrator is, and the roles that open products.
   * @throws {BackendError} Thrown when the backend gives no user.
   */
  readonly details: (bearer: CallContext) => Promise<UserDetails>;
  /** What the details most likely are, from a moment ago, to begin with before they are here. */
  readonly expected: (bearer: CallContext) => UserDetails | undefined;
}

/** Bytes of the largest user details that are read. */
const LARGEST_DETAILS = 256 * 1024;

/** The portal users backend (P167, P168). */
export function createPortalUsers(caller: Caller): PortalUsers {
  return {
    sendMagicLink: email =>
      caller.send({
        name: 'magic link',
        method: 'POST',
        path: ['portalusers', 'magiclink'],
        body: { Email: email },
        failure: messages.login.failed,
      }),

    expected: () => undefined,

    async details(bearer) {
      const failure = messages.access.userDetailsMissing;
      const body = await caller.fetch(
        { name: 'user details', method: 'GET', path: ['portalusers'], bearer, failure },
        LARGEST_DETAILS,
      );
      const answer = parseFields(body);
      if (!answer) throw new BackendError(failure, 'content');
      return {
        name: text(answer.name),
        company: text(answer.company),
        roles: (list(answer.roles) ?? []).flatMap(readRole),
      };
    },
  };
}

function readRole(role: Readonly<Record<string, unknown>>): Role[] {
  const product = products.find((known): known is Product => String(known) === text(role.product));
  const entityId = id(role.entityId);
  return product === undefined || entityId.trim() === '' ? [] : [{ product, entityId }];
}
