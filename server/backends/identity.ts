import { Pool } from 'undici';
import { IdentityRejected, IdentityUnavailable } from '../errors';
import type { Firebase, FirebaseSettings, Tokens } from './firebase';
import { fields, text } from './wire';

export type { Tokens };

/** The identity provider. All calls to it are made here, and by the server. */
export interface Identity {
  /** The one-time code in an e-mail sign-in link as the SDK reads it; undefined if it takes the link for none. */
  readonly codeIn: (link: string) => Promise<string | undefined>;
  /**
   * Completes a sign-in and uses the link up. Aborting ends the call.
   * @throws {IdentityRejected} Thrown when the provider does not accept the link with this e-mail.
   * @throws {IdentityUnavailable} Thrown when the provider gives no answer in time.
   */
  readonly signIn: (email: string, link: string, signal?: AbortSignal) => Promise<Tokens>;
  /**
   * New tokens for a session.
   * @throws {IdentityRejected} Thrown when the provider has ended the session.
   * @throws {IdentityUnavailable} Thrown when the provider gives no answer in time.
   */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly close: () => Promise<void>;
}

interface IdentitySettings extends FirebaseSettings {
  /** How long one call may take, in milliseconds. */
  readonly timeout: number;
}

/** The identity provider behind Firebase Authentication. */
export function createIdentity(settings: IdentitySettings): Identity {
  const { timeout } = settings;
  const secureToken = endpoint('securetoken.googleapis.com', '/v1/token', settings);
  const identityToolkit = endpoint(
    'identitytoolkit.googleapis.com',
    '/v1/accounts:signInWithEmailLink',
    settings,
  );

  let opened: Promise<Firebase> | undefined;
  const firebase = () => {
    opened ??= loadFirebase(settings).catch(error => {
      // A file that could not be read once may be readable at the next sign-in (T50).
      opened = undefined;
      throw new IdentityUnavailable('its SDK was not loaded', { cause: error });
    });
    return opened;
  };

  async function verified(tokens: Tokens): Promise<Tokens> {
    const { verify } = await firebase();
    await verify(tokens.idToken);
    return tokens;
  }

  // The SDK's own call cannot be aborted, and its timer outlives it by half a minute.
  async function signIn(email: string, link: string, signal: AbortSignal): Promise<Tokens> {
    const { codeIn } = await firebase();
    const { status, answer } = await identityToolkit.post(
      { contentType: 'application/json', body: JSON.stringify({ email, oobCode: codeIn(link) }) },
      { call: 'a sign-in', signal },
    );
    if (status >= 400 && status < 500) {
      const code = text(fields(answer.error).message);
      if (code === '' || isTemporary(code)) throw new IdentityUnavailable(code || `status ${status}`);
      throw new IdentityRejected(code);
    }
    if ('mfaPendingCredential' in answer) throw new IdentityRejected('MFA_REQUIRED');
    const tokens = { idToken: text(answer.idToken), refreshToken: text(answer.refreshToken) };
    if (status !== 200 || tokens.idToken === '' || tokens.refreshToken === '') {
      throw new IdentityUnavailable(`status ${status} to a sign-in`);
    }
    return verified(tokens);
  }

  async function refresh(refreshToken: string): Promise<Tokens> {
    const { status, answer } = await secureToken.post(
      {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      },
      { call: 'a refresh', signal: AbortSignal.timeout(timeout) },
    );
    if (status === 400) throw new IdentityRejected(text(fields(answer.error).message));
    const tokens = { idToken: text(answer.id_token), refreshToken: text(answer.refresh_token) };
    if (status !== 200 || tokens.idToken === '' || tokens.refreshToken === '') {
      throw new IdentityUnavailable(`status ${status} to a refresh`);
    }
    return verified(tokens);
  }

  return {
    codeIn: async link => (await firebase()).codeIn(link),
    signIn: (email, link, signal) =>
      withDeadline(deadline => signIn(email, link, deadline), { timeout, signal }),
    refresh: refreshToken => withDeadline(() => refresh(refreshToken), { timeout }),
    async close() {
      await Promise.all([
        opened?.then(({ close }) => close()).catch(() => {}),
        secureToken.close(),
        identityToolkit.close(),
      ]);
    },
  };
}

async function loadFirebase(settings: IdentitySettings): Promise<Firebase> {
  const { openFirebase } = await import('./firebase');
  return openFirebase(settings);
}

/** Codes of refusals that say nothing about the link or the person. */
function isTemporary(code: string): boolean {
  return /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|INTERNAL_ERROR)\b/.test(code);
}

interface Endpoint {
  /**
   * Returns the status and the JSON object of the answer.
   * @throws {IdentityUnavailable} Thrown when there is no answer that can be read.
   */
  readonly post: (
    content: { contentType: string; body: string },
    options: { call: string; signal: AbortSignal },
  ) => Promise<{ status: number; answer: Readonly<Record<string, unknown>> }>;
  readonly close: () => Promise<void>;
}

/** One address of the provider's REST API, or of the emulator's copy of it. */
function endpoint(host: string, path: string, { apiKey, emulatorHost }: IdentitySettings): Endpoint {
  const pool = new Pool(emulatorHost ? `http://${emulatorHost}` : `https://${host}`, { connections: 16 });
  const address = `${emulatorHost ? `/${host}` : ''}${path}?key=${encodeURIComponent(apiKey)}`;
  return {
    async post({ contentType, body }, { call, signal }) {
      try {
        const headers = { 'content-type': contentType };
        const response = await pool.request({ method: 'POST', path: address, headers, body, signal });
        return { status: response.statusCode, answer: fields(await response.body.json()) };
      } catch (error) {
        throw new IdentityUnavailable(`no readable answer to ${call}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

/** Does the work, which a signal ends when the deadline passes or nothing waits for it any more. */
async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timeout, signal }: { timeout: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const end = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const stop = (reason: string) => {
    reject(new IdentityUnavailable(reason));
    end.abort();
  };
  const abandon = () => stop('abandoned');
  const timer = setTimeout(() => stop('deadline passed'), timeout);
  signal?.addEventListener('abort', abandon, { once: true });
  if (signal?.aborted) abandon();
  try {
    return await Promise.race([work(end.signal), promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abandon);
  }
}
