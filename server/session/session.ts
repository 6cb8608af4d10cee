import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Toast, toastCodes } from '../../shared/messages';
import { type ProductKey, productKeys } from '../../shared/products';
import { MINUTE_MS } from '../../shared/units';
import { digestOf } from '../text/digest';
import { type Claims, type Credentials, readClaims, type Tokens } from './credentials';

/** How long a toast waits for the next page, in milliseconds. Later it would be confusing. */
export const TOAST_TTL_MS = 2 * MINUTE_MS;

export const identitySchema = v.object({ id: v.string(), openedAt: v.number() });

/** The identity of a session. It never changes. */
export type SessionIdentity = v.InferOutput<typeof identitySchema>;

const toastValueSchema = v.union([v.string(), v.number()]);

/** A toast for the next page: its code and values. */
export const toastSchema = v.pipe(v.tupleWithRest([v.picklist(toastCodes)], toastValueSchema), v.readonly());

export type ToastContent = v.InferOutput<typeof toastSchema>;

/** The schemas of the notes of a session, by kind. A note that does not match, such as another version's, is ignored. */
export const noteSchemas = {
  /** When the session was last used. */
  seen: v.number(),
  /** When its administrator changed data. */
  changed: v.number(),
  /** A bulk removal of this session, a part of its company's key, until when it is available, and whether its end is known. */
  job: v.object({
    id: v.string(),
    company: v.string(),
    until: v.number(),
    hasEnded: v.optional(v.boolean()),
  }),
  /** When licenses of a product, its key, were requested. */
  requested: v.number(),
  /** A toast for the next page. */
  toast: v.object({ id: v.number(), code: v.picklist(toastCodes), values: v.array(toastValueSchema) }),
};

export type NoteKind = keyof typeof noteSchemas;

type NoteOf<Kind extends NoteKind> = {
  readonly kind: Kind;
  /** Distinguishes the notes of a kind of which a session can have several. */
  readonly key: string;
  readonly value: v.InferOutput<(typeof noteSchemas)[Kind]>;
};

/**
 * A decision of a response. Each note has a cookie of its own: browsers merge cookies by name, so the responses
 * of two tabs cannot undo each other's decisions, in whichever order they arrive (T70).
 */
export type Note = { [Kind in NoteKind]: NoteOf<Kind> }[NoteKind];

/** How many notes of a kind a session has. Adding another one removes the oldest that the browser has sent. */
const LIMITS: Readonly<Record<NoteKind, number>> = {
  seen: 1,
  changed: 1,
  job: 3,
  requested: productKeys.length,
  toast: 5,
};

/** How much later the note of a running removal must end to be renewed, in milliseconds. */
const RENEWAL_MS = 10 * MINUTE_MS;

/** The contents of the cookies of a session. */
export interface SessionState {
  readonly identity: SessionIdentity;
  readonly credentials: Credentials;
  /** The claims of its ID token. */
  readonly claims: Claims | undefined;
  /** By their names. */
  readonly notes: ReadonlyMap<string, Note>;
}

/** The notes to write, and those to remove, by the names of their cookies. */
export type Decisions = ReadonlyMap<string, Note | undefined>;

/** The part of a note's cookie name that is unique among the notes of its session. */
export function noteName({ kind, key }: Pick<Note, 'kind' | 'key'>): string {
  return key === '' ? kind : `${kind}.${key}`;
}

interface SessionOptions {
  readonly now: () => number;
  readonly write: (state: SessionState | undefined, decisions: Decisions) => Promise<void>;
  /** Keeps renewed tokens for the next response that can store them. */
  readonly keepTokens: (id: string, tokens: Tokens) => void;
  /** Ends the session for all its later requests. */
  readonly deny: () => Promise<void>;
  /** Whether to write cookies even if nothing has been decided. */
  readonly isDue: boolean;
  /** Whether there was a session that has reached a limit, or that the identity provider or a logout has ended. */
  readonly hasEnded: boolean;
  /** Whether somebody opens the response, and so sees what it says. */
  readonly isOpened: boolean;
}

/**
 * The session of a browser during one request. Its data is in sealed cookies (`session-cookie.ts`); the server stores none.
 * The decisions of the request reach the browser with its response.
 */
export class Session {
  #state: SessionState | undefined;
  #isDue: boolean;
  readonly #notes: Map<string, Note>;
  readonly #decisions = new Map<string, Note | undefined>();
  /** The names of the notes that the browser has. */
  readonly #known: Set<string>;
  readonly hasEnded: boolean;
  readonly isOpened: boolean;

  constructor(
    state: SessionState | undefined,
    private readonly options: SessionOptions,
  ) {
    this.#state = state;
    this.#isDue = options.isDue;
    this.hasEnded = options.hasEnded;
    this.isOpened = options.isOpened;
    this.#notes = new Map(state?.notes);
    this.#known = new Set(this.#notes.keys());
  }

  /** Random ID of the session; undefined when signed out. */
  get id(): string | undefined {
    return this.#state?.identity.id;
  }

  /** The identity provider's tokens; undefined when signed out. */
  get tokens(): Tokens | undefined {
    return this.#state?.credentials;
  }

  get claims(): Claims | undefined {
    return this.#state?.claims;
  }

  /** The keys of the changes that this browser knows of. Cached data from before any of them is not used (T42). */
  get changedAt(): string {
    return this.#notesOf('changed')
      .map(({ key }) => key)
      .join();
  }

  /** The bulk removals of this session: the last one that has ended, and those whose end is not known yet. */
  get jobs(): readonly v.InferOutput<typeof noteSchemas.job>[] {
    const jobs = this.#notesOf('job').map(({ value }) => value);
    return jobs.filter(({ until }) => this.options.now() < until);
  }

  /** Records a bulk removal, which is available until `until`, in milliseconds since 1970. While it runs, this is renewed. */
  recordJob(id: string, companyKey: string, until: number): void {
    const known = this.jobs.find(job => job.id === id);
    if (known && (known.hasEnded || until - known.until < RENEWAL_MS)) return;
    this.#add({ kind: 'job', key: shortOf(id), value: { id, company: shortOf(companyKey), until } });
  }

  /** Forgets a bulk removal that is not known. It is a change. */
  forgetJob(id: string): void {
    const notes = this.#notesOf('job').filter(({ value }) => value.id === id);
    if (notes.some(({ value }) => !value.hasEnded)) this.recordChange(id);
    this.#remove(notes);
  }

  /** Records that a bulk removal, which is available until then, has ended. It replaces the one before it. */
  recordEndedJob(id: string, until: number): void {
    const notes = this.#notesOf('job');
    const ended = notes.find(({ value }) => value.id === id && !value.hasEnded);
    if (!ended) return;
    this.forgetJob(id);
    this.#remove(notes.filter(({ value }) => value.hasEnded));
    this.#add({ ...ended, value: { ...ended.value, until, hasEnded: true } });
  }

  /**
   * Records a change, so that no replica uses cached data from before it (T42). Requests that learn of the end of the same
   * job record the same change, and share one fetch (T58).
   */
  recordChange(id: string = randomUUID()): void {
    this.#add({ kind: 'changed', key: shortOf(id), value: this.options.now() });
  }

  /** When licenses of a product were last requested, in milliseconds since 1970; undefined for never. */
  licensesRequestedAt(productKey: ProductKey): number | undefined {
    return this.#notesOf('requested').find(({ key }) => key === productKey)?.value;
  }

  recordLicenseRequest({ productKey, at }: { readonly productKey: ProductKey; readonly at: number }): void {
    this.#add({ kind: 'requested', key: productKey, value: at });
  }

  /** Whether this sign-in code opened the session. Opening the same link again is then not an error. */
  wasOpenedBy(code: string): boolean {
    return this.#state?.credentials.openedBy === digestOf(code);
  }

  /** Starts a new session, without data of an earlier one (ASVS 5.0, 7.2.4). */
  open({ idToken, refreshToken }: Tokens, code: string): void {
    this.#replace({
      identity: { id: randomUUID(), openedAt: this.options.now() },
      credentials: { idToken, refreshToken, openedBy: digestOf(code) },
      claims: readClaims(idToken),
      notes: new Map(),
    });
  }

  renewTokens({ idToken, refreshToken }: Tokens): void {
    if (!this.#state) return;
    const credentials = { ...this.#state.credentials, idToken, refreshToken };
    this.#state = { ...this.#state, credentials, claims: readClaims(idToken) };
    this.#isDue = true;
    this.options.keepTokens(this.#state.identity.id, { idToken, refreshToken });
  }

  /** Ends the session for all its later requests, because the identity provider has: it may be too late for its cookies. */
  async deny(): Promise<void> {
    await this.options.deny();
  }

  end(): void {
    this.#replace(undefined);
  }

  /**
   * Adds a toast for the next page. With the same `key`, two responses add it once: a form that was sent twice has one
   * outcome.
   */
  addToast([code, ...values]: ToastContent, key: string): void {
    this.#add({ kind: 'toast', key: shortOf(key), value: { id: this.options.now(), code, values } });
  }

  /** The toasts for a page that somebody opens. */
  get toasts(): readonly Toast[] {
    if (!this.isOpened) return [];
    const toasts = this.#notesOf('toast').map(({ value }) => value);
    return toasts.filter(({ id }) => this.options.now() - id < TOAST_TTL_MS);
  }

  /** Forgets the toasts, because a response that shows them is sent. */
  forgetToasts(): void {
    this.#remove(this.#notesOf('toast'));
  }

  /**
   * Writes what was decided to the cookies of the response. Call it before the first byte of the response.
   * @throws {SessionTooLarge} Thrown when the tokens do not fit into a cookie.
   */
  async save(): Promise<void> {
    if (!this.#isDue && this.#decisions.size === 0) return;
    await this.options.write(this.#state, this.#decisions);
    for (const [name, note] of this.#decisions) if (note) this.#known.add(name);
    this.#decisions.clear();
    this.#isDue = false;
  }

  /** The notes of a kind, from the oldest to the latest. */
  #notesOf<Kind extends NoteKind>(kind: Kind): Extract<Note, { kind: Kind }>[] {
    return [...this.#notes.values()]
      .filter((note): note is Extract<Note, { kind: Kind }> => note.kind === kind)
      .toSorted((one, other) => timeOf(one) - timeOf(other));
  }

  #add(note: Note): void {
    if (!this.#state) return;
    const name = noteName(note);
    const others = this.#notesOf(note.kind).filter(other => noteName(other) !== name);
    this.#remove(others.slice(0, Math.max(0, others.length + 1 - LIMITS[note.kind])));
    this.#notes.set(name, note);
    this.#decisions.set(name, note);
  }

  #remove(notes: readonly Note[]): void {
    for (const name of notes.map(noteName)) {
      this.#notes.delete(name);
      if (this.#known.has(name)) this.#decisions.set(name, undefined);
      else this.#decisions.delete(name);
    }
  }

  #replace(state: SessionState | undefined): void {
    this.#state = state;
    this.#notes.clear();
    this.#decisions.clear();
    this.#known.clear();
    this.#isDue = true;
  }
}

function timeOf({ value }: Note): number {
  if (typeof value === 'number') return value;
  if ('until' in value) return value.until;
  return value.id;
}

/** The first characters of a random ID: enough to tell a few of them apart. */
export function shortOf(id: string): string {
  return id.slice(0, 8);
}
