import { idField, productTerms, removalMessages } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { itemOfDialog, type RemovalItem } from '../../removals/items';
import type { Outcome } from '../../removals/outcomes';
import { removeNow } from '../../removals/remove-items';
import type { ToastContent } from '../../session/session';
import { logFailure } from '../failure';
import type { SignedInHandler, SignedInRequest } from '../handler';
import { urlAfterRemoval } from '../lists/after-removal';
import type { Product } from './define-product';
import { emailInToast, failureToast, idInToast, productAction } from './product-action';
import { immediateWork } from './removal-work';

/**
 * A POST handler that removes one row of a list, unless it belongs to another person than its dialog said (T54): a removal
 * of one item. It redirects to the list, whose status line has the outcome.
 */
export function removalAction(product: Product): SignedInHandler {
  const { auditedAs, toasts } = productTerms[product.key];
  return productAction(product, {
    auditedAs,
    limit: 'removals',
    ...failuresOf(product),
    roleMissing: toasts.accountMissing,
    anchor: product.lists.claimed.id,
    execute: (request, entityId, dependencies) => removeRow(product, request, entityId, dependencies),
  });
}

/** The toasts for a removal that has failed. */
function failuresOf({ key }: Product) {
  const { callFailed, failed } = productTerms[key].toasts;
  return { failed: callFailed, unexpected: { toast: failed, message: removalMessages(key).failed } };
}

async function removeRow(
  product: Product,
  request: SignedInRequest,
  entityId: string,
  dependencies: Dependencies,
) {
  const { key, lists } = product;
  const failures = failuresOf(product);
  const { form, log, session } = request;
  const { context } = request.administrator;
  const entities = { [key]: entityId };
  const item = itemOfDialog(key, form[idField(key)] ?? '', form.email ?? '');
  // Without `onBegin` and `onResult`, which write audit lines: the action writes its own.
  const { find, remove, calls, now } = immediateWork(request, { items: [item], entities }, dependencies);
  const work = { find, remove, calls, now };
  const { results, isSettled, called, sessionHasEnded, error } = await removeNow([item], entities, work);
  const outcome = results[0]?.outcome;
  if (error !== undefined) logFailure(log, error, failures.unexpected.message);
  if (!outcome) {
    // Without the list, no call was made.
    const [code] = failureToast(error, failures);
    const toast = [code, emailInToast(item.email), idInToast(item.id)] as const;
    return { toast, wasRefused: true };
  }
  const toast = toastOf(outcome, item, error);
  const done = { toast, sessionHasEnded, wasRefused: !called };
  if (outcome.type !== 'removed' && outcome.type !== 'gone') return done;
  // The list that has settled it is in the cache.
  const cached = { ...context, changedAt: session.changedAt, bypassCache: false };
  const location = await urlAfterRemoval(product, lists.claimed, request.query, async () =>
    isSettled ? dependencies.backends.products[key].stats(entityId, cached) : undefined,
  );
  return { ...done, location };
}

function toastOf(outcome: Outcome, { productKey, id, email }: RemovalItem, error: unknown): ToastContent {
  const { toasts } = productTerms[productKey];
  const shown = emailInToast(email);
  switch (outcome.type) {
    case 'removed':
      return [toasts.removed, shown];
    case 'gone':
      return [toasts.notListed];
    case 'changed':
      return [toasts.reassigned, emailInToast(outcome.email ?? email)];
    default:
      if (outcome.reason === 'still listed' && error === undefined)
        return [toasts.stillListed, shown, idInToast(id)];
      return [outcome.reason === 'internal' ? toasts.failed : toasts.callFailed, shown, idInToast(id)];
  }
}
