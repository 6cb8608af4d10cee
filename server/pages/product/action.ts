import { entityFor } from '../../../shared/admin';
import { type ListState, readListState } from '../../../shared/list-state';
import { messages, type ToastCode } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import { redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { type LimitedEvent, productAction } from '../action-wrappers';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { findAnchors } from './list';
import type { RemovableListDefinition } from './list-definition';
import { formPage, type Product } from './product';

/** An action of a product, and the toasts for its outcomes. */
export interface Action {
  /** Its name in the audit log, which also determines its hourly limit (T51). */
  readonly auditedAs: LimitedEvent;
  /** Errors become a toast, except SessionEnded. `setAnchor` sets the URL fragment of the redirect. */
  readonly run: (
    request: SignedInRequest,
    target: { readonly entityId: string; readonly setAnchor: (anchor: string) => void },
    dependencies: Dependencies,
  ) => Promise<void>;
  readonly done: ToastCode;
  /** The toast for a BackendError. */
  readonly failed: ToastCode;
  /** The toast and the log message for any other error. */
  readonly unexpected: { readonly toast: ToastCode; readonly message: string };
  /** Overrides the product's toast. */
  readonly roleMissing?: ToastCode;
}

/** Returns a POST handler that runs an action once, within its limit, then redirects to the list with a toast. */
export function listAction<Stats>(
  product: Product<Stats>,
  { auditedAs, run, done, failed, unexpected, roleMissing = product.roleMissing }: Action,
): SignedInHandler {
  const handler: SignedInHandler = async (request, dependencies) => {
    let anchor: string | undefined;
    const setAnchor = (name: string) => {
      anchor = name;
    };
    const perform = async (): Promise<ToastCode> => {
      const details = await fetchUserDetails(request, dependencies.portalUsers);
      if (!details) return 'userDetailsMissing';
      const entityId = entityFor(details, product.role);
      if (entityId === undefined) return roleMissing;
      try {
        await run(request, { entityId, setAnchor }, dependencies);
        return done;
      } catch (error) {
        if (error instanceof SessionEnded) throw error;
        logFailure(request.log, error, unexpected.message);
        return error instanceof BackendError ? failed : unexpected.toast;
      }
    };
    const toast = await perform();
    const back = formPage(product, request);
    return redirect(anchor === undefined ? back : `${back}#${anchor}`, { toast: [toast] });
  };
  return productAction(handler, auditedAs, product);
}

/** Returns a POST handler that removes one row of a list, then redirects to the row that has taken its place. */
export function listRemoval<Stats, State extends ListState, Row>(
  product: Product<Stats>,
  list: RemovableListDefinition<Stats, State, Row, object, string>,
) {
  const { id: idColumn, auditedAs, roleMissing = product.roleMissing, remove } = list.removable;
  const { notListed, ...outcomes } = list.removable.outcomes;
  return listAction(product, {
    ...outcomes,
    auditedAs,
    roleMissing,
    async run({ administrator: { context }, form, query }, { entityId, setAnchor }, dependencies) {
      setAnchor(list.id);
      const rows = list.rows(await product.backend(dependencies).stats(entityId, context));
      const id = form[product.itemField] ?? '';
      if (!rows?.find(idColumn, id)) throw new BackendError(notListed, 'not listed');
      const state = readListState(list.parameters, query);
      const anchors = await findAnchors(list, rows, { state, removedId: id });
      setAnchor(anchors.before);
      await remove(entityId, id, context, dependencies);
      setAnchor(anchors.after);
    },
  });
}

/** Returns a POST handler that requests more licenses, for the product's page and the dashboard (`?from=dashboard`, P77). */
export function requestLicenses<Stats>(product: Product<Stats>) {
  return listAction(product, {
    auditedAs: 'request',
    run: ({ administrator }, { entityId }, dependencies) =>
      product.backend(dependencies).requestLicenses(entityId, administrator.context),
    done: 'licensesRequested',
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}
