import { idField, type ProductKey } from '../../shared/products';
import type { Dependencies } from '../dependencies';
import type { Reply } from '../http/reply';
import { entityFor } from '../session/roles';
import { type AuditedEvent, audit } from '../telemetry/audit';
import type { SignedInRequest } from './handler';

interface AuditedEventOptions {
  readonly event: AuditedEvent;
  /** The products that it is about. Each has its own line, so that the log can be searched by product. */
  readonly products?: readonly ProductKey[] | undefined;
  readonly item?: string | undefined;
  /** The bulk removal that it belongs to. */
  readonly job?: string | undefined;
}

interface Audited {
  readonly outcome: string;
  /** By default, the item of the options, or the ID in the form. */
  readonly item?: string | undefined;
}

/** Writes the audit line of an event, even if it fails (T49). */
export async function withAuditLine<Result extends Audited>(
  { administrator: { context }, form, log, client }: SignedInRequest,
  { backends }: Dependencies,
  { event, products = [], item: defaultItem, job }: AuditedEventOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const write = ({ outcome, item = defaultItem }: Audited) => {
    const entry = { userId: context.userId, item, job, outcome, client };
    if (products.length === 0) audit(log, event, entry);
    for (const productKey of products) {
      // The details that the work has fetched.
      const entity = entityFor(backends.portalUsers.lastKnownDetails(context), productKey);
      audit(log, event, { ...entry, entity, item: item ?? form[idField(productKey)] });
    }
  };
  try {
    const audited = await work();
    write(audited);
    return audited;
  } catch (error) {
    write({ outcome: 'failed' });
    throw error;
  }
}

/** Writes the audit line of a download, also if it redirects to a page that says why there is no file, but not for HEAD. */
export async function withDownloadLine(
  request: SignedInRequest,
  dependencies: Dependencies,
  options: Omit<AuditedEventOptions, 'event'>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (request.isHead) return work();
  const { reply } = await withAuditLine(
    request,
    dependencies,
    { ...options, event: 'download' },
    async () => {
      const reply = await work();
      return {
        reply,
        outcome: reply.kind === 'redirect' ? 'redirected' : 'ok',
        ...(reply.kind === 'download' && { item: reply.list }),
      };
    },
  );
  return reply;
}
