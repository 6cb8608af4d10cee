import type { ListState } from '../../../shared/list-state';
import { messages, type ToastCode } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import type { PortalUsers } from '../../backends/portal-users';
import { BackendError, SessionEnded } from '../../errors';
import { type Handler, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { logFailure } from '../failure';
import { type ProductDefinition, withRole } from './product';

interface Action<Needs> {
  /** Thrown errors end in a toast, except the end of the session. */
  readonly run: (needs: Needs, entityId: string, request: SignedInRequest) => Promise<void>;
  readonly done: ToastCode;
  /** When the backend refused, or did not answer. */
  readonly failed: ToastCode;
  /** After any other error, and the message that it is logged with. */
  readonly unexpected: { readonly toast: ToastCode; readonly message: string };
  /** In place of the product's own. */
  readonly roleMissing?: ToastCode;
}

/** A POST handler that changes something, then leads back to the list with a toast. */
export function listAction<Stats, State extends ListState, Needs>(
  product: ProductDefinition<Stats, State, Needs>,
  { run, done, failed, unexpected, roleMissing = product.roleMissing }: Action<Needs>,
) {
  return (options: Needs & { readonly portalUsers: PortalUsers }): Handler<SignedInRequest> =>
    async request => {
      const { portalUsers } = options;
      const access = { portalUsers, role: product.role, roleMissing };
      const toast = await withRole(request, access, async entityId => {
        try {
          await run(options, entityId, request);
          return done;
        } catch (error) {
          if (error instanceof SessionEnded) throw error;
          logFailure(request.log, error, unexpected.message);
          return error instanceof BackendError ? failed : unexpected.toast;
        }
      });
      const { query } = request;
      const back =
        query.from === 'dashboard'
          ? paths.dashboard
          : product.address(product.path, product.readState(query));
      return redirect(back, { toast: [toast] });
    };
}

/** Requests more licenses of a product, for its own page and for the dashboard (`?from=dashboard`, P77). */
export function requestLicenses<Stats, State extends ListState, Needs>(
  product: ProductDefinition<Stats, State, Needs>,
) {
  return listAction(product, {
    run: (needs, entityId, { administrator }) =>
      product.requestLicenses(needs, entityId, administrator.bearer),
    done: 'licensesRequested',
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}
