import { entityFor, type Product } from '../../shared/admin';
import { messages, type ToastCode } from '../../shared/messages';
import { paths } from '../../shared/paths';
import type { Bearer } from '../backends/call';
import type { PortalUsers } from '../backends/portal-users';
import { type Handler, redirect } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { attempt } from './action';
import { userDetails } from './user-details';

interface Options {
  readonly portalUsers: PortalUsers;
  readonly product: Product;
  readonly roleMissing: ToastCode;
  readonly send: (entityId: string, bearer: Bearer) => Promise<void>;
  /** The product's page, in the list state that the request carries. */
  readonly back: (request: SignedInRequest) => string;
}

/** Requests more licenses of a product, for its own page and for the dashboard (`?from=dashboard`). */
export function requestLicenses({
  portalUsers,
  product,
  roleMissing,
  send,
  back,
}: Options): Handler<SignedInRequest> {
  return async request => {
    const reply = (code: ToastCode) =>
      redirect(request.query.from === 'dashboard' ? paths.dashboard : back(request), { toast: [code] });
    const details = await userDetails(portalUsers, request);
    if (!details) return reply('userDetailsMissing');
    const entityId = entityFor(details, product);
    if (entityId === undefined) return reply(roleMissing);
    const outcome = await attempt(request, () => send(entityId, request.administrator.bearer), {
      done: 'licensesRequested',
      failed: 'requestLicensesFailed',
      unforeseen: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
    });
    return reply(outcome);
  };
}
