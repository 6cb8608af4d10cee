import { messages, type ToastCode } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import { ActionLimitReached, type LimitedAction } from '../../http/action-limits';
import { digestOf, isFormKey } from '../../http/forms';
import { type Reply, redirect, type ToastReply } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { entityFor, type UserDetails } from '../../roles';
import { type AuditedEvent, audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { type Product, returnAddress } from './define-product';
import type { Failures } from './removable';

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
 * unless it was beyond the limit. Whatever the outcome, the administrator's next page uses fresh data, on every replica
 * (P137, T42).
 */
export async function takeOnce(
  request: SignedInRequest,
  dependencies: Dependencies,
  { limit, count = 1, back, identity = request.form }: OnceOptions,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { actionLimits, formDeduplicator, now } = dependencies;
  const { session, path, form, log } = request;
  const { userId } = request.administrator.context;
  const { changedAt } = session;
  const takeWithinLimit = async () => {
    const grant = await actionLimits.take(userId, limit, count);
    if (!grant.granted) throw new ActionLimitReached(limit, grant.retryAt);
    return work();
  };
  try {
    return await (isFormKey(form.once)
      ? formDeduplicator.once(digestOf([session.id, path, form.once, identity]), takeWithinLimit)
      : takeWithinLimit());
  } catch (error) {
    if (!(error instanceof ActionLimitReached)) throw error;
    log.warn({ limit }, 'Action limit reached');
    const minutes = Math.max(1, Math.ceil((error.retryAt - now()) / 60_000));
    const toast = limit === 'requests' ? 'requestLimitReached' : 'removalLimitReached';
    return redirect(back, { toast: [toast, minutes] });
  } finally {
    if (session.changedAt === changedAt) recordChange(request, dependencies);
  }
}

/** Records that the administrator may have changed something, so that the next page uses fresh data. */
export function recordChange(
  { administrator, session }: SignedInRequest,
  { statsCache }: Pick<Dependencies, 'statsCache'>,
): void {
  statsCache.invalidate(administrator.context.userId);
  session.recordChange();
}

interface Audited {
  readonly reply: Reply;
  readonly outcome: string;
  /** By default, the ID in the form. */
  readonly item?: string | undefined;
}

/** Writes one audit line for an event of a product (T49). */
export async function withAuditLine(
  { administrator: { context }, form, log, client }: SignedInRequest,
  { portalUsers }: Dependencies,
  {
    event,
    product,
  }: { readonly event: AuditedEvent; readonly product: Pick<Product<never>, 'role' | 'itemField'> },
  work: () => Promise<Audited>,
): Promise<Reply> {
  const write = ({ outcome, item = form[product.itemField] }: Omit<Audited, 'reply'>) =>
    audit(log, event, {
      userId: context.userId,
      // The details that the work has fetched.
      entity: entityFor(portalUsers.expected(context), product.role),
      item,
      outcome,
      client,
    });
  try {
    const audited = await work();
    write(audited);
    return audited.reply;
  } catch (error) {
    write({ outcome: 'failed' });
    throw error;
  }
}

/** The company that an action acts on, and the page that it leads to. */
export interface ActionTarget {
  readonly entityId: string;
  readonly details: UserDetails;
  /** The URL of the page that the form was sent from. */
  readonly back: string;
  /** Sets the URL of the redirect. By default, it is `back`. */
  readonly leadTo: (address: string) => void;
}

/** An action of a product, and the toasts for its failures. */
interface ProductAction extends Failures {
  /** Its name in the audit log. */
  readonly auditedAs: AuditedEvent;
  readonly limit: LimitedAction;
  /** The toast for its outcome. Errors become a toast, except SessionEnded. */
  readonly execute: (
    request: SignedInRequest,
    target: ActionTarget,
    dependencies: Dependencies,
  ) => Promise<ToastReply>;
  /** Overrides the product's toast. */
  readonly roleMissing?: ToastCode;
}

/** A POST handler that takes an action once, within its limit, then redirects to the page of its form with a toast. */
export function productAction<Stats>(
  product: Product<Stats>,
  { auditedAs, limit, execute, failed, unexpected, roleMissing = product.roleMissing }: ProductAction,
): SignedInHandler {
  return (request, dependencies) => {
    const back = returnAddress(product, request);
    let location = back;
    const leadTo = (address: string) => {
      location = address;
    };
    const attempt = async (): Promise<ToastReply> => {
      const details = await fetchUserDetails(request, dependencies.portalUsers);
      if (!details) return ['userDetailsMissing'];
      const entityId = entityFor(details, product.role);
      if (entityId === undefined) return [roleMissing];
      try {
        return await execute(request, { entityId, details, back, leadTo }, dependencies);
      } catch (error) {
        if (error instanceof SessionEnded) throw error;
        logFailure(request.log, error, unexpected.message);
        return [error instanceof BackendError ? failed : unexpected.toast];
      }
    };
    return takeOnce(request, dependencies, { limit, back }, () =>
      withAuditLine(request, dependencies, { event: auditedAs, product }, async () => {
        const toast = await attempt();
        return { reply: redirect(location, { toast }), outcome: toast[0] };
      }),
    );
  };
}

/** A POST handler that requests more licenses, for the product's page and the dashboard (`?from=dashboard`, P77). */
export function requestLicenses<Stats>(product: Product<Stats>): SignedInHandler {
  return productAction(product, {
    auditedAs: 'request',
    limit: 'requests',
    async execute({ administrator, session }, { entityId }, dependencies) {
      await product.backend(dependencies).requestLicenses(entityId, administrator.context);
      session.recordRequest(product.role);
      return ['licensesRequested'];
    },
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}
