import type { ToastCode } from '../../../shared/messages';
import { CONTENT_ID } from '../../../shared/paths';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import { entityFor } from '../../session/roles';
import { type Action, type ActionOutcome, action } from '../action';
import { logFailure } from '../failure';
import type { SignedInHandler, SignedInRequest } from '../handler';
import { type Failures, type Product, returnUrl } from './define-product';

/** The company that an action acts on, and the page that the form was sent from. */
export interface ActionTarget {
  readonly entityId: string;
  readonly returnUrl: string;
}

/** An action of a product, and the toasts for its failures. */
interface ProductAction extends Failures, Pick<Action, 'auditedAs' | 'limit'> {
  /** Carries it out. Errors become a toast, except SessionEnded. */
  readonly execute: (
    request: SignedInRequest,
    target: ActionTarget,
    dependencies: Dependencies,
  ) => Promise<ActionOutcome & { readonly location?: string }>;
  /** Overrides the product's toast. */
  readonly roleMissing?: ToastCode | undefined;
  /** The ID of the element that the redirects move the focus to; by default, the content of the page. */
  readonly anchor?: string;
}

/** A POST handler for an action on the administrator's company in a product. Its failures are toasts. */
export function productAction(
  product: Product,
  {
    auditedAs,
    limit,
    execute,
    failed,
    unexpected,
    roleMissing = product.roleMissing,
    anchor = CONTENT_ID,
  }: ProductAction,
): SignedInHandler {
  const urlOf = (request: SignedInRequest) => `${returnUrl(product, request)}#${anchor}`;
  return action({
    auditedAs,
    limit,
    products: [product.key],
    returnUrl: urlOf,
    async execute(request, dependencies) {
      const details = await request.details();
      if (!details) return { toast: ['userDetailsMissing'], wasRefused: true };
      const entityId = entityFor(details, product.key);
      if (entityId === undefined) return { toast: [roleMissing], wasRefused: true };
      try {
        return await execute(request, { entityId, returnUrl: returnUrl(product, request) }, dependencies);
      } catch (error) {
        if (error instanceof SessionEnded) throw error;
        logFailure(request.log, error, unexpected.message);
        return { toast: failureToast(error, { failed, unexpected }) };
      }
    },
  });
}

/** The toast for the error of an action: the backend failed, or something else did. */
export function failureToast(
  error: unknown,
  { failed, unexpected }: Pick<Failures, 'failed' | 'unexpected'>,
): readonly [ToastCode] {
  return [error instanceof BackendError ? failed : unexpected.toast];
}
