import type { Dependencies } from '../dependencies';
import { ActionLimitReached, type LimitedAction } from '../http/action-limits';
import { digestOf, isFormKey } from '../http/forms';
import { type Reply, redirect, type ToastReply } from '../http/reply';
import type { AuditedEvent } from '../telemetry/audit';
import { type AuditedProduct, withAuditLine } from './audit-line';
import type { SignedInHandler, SignedInRequest, Step } from './handler';

/** A form that changes something. */
export interface Action {
  /** Its name in the audit log. */
  readonly auditedAs: AuditedEvent;
  readonly limit: LimitedAction;
  readonly products?: readonly AuditedProduct[];
  /** The URL of the page with the form. */
  readonly back: (request: SignedInRequest) => string;
  /** The toast for its outcome, and the URL to lead to if it is not that of the page. */
  readonly execute: Step<{ readonly toast: ToastReply; readonly location?: string }>;
}

/** A POST handler that takes an action once, within its limit, writes its audit line, and redirects with a toast. */
export function action({ auditedAs, limit, products, back, execute }: Action): SignedInHandler {
  return (request, dependencies) =>
    takeOnce(request, dependencies, { limit, back: back(request) }, async takeFromLimit => {
      await takeFromLimit();
      return withAuditLine(request, dependencies, { event: auditedAs, products }, async () => {
        const { toast, location = back(request) } = await execute(request, dependencies);
        return { reply: redirect(location, { toast }), outcome: toast[0] };
      });
    });
}

interface OnceOptions {
  /** The hourly limit that it counts toward, and how many actions it counts as (T51). */
  readonly limit: LimitedAction;
  readonly count?: number;
  /** The URL of the page that explains a reached limit. */
  readonly back: string;
  /** Identifies the form, with its key. By default, these are all its fields, because the forms of a page share a key. */
  readonly identity?: unknown;
}

/**
 * Carries out the action of a form once, within its limit: repeated submissions get the reply to the first one (P145, T27),
 * unless it has thrown, as beyond the limit. The work takes from the limit before it acts. Whatever the outcome, the administrator's next page uses fresh data, on every replica
 * (P137, T42).
 */
export async function takeOnce(
  request: SignedInRequest,
  dependencies: Dependencies,
  { limit, count = 1, back, identity = request.form }: OnceOptions,
  work: (takeFromLimit: () => Promise<void>) => Promise<Reply>,
): Promise<Reply> {
  const { actionLimits, formDeduplicator, now } = dependencies;
  const { session, path, form, log } = request;
  const { userId } = request.administrator.context;
  const { changedAt } = session;
  const takeFromLimit = async () => {
    const grant = await actionLimits.take(userId, limit, count);
    if (!grant.granted) throw new ActionLimitReached(limit, grant.retryAt);
  };
  try {
    return await (isFormKey(form.once)
      ? formDeduplicator.once(digestOf([session.id, path, form.once, identity]), () => work(takeFromLimit))
      : work(takeFromLimit));
  } catch (error) {
    if (!(error instanceof ActionLimitReached)) throw error;
    log.warn({ limit }, 'Action limit reached');
    const minutes = Math.max(1, Math.ceil((error.retryAt - now()) / 60_000));
    const toast = limit === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
    return redirect(back, { toast: [toast, minutes] });
  } finally {
    if (session.changedAt === changedAt) session.recordChange();
  }
}
