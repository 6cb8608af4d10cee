import type { Logger } from 'pino';
import { isOpaqueId, pseudonym } from './request-log';

/** The actions of administrators that are audited (T49). */
export type AuditedEvent =
  | 'sign-in'
  | 'logout'
  | 'request'
  | 'revoke'
  | 'deactivation'
  | 'profile-data request'
  | 'download';

interface AuditEntry {
  /** ID of the identity provider; only its pseudonym is written. */
  readonly userId: string | undefined;
  /** The company's ID in the product's backend. */
  readonly entity?: string | undefined;
  /** ID of the license or card, or the list that was downloaded. */
  readonly item?: string | undefined;
  /** ID of the bulk removal that it belongs to. */
  readonly run?: string | undefined;
  /** 'ok', or the name of the message that the administrator got. */
  readonly outcome: string;
  /** The client's network address. */
  readonly client: string;
}

/** Writes one line that says who did what, from where, and with which outcome. The request's logger adds `reqId`. */
export function audit(log: Logger, event: AuditedEvent, { userId, item, ...entry }: AuditEntry): void {
  log.info(
    {
      audit: event,
      ...(userId !== undefined && { user: pseudonym(userId) }),
      ...entry,
      ...(item !== undefined && { item: isOpaqueId(item) ? item : '(not an ID)' }),
    },
    'Audit',
  );
}
