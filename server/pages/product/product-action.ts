import type { ToastCode } from '../../../shared/messages';
import { CONTENT_ID } from '../../../shared/paths';
import { productTerms } from '../../../shared/products';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import { type LicenseRequest, redirect } from '../../http/reply';
import { escapeId } from '../../removals/items';
import { entityFor } from '../../session/roles';
import type { ToastContent } from '../../session/session';
import type { AuditedEvent } from '../../telemetry/audit';
import { withAuditLine } from '../audit-line';
import { carryOutOnce, type LimitedAction } from '../carry-out-once';
import { logFailure } from '../failure';
import { requiring, type SignedInHandler, type SignedInRequest } from '../handler';
import { type Product, returnUrl } from './define-product';

interface ActionOutcome {
  readonly toast: ToastContent;
  /** The URL to redirect to; by default, the page with the form. */
  readonly location?: string;
  /** The licenses that were requested, for the session to remember. */
  readonly licenseRequest?: LicenseRequest;
  /** Whether the portal refused it, before it made a call that changes something. */
  readonly wasRefused?: boolean;
  /** Whether the identity provider has ended the session after such a call. */
  readonly sessionHasEnded?: boolean;
}

interface Failures {
  /** The toast for a BackendError. */
  readonly failed: ToastCode;
  /** The toast and the log message for any other error. */
  readonly unexpected: { readonly toast: ToastCode; readonly message: string };
}

interface ProductAction extends Failures {
  /** Its name in the audit log. */
  readonly auditedAs: AuditedEvent;
  readonly limit: LimitedAction;
  /** Carries it out for the administrator's company. Errors become a toast, except SessionEnded. */
  readonly execute: (
    request: SignedInRequest,
    entityId: string,
    dependencies: Dependencies,
  ) => Promise<ActionOutcome>;
  readonly roleMissing?: ToastCode | undefined;
  /** The ID of the element that the redirects move the focus to; by default, the content of the page. */
  readonly anchor?: string;
}

/**
 * A POST handler for an action on the administrator's company in a product. It carries out each form once, within the hourly
 * limit, writes the audit line, and redirects with a toast, even after a failure.
 */
export function productAction(
  product: Product,
  {
    auditedAs,
    limit,
    execute,
    failed,
    unexpected,
    roleMissing = productTerms[product.key].toasts.roleMissing,
    anchor = CONTENT_ID,
  }: ProductAction,
): SignedInHandler {
  return requiring('role of its product', (request, dependencies) => {
    const toPage = `${returnUrl(product, request)}#${anchor}`;
    return carryOutOnce(request, dependencies, { limit, returnUrl: toPage }, () =>
      withAuditLine(request, dependencies, { event: auditedAs, products: [product.key] }, async () => {
        const { toast, location = toPage, wasRefused, sessionHasEnded, licenseRequest } = await carryOut();
        const reply = redirect(location, { toast, sessionHasEnded, licenseRequest });
        return { reply, outcome: toast[0], wasRefused };
      }),
    );

    async function carryOut(): Promise<ActionOutcome> {
      const details = await request.details();
      if (!details) return { toast: ['userDetailsMissing'], wasRefused: true };
      const entityId = entityFor(details, product.key);
      if (entityId === undefined) return { toast: [roleMissing], wasRefused: true };
      try {
        return await execute(request, entityId, dependencies);
      } catch (error) {
        if (error instanceof SessionEnded) throw error;
        logFailure(request.log, error, unexpected.message);
        return { toast: failureToast(error, { failed, unexpected }) };
      }
    }
  });
}

/** The toast for the error of an action: the backend failed, or something else did. */
export function failureToast(error: unknown, { failed, unexpected }: Failures): readonly [ToastCode] {
  return [error instanceof BackendError ? failed : unexpected.toast];
}

/** An email address for a toast. A long one is cut off, because the session must fit into a cookie. */
export function emailInToast(email: string): string {
  return email.slice(0, 100);
}

/** The ID of a row for the link “Try again” of a toast's message; '' if it is too long for that. */
export function idInToast(id: string): string {
  return id.length > 100 ? '' : escapeId(id);
}
