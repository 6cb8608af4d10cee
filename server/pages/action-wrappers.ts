import { entityFor } from '../../shared/admin';
import { ActionLimitReached, type LimitedAction } from '../http/action-limits';
import { digestOf, isFormKey } from '../http/forms';
import { redirect } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { type AuditedEvent, audit } from '../telemetry/audit';
import type { SignedInHandler } from './handler';
import { type FormOwner, formPage, type Product } from './product/product';

/** The limit that each product action counts toward, by its name in the audit log (T51). */
const limits = {
  request: 'requests',
  'profile-data request': 'requests',
  revoke: 'removals',
  deactivation: 'removals',
} as const satisfies Partial<Record<AuditedEvent, LimitedAction>>;

/** An event with a limit. */
export type LimitedEvent = keyof typeof limits;

/** The properties of a product that its actions and audit lines use. */
type AuditedProduct = Pick<Product<never>, 'role' | 'itemField'>;

/**
 * Wraps a product action with auditing, its limit and form deduplication: repeated submissions of a form get the reply to
 * the first one (P145, T27), unless it was beyond the limit.
 */
export function productAction(
  handler: SignedInHandler,
  event: LimitedEvent,
  product: AuditedProduct & FormOwner,
): SignedInHandler {
  const audited = auditEvents(handler, event, product);
  const runOnce: SignedInHandler = (request, dependencies) => {
    const { actionLimits, formDeduplicator } = dependencies;
    const { session, path, form, administrator } = request;
    const run = async () => {
      const grant = await actionLimits.take(administrator.context.userId, limits[event]);
      if (!grant.granted) throw new ActionLimitReached(limits[event], grant.retryAt);
      return audited(request, dependencies);
    };
    return isFormKey(form.once) ? formDeduplicator.run(digestOf([session.id, path, form]), run) : run();
  };
  return refreshData(explainActionLimit(runOnce, request => formPage(product, request)));
}

/** Wraps an action: whatever its outcome, the administrator's next page uses fresh data, on every replica (P137, T42). */
export function refreshData(handler: SignedInHandler): SignedInHandler {
  return async (request, dependencies) => {
    try {
      return await handler(request, dependencies);
    } finally {
      dependencies.statsCache.invalidate(request.administrator.context.userId);
      request.session.recordChange();
    }
  };
}

/** Writes one audit line per request (T49). */
export function auditEvents(
  handler: SignedInHandler,
  event: AuditedEvent,
  product: AuditedProduct,
): SignedInHandler {
  return async (request, dependencies) => {
    const { administrator, form, log, client } = request;
    const write = (outcome: string, item = form[product.itemField]) =>
      audit(log, event, {
        userId: administrator.context.userId,
        // The details that the handler fetched.
        entity: entityFor(dependencies.portalUsers.expected(administrator.context), product.role),
        item,
        outcome,
        client,
      });
    try {
      const reply = await handler(request, dependencies);
      if (reply.kind === 'download') write('ok', reply.list);
      else write(reply.kind === 'redirect' ? (reply.toast?.[0] ?? 'redirected') : reply.kind);
      return reply;
    } catch (error) {
      write('failed');
      throw error;
    }
  };
}

/** Wraps an action: beyond its limit, redirects to the page of its form, with a toast that says when to retry (T51). */
export function explainActionLimit(
  handler: SignedInHandler,
  pageOf: (request: SignedInRequest) => string,
): SignedInHandler {
  return async (request, dependencies) => {
    try {
      return await handler(request, dependencies);
    } catch (error) {
      if (!(error instanceof ActionLimitReached)) throw error;
      request.log.warn({ limit: error.action }, 'Action limit reached');
      const minutes = Math.max(1, Math.ceil((error.retryAt - dependencies.now()) / 60_000));
      const toast = error.action === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
      return redirect(pageOf(request), { toast: [toast, minutes] });
    }
  };
}
