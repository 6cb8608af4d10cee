import { entityFor } from '../../shared/admin';
import { paths } from '../../shared/paths';
import type { PortalUsers } from '../backends/portal-users';
import type { StatsCache } from '../backends/stats-cache';
import { ActionLimitReached, type ActionLimits, type LimitedAction } from '../http/action-limits';
import { digestOf, type FormDeduplicator, isFormKey } from '../http/forms';
import { redirect, type SignedInHandler } from '../http/reply';
import { type AuditedEvent, audit } from '../telemetry/audit';
import type { Product } from './product/product';

/** The limit that each product action counts toward, by its name in the audit log (T51). */
const limits = {
  request: 'requests',
  'profile-data request': 'requests',
  revoke: 'removals',
  deactivation: 'removals',
} as const satisfies Partial<Record<AuditedEvent, LimitedAction>>;

export type ProductAction = keyof typeof limits;

/** The properties of a product that its routes use. */
export type ProductRoute = Pick<Product<never, never>, 'role' | 'path' | 'itemField'>;

interface ActionOptions {
  readonly portalUsers: PortalUsers;
  readonly statsCache: StatsCache;
  readonly formDeduplicator: FormDeduplicator;
  readonly actionLimits: ActionLimits;
  readonly now: () => number;
}

/** Wraps a product action with auditing, its limit and form deduplication. */
export function productAction(
  handler: SignedInHandler,
  { event, product }: { event: ProductAction; product: ProductRoute },
  options: ActionOptions,
): SignedInHandler {
  const audited = auditEvents(handler, { event, product }, options);
  const limited = limitActions(audited, limits[event], options);
  return refreshData(explainActionLimit(deduplicateForms(limited, options), product.path, options), options);
}

/** Wraps an action: whatever its outcome, the administrator's next page uses fresh data, on every replica (P137, T42). */
export function refreshData(
  handler: SignedInHandler,
  { statsCache }: Pick<ActionOptions, 'statsCache'>,
): SignedInHandler {
  return async request => {
    try {
      return await handler(request);
    } finally {
      statsCache.invalidate(request.administrator.context.userId);
      request.session.recordChange();
    }
  };
}

/** Writes one audit line per request (T49). */
export function auditEvents(
  handler: SignedInHandler,
  { event, product }: { event: AuditedEvent; product: ProductRoute },
  { portalUsers }: Pick<ActionOptions, 'portalUsers'>,
): SignedInHandler {
  return async request => {
    const { administrator, form, log, client } = request;
    const write = (outcome: string, item = form[product.itemField]) =>
      audit(log, event, {
        userId: administrator.context.userId,
        // The details that the handler fetched.
        entity: entityFor(portalUsers.expected(administrator.context), product.role),
        item,
        outcome,
        client,
      });
    try {
      const reply = await handler(request);
      if (reply.kind === 'download') write('ok', reply.list);
      else write(reply.kind === 'redirect' ? (reply.toast?.[0] ?? 'redirected') : reply.kind);
      return reply;
    } catch (error) {
      write('failed');
      throw error;
    }
  };
}

/** Wraps an action: beyond its limit, redirects to its page, with a toast that says when to retry (T51). */
export function explainActionLimit(
  handler: SignedInHandler,
  page: string,
  { now }: Pick<ActionOptions, 'now'>,
): SignedInHandler {
  return async request => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof ActionLimitReached)) throw error;
      request.log.warn({ limit: error.action }, 'Action limit reached');
      const minutes = Math.max(1, Math.ceil((error.retryAt - now()) / 60_000));
      const toast = error.action === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
      const location = request.query.from === 'dashboard' ? paths.dashboard : page + request.search;
      return redirect(location, { toast: [toast, minutes] });
    }
  };
}

/** Counts an action before it runs. Throws ActionLimitReached, which is not cached as the reply to the form. */
function limitActions(
  handler: SignedInHandler,
  limit: LimitedAction,
  { actionLimits }: ActionOptions,
): SignedInHandler {
  return async request => {
    const grant = await actionLimits.take(request.administrator.context.userId, limit);
    if (!grant.granted) throw new ActionLimitReached(limit, grant.retryAt);
    return handler(request);
  };
}

/** Returns the reply of the first request to repeated submissions of a form (P145, T27). */
function deduplicateForms(handler: SignedInHandler, { formDeduplicator }: ActionOptions): SignedInHandler {
  return request => {
    const { session, path, form } = request;
    return isFormKey(form.once)
      ? formDeduplicator.run(digestOf([session.id, path, form]), async () => handler(request))
      : handler(request);
  };
}
