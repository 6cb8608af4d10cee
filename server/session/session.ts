import { hash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Toast, toastCodes } from '../../shared/messages';
import type { ProductKey } from '../../shared/products';
import { type Claims, type Credentials, readClaims, type Tokens } from './credentials';

/** How long a toast waits for the next page, in milliseconds. Later it would be confusing. */
const TOAST_TTL_MS = 2 * 60_000;

const toastSchema = v.object({
  id: v.number(),
  code: v.picklist(toastCodes),
  values: v.array(v.union([v.string(), v.number()])),
});

export const sessionSchema = v.object({
  id: v.string(),
  openedAt: v.number(),
  seenAt: v.number(),
  /** When its administrator last changed data. */
  changedAt: v.optional(v.number()),
  /** The latest bulk removal of this session, and until when it is available. */
  job: v.optional(v.object({ id: v.string(), until: v.number() })),
  /** When licenses of each product were last requested in this session. */
  requests: v.optional(v.record(v.string(), v.number())),
  /** Drops toasts of other versions of the portal: an unknown toast must not invalidate the session. */
  toasts: v.pipe(
    v.array(v.unknown()),
    v.transform(toasts => toasts.filter(toast => v.is(toastSchema, toast))),
  ),
});

export type SessionData = v.InferOutput<typeof sessionSchema>;

/** The contents of both cookies of a session. */
export interface SessionState {
  readonly data: SessionData;
  readonly credentials: Credentials;
}

/**
 * The session of a browser during one request. Its data is in sealed cookies (`session-cookie.ts`); the server stores none.
 * Changes reach the browser with the response.
 */
export class Session {
  #state: SessionState | undefined;
  #claims: Claims | undefined;
  #changed = false;

  constructor(
    state: SessionState | undefined,
    private readonly now: () => number,
    private readonly write: (state: SessionState | undefined) => Promise<void>,
    {
      claims,
      changed = false,
      expired = false,
    }: Partial<Pick<Session, 'claims' | 'expired'>> & { changed?: boolean },
  ) {
    this.#state = state;
    this.#claims = state && claims;
    this.#changed = changed;
    this.expired = expired;
  }

  /** Whether there was a session that has reached its idle or absolute limit. */
  readonly expired: boolean;

  /** Random ID of the session; undefined when signed out. */
  get id(): string | undefined {
    return this.#data?.id;
  }

  get #data(): SessionData | undefined {
    return this.#state?.data;
  }

  /** The identity provider's tokens; undefined when signed out. */
  get tokens(): Tokens | undefined {
    return this.#state?.credentials;
  }

  get claims(): Claims | undefined {
    return this.#claims;
  }

  /** When its administrator last changed data, in milliseconds since 1970; 0 for never. */
  get changedAt(): number {
    return this.#data?.changedAt ?? 0;
  }

  /** ID of the latest bulk removal of this session, until its outcome is known to the administrator. */
  get jobId(): string | undefined {
    const job = this.#data?.job;
    return job && this.now() < job.until ? job.id : undefined;
  }

  /** Records a bulk removal, which is available until `until`, in milliseconds since 1970. */
  recordJob(id: string, until: number): void {
    this.#update({ job: { id, until } });
  }

  /** Records that the bulk removal of this session has ended, so that no replica uses cached data from before (T42). */
  recordJobEnd(endedAt: number): void {
    if (endedAt > this.changedAt) this.#update({ changedAt: endedAt });
  }

  /** Forgets the bulk removal of this session, because the administrator knows its outcome. */
  forgetJob(): void {
    if (this.#data?.job) this.#update({ job: undefined });
  }

  /** Records a change, so that no replica uses cached data from before it (T42). */
  recordChange(): void {
    // Strictly increasing, even within a millisecond.
    this.#update({ changedAt: Math.max(this.now(), this.changedAt + 1) });
  }

  /** When licenses of a product were last requested, in milliseconds since 1970; undefined for never. */
  licensesRequestedAt(product: ProductKey): number | undefined {
    return this.#data?.requests?.[product];
  }

  /** Records that licenses of a product were requested. */
  recordLicenseRequest(product: ProductKey): void {
    this.#update({ requests: { ...this.#data?.requests, [product]: this.now() } });
  }

  /** Whether this sign-in code opened the session. Opening the same link again is then not an error. */
  wasOpenedBy(code: string): boolean {
    return this.#state?.credentials.openedBy === digest(code);
  }

  /** Starts a new session, without data of an earlier one (ASVS 5.0, 7.2.4). */
  open(tokens: Tokens, code: string): void {
    const now = this.now();
    this.#claims = readClaims(tokens.idToken);
    this.#change({
      data: { id: randomUUID(), openedAt: now, seenAt: now, toasts: [] },
      credentials: {
        idToken: tokens.idToken,
        refreshToken: tokens.refreshToken,
        openedBy: digest(code),
      },
    });
  }

  renewTokens({ idToken, refreshToken }: Tokens): void {
    if (!this.#state) return;
    this.#claims = readClaims(idToken);
    const { data, credentials } = this.#state;
    this.#change({ data, credentials: { ...credentials, idToken, refreshToken } });
  }

  end(): void {
    this.#claims = undefined;
    this.#change(undefined);
  }

  /** Adds a toast for the next page. */
  addToast(code: Toast['code'], ...values: Toast['values']): void {
    if (!this.#data) return;
    const toast = { id: this.now(), code, values: [...values] };
    this.#update({ toasts: [...this.#data.toasts, toast] });
  }

  takeToasts(): readonly Toast[] {
    if (!this.#data || this.#data.toasts.length === 0) return [];
    const { toasts } = this.#data;
    this.#update({ toasts: [] });
    return toasts.filter(toast => this.now() - toast.id < TOAST_TTL_MS);
  }

  /**
   * Writes changes to the cookies of the response. Call it before the first byte of the response.
   * @throws {SessionTooLarge} Thrown when the tokens do not fit into a cookie.
   */
  async save(): Promise<void> {
    if (!this.#changed) return;
    await this.write(this.#state);
    this.#changed = false;
  }

  #update(changes: Partial<SessionData>): void {
    if (!this.#state) return;
    const { data, credentials } = this.#state;
    this.#change({ data: { ...data, ...changes }, credentials });
  }

  #change(state: SessionState | undefined): void {
    this.#state = state;
    this.#changed = true;
  }
}

function digest(code: string): string {
  return hash('sha256', code, 'base64url');
}
