import type { Logger } from 'pino';
import type { ProductKey, productTerms } from '../../shared/products';
import { isOpaqueId, pseudonym } from './request-log';

/** The actions of administrators that are audited (T49). */
export type AuditedEvent =
  | 'sign-in'
  | 'logout'
  | 'request'
  | (typeof productTerms)[ProductKey]['auditedAs']
  | 'removal'
  | 'profile-data request'
  | 'download';

interface AuditEntry {
  /** ID of the identity provider; only its pseudonym is written. */
  readonly userId: string | undefined;
  /** The company's ID in the product's backend. */
  readonly entity?: string | undefined;
  /** ID of the license or card, or the list that was downloaded. */
  readonly item?: string | undefined;
  /** IDs of licenses or cards that a removal of several is about to remove. */
  readonly items?: readonly string[];
  /** ID of the bulk removal that it belongs to. */
  readonly job?: string | undefined;
  /** 'ok', a word such as 'begins' or 'removed', or the name of the message that the administrator got. */
  readonly outcome: string;
  readonly client: string;
}

/**
 * Writes one line that says who did what, from where, and with which outcome. The request's logger adds `reqId`. The
 * line has left the process when this returns, so that it survives a crash (T60).
 */
export function audit(
  log: Logger,
  event: AuditedEvent,
  { userId, item, items, job, ...entry }: AuditEntry,
): void {
  log.info(
    {
      audit: event,
      user: userId === undefined ? undefined : pseudonym(userId),
      ...entry,
      item: idText(item),
      job: idText(job),
      items: items?.map(idText),
    },
    'Audit',
  );
  log.flush();
}

function idText(id: string | undefined): string | undefined {
  return id === undefined || isOpaqueId(id) ? id : '(not an ID)';
}
