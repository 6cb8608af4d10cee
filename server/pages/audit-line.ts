import type { Dependencies } from '../dependencies';
import type { Reply } from '../http/reply';
import type { SignedInRequest } from '../http/request';
import { entityFor } from '../roles';
import { type AuditedEvent, audit } from '../telemetry/audit';
import type { Product } from './product/define-product';

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
