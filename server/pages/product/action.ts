import { entityFor } from '../../../shared/admin';
import { messages, type ToastCode } from '../../../shared/messages';
import type { Dependencies } from '../../dependencies';
import { BackendError, SessionEnded } from '../../errors';
import { ActionLimitReached, type LimitedAction } from '../../http/action-limits';
import { digestOf, isFormKey } from '../../http/forms';
import { type Reply, redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { type AuditedEvent, audit } from '../../telemetry/audit';
import { logFailure } from '../failure';
import type { SignedInHandler } from '../handler';
import { fetchUserDetails } from '../user-details';
import { type Product, returnAddress } from './define-product';
import { findAnchors, type Outcomes, type RemovableList } from './removable';

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
  const { actionLimits, formDeduplicator, statsCache, now } = dependencies;
  const { session, path, form, log } = request;
  const { userId } = request.administrator.context;
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
    statsCache.invalidate(userId);
    session.recordChange();
  }
}

interface Audited {
  readonly reply: Reply;
  readonly outcome: string;
  /** By default, the ID in the form. */
  readonly item?: string | undefined;
}

/** Writes one audit line for an event of a product (T49). */
export async function withAuditLine<Stats>(
  { administrator: { context }, form, log, client }: SignedInRequest,
  { portalUsers }: Dependencies,
  { event, product }: { readonly event: AuditedEvent; readonly product: Product<Stats> },
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

/** An action of a product, and the toasts for its outcomes. */
interface ProductAction extends Outcomes {
  /** Its name in the audit log. */
  readonly auditedAs: AuditedEvent;
  readonly limit: LimitedAction;
  /** Errors become a toast, except SessionEnded. `setAnchor` sets the URL fragment of the redirect. */
  readonly execute: (
    request: SignedInRequest,
    target: { readonly entityId: string; readonly setAnchor: (anchor: string) => void },
    dependencies: Dependencies,
  ) => Promise<void>;
  /** Overrides the product's toast. */
  readonly roleMissing?: ToastCode;
}

/** Returns a POST handler that takes an action once, within its limit, then redirects to the page of its form with a toast. */
export function productAction<Stats>(
  product: Product<Stats>,
  { auditedAs, limit, execute, done, failed, unexpected, roleMissing = product.roleMissing }: ProductAction,
): SignedInHandler {
  return (request, dependencies) => {
    const back = returnAddress(product, request);
    let fragment = '';
    const setAnchor = (anchor: string) => {
      fragment = `#${anchor}`;
    };
    const attempt = async (): Promise<ToastCode> => {
      const details = await fetchUserDetails(request, dependencies.portalUsers);
      if (!details) return 'userDetailsMissing';
      const entityId = entityFor(details, product.role);
      if (entityId === undefined) return roleMissing;
      try {
        await execute(request, { entityId, setAnchor }, dependencies);
        return done;
      } catch (error) {
        if (error instanceof SessionEnded) throw error;
        logFailure(request.log, error, unexpected.message);
        return error instanceof BackendError ? failed : unexpected.toast;
      }
    };
    return takeOnce(request, dependencies, { limit, back }, () =>
      withAuditLine(request, dependencies, { event: auditedAs, product }, async () => {
        const outcome = await attempt();
        return { reply: redirect(back + fragment, { toast: [outcome] }), outcome };
      }),
    );
  };
}

/** Returns a POST handler that removes one row of a list, then redirects to the row that has taken its place. */
export function removalAction<Stats, Row>(
  product: Product<Stats>,
  list: RemovableList<Stats, Row>,
): SignedInHandler {
  const { id: idColumn, auditedAs, roleMissing = product.roleMissing, remove } = list.removable;
  const { notListed, ...outcomes } = list.removable.outcomes;
  return productAction(product, {
    ...outcomes,
    auditedAs,
    limit: 'removals',
    roleMissing,
    async execute({ administrator: { context }, form, query }, { entityId, setAnchor }, dependencies) {
      setAnchor(list.id);
      const rows = list.rows(await product.backend(dependencies).stats(entityId, context));
      const id = form[product.itemField] ?? '';
      if (!rows?.find(idColumn, id)) throw new BackendError(notListed, 'not listed');
      const anchors = await findAnchors(list, rows, { query, removedId: id });
      setAnchor(anchors.before);
      await remove(entityId, id, context, dependencies);
      setAnchor(anchors.after);
    },
  });
}

/** Returns a POST handler that requests more licenses, for the product's page and the dashboard (`?from=dashboard`, P77). */
export function requestLicenses<Stats>(product: Product<Stats>): SignedInHandler {
  return productAction(product, {
    auditedAs: 'request',
    limit: 'requests',
    async execute({ administrator, session }, { entityId }, dependencies) {
      await product.backend(dependencies).requestLicenses(entityId, administrator.context);
      session.recordRequest(product.role);
    },
    done: 'licensesRequested',
    failed: 'requestLicensesFailed',
    unexpected: { toast: 'requestLicensesFailed', message: messages.fallback.requestFailed },
  });
}
