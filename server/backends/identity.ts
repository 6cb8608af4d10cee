import { Pool } from 'undici';
import { IdentityRejected, IdentityUnavailable } from '../errors';
import { abortAfter, aborted } from './deadline';
import type { Firebase, FirebaseSettings, Tokens } from './firebase';
import { fields, text } from './wire';

export type { Tokens };

/** How many connections to each endpoint of the provider may be open. */
const CONNECTIONS_LIMIT = 16;

export type Identity = ReturnType<typeof createIdentity>;

interface IdentitySettings extends FirebaseSettings {
  /** The timeout of one call, in milliseconds. */
  readonly timeout: number;
}

/** A client of the identity provider, Firebase Authentication. Only the server calls it, never the browser. */
export function createIdentity(settings: IdentitySettings) {
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
      // The next sign-in tries again to load the file (T50).
      opened = undefined;
      throw new IdentityUnavailable('its SDK was not loaded', { cause: error });
    });
    return opened;
  };

  async function verified(
    { status, call }: { readonly status: number; readonly call: string },
    { idToken, refreshToken }: Readonly<Record<keyof Tokens, unknown>>,
  ): Promise<Tokens> {
    const tokens = { idToken: text(idToken), refreshToken: text(refreshToken) };
    if (status !== 200 || tokens.idToken === '' || tokens.refreshToken === '') {
      throw new IdentityUnavailable(`status ${status} to ${call}`);
    }
    const { verify } = await firebase();
    await verify(tokens.idToken);
    return tokens;
  }

  // Not the SDK's signInWithEmailLink, which cannot be aborted and leaves a 30-second timer running.
  async function signIn(email: string, link: string, signal: AbortSignal): Promise<Tokens> {
    const { readCode } = await firebase();
    const { status, answer } = await identityToolkit.post(
      { contentType: 'application/json', body: JSON.stringify({ email, oobCode: readCode(link) }) },
      { call: 'a sign-in', signal },
    );
    if (status >= 400 && status < 500) {
      const code = text(fields(answer.error).message);
      if (code === '' || isTemporary(code)) throw new IdentityUnavailable(code || `status ${status}`);
      throw new IdentityRejected(code);
    }
    if ('mfaPendingCredential' in answer) throw new IdentityRejected('MFA_REQUIRED');
    const { idToken, refreshToken } = answer;
    return verified({ status, call: 'a sign-in' }, { idToken, refreshToken });
  }

  async function refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    const { status, answer } = await secureToken.post(
      {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      },
      { call: 'a refresh', signal },
    );
    if (status === 400) throw new IdentityRejected(text(fields(answer.error).message));
    const { id_token: idToken, refresh_token: newRefreshToken } = answer;
    return verified({ status, call: 'a refresh' }, { idToken, refreshToken: newRefreshToken });
  }

  return {
    /** The one-time code that the SDK reads from a sign-in link; undefined if it rejects the link. */
    readCode: async (link: string) => (await firebase()).readCode(link),
    /**
     * Completes a sign-in and consumes the link. The signal aborts the call.
     * @throws {IdentityRejected} Thrown when the provider does not accept the link with this email.
     * @throws {IdentityUnavailable} Thrown when the provider does not respond in time.
     */
    signIn: (email: string, link: string, signal?: AbortSignal) =>
      withDeadline(deadline => signIn(email, link, deadline), { timeout, signal }),
    /**
     * Renews the tokens of a session.
     * @throws {IdentityRejected} Thrown when the provider has ended the session.
     * @throws {IdentityUnavailable} Thrown when the provider does not respond in time.
     */
    refresh: (refreshToken: string) => withDeadline(deadline => refresh(refreshToken, deadline), { timeout }),
    async close(): Promise<void> {
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

/** Whether an error code is temporary, and does not depend on the link or the account. */
function isTemporary(code: string): boolean {
  return /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|INTERNAL_ERROR)\b/.test(code);
}

function endpoint(host: string, path: string, { apiKey, emulatorHost }: IdentitySettings) {
  const pool = new Pool(emulatorHost ? `http://${emulatorHost}` : `https://${host}`, {
    connections: CONNECTIONS_LIMIT,
  });
  const address = `${emulatorHost ? `/${host}` : ''}${path}?key=${encodeURIComponent(apiKey)}`;
  return {
    /**
     * Resolves with the status and the JSON object of the response.
     * @throws {IdentityUnavailable} Thrown when there is no readable response.
     */
    async post(
      { contentType, body }: { contentType: string; body: string },
      { call, signal }: { call: string; signal: AbortSignal },
    ) {
      try {
        const headers = { 'content-type': contentType };
        const response = await pool.request({ method: 'POST', path: address, headers, body, signal });
        return { status: response.statusCode, answer: fields(await response.body.json()) };
      } catch (error) {
        throw new IdentityUnavailable(`no readable response to ${call}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

/** Runs the work until it settles, the deadline passes or `signal` aborts. */
async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timeout, signal: disconnect }: { timeout: number; signal?: AbortSignal | undefined },
): Promise<T> {
  const { signal, clear } = abortAfter(timeout, disconnect);
  try {
    return await Promise.race([work(signal), aborted(signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new IdentityUnavailable(signal.reason === 'timeout' ? 'deadline passed' : 'abandoned');
  } finally {
    clear();
  }
}
