import { messages } from '../../shared/messages';
import { productKeys, productTerms } from '../../shared/products';
import { BackendError } from '../errors';
import type { Role, UserDetails } from '../session/roles';
import type { CallContext, Caller } from './call';
import { parseFields, toId, toObjects, toText } from './wire';

export type PortalUsers = ReturnType<typeof createPortalUsers>;

const DETAILS_LIMIT_BYTES = 256 * 1024;

/** The client of the portal users backend (P167, P168). */
export function createPortalUsers(caller: Caller) {
  return {
    /**
     * Asks the backend to email a sign-in link.
     * @throws {BackendError} Thrown when the backend does not accept the request.
     */
    sendMagicLink: (email: string) =>
      caller.send({
        name: 'magic link',
        method: 'POST',
        path: '/portalusers/magiclink',
        body: { Email: email },
        failure: messages.login.failed,
      }),

    /**
     * The administrator's name, company and roles.
     * @throws {BackendError} Thrown when the backend returns no user.
     */
    async details(context: CallContext): Promise<UserDetails> {
      const failure = messages.access.userDetailsMissing;
      const body = await caller.fetch(
        { name: 'user details', method: 'GET', path: '/portalusers', context, failure },
        DETAILS_LIMIT_BYTES,
      );
      const fields = parseFields(body);
      if (!fields) throw new BackendError(failure, 'content');
      return {
        name: toText(fields.name),
        company: toText(fields.company),
        roles: (toObjects(fields.roles) ?? []).flatMap(readRole),
      };
    },
  };
}

function readRole(role: Readonly<Record<string, unknown>>): Role[] {
  const productKey = productKeys.find(key => String(productTerms[key].number) === toText(role.product));
  const entityId = toId(role.entityId);
  return productKey === undefined || entityId.trim() === '' ? [] : [{ productKey, entityId }];
}
