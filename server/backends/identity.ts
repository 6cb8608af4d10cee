import { randomUUID } from 'node:crypto';
import {
  deleteApp as deleteClientApp,
  type FirebaseApp,
  FirebaseError,
  initializeApp as initializeClientApp,
} from 'firebase/app';
import {
  ActionCodeURL,
  type Auth,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
  signInWithEmailLink,
} from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { Pool } from 'undici';
import { IdentityRejected, IdentityUnavailable } from '../errors';
import { fields, text } from './wire';

/** What the identity provider hands out for a session. */
export interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/** The identity provider. All calls to it are made here, and by the server. */
export interface Identity {
  /** The one-time code in an e-mail sign-in link as the SDK reads it; undefined if it takes the link for none. */
  readonly codeIn: (link: string) => string | undefined;
  /**
   * Completes a sign-in and uses the link up.
   * @throws {IdentityRejected} Thrown when the provider does not accept the link with this e-mail.
   * @throws {IdentityUnavailable} Thrown when the provider gives no answer in time.
   */
  readonly signIn: (email: string, link: string) => Promise<Tokens>;
  /**
   * New tokens for a session.
   * @throws {IdentityRejected} Thrown when the provider has ended the session.
   * @throws {IdentityUnavailable} Thrown when the provider gives no answer in time.
   */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly close: () => Promise<void>;
}

export interface IdentitySettings {
  readonly projectId: string;
  readonly apiKey: string;
  /** `host:port` of a Firebase Auth emulator; firebase-admin reads the same from FIREBASE_AUTH_EMULATOR_HOST. */
  readonly emulatorHost: string | undefined;
  /** How long one call may take, in milliseconds. */
  readonly timeout: number;
}

/** Codes of the SDK that say nothing about the link or the person. */
const passingFailures = new Set([
  'auth/network-request-failed',
  'auth/timeout',
  'auth/internal-error',
  'auth/too-many-requests',
  'auth/quota-exceeded',
]);

/** The identity provider behind Firebase Authentication. */
export function createIdentity({ projectId, apiKey, emulatorHost, timeout }: IdentitySettings): Identity {
  const adminApp = initializeApp({ projectId }, randomUUID());
  const secureToken = new Pool(
    emulatorHost ? `http://${emulatorHost}` : 'https://securetoken.googleapis.com',
    {
      connections: 16,
    },
  );
  const refreshPath = `${emulatorHost ? '/securetoken.googleapis.com' : ''}/v1/token?key=${encodeURIComponent(apiKey)}`;

  // An app of its own for each sign-in: the SDK keeps the signed-in user in the app, and two administrators
  // who sign in at once must never meet there.
  function openApp(): { app: FirebaseApp; auth: Auth } {
    const app = initializeClientApp({ projectId, apiKey }, randomUUID());
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
    return { app, auth };
  }
  const reader = openApp();

  async function verified(tokens: Tokens): Promise<Tokens> {
    try {
      await getAuth(adminApp).verifyIdToken(tokens.idToken);
      return tokens;
    } catch (error) {
      throw classified(error);
    }
  }

  async function signIn(email: string, link: string): Promise<Tokens> {
    const { app, auth } = openApp();
    try {
      const { user } = await signInWithEmailLink(auth, email, link);
      return await verified({ idToken: await user.getIdToken(), refreshToken: user.refreshToken });
    } catch (error) {
      throw classified(error);
    } finally {
      await deleteClientApp(app);
    }
  }

  async function refresh(refreshToken: string): Promise<Tokens> {
    const { statusCode, body } = await secureToken
      .request({
        method: 'POST',
        path: refreshPath,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
        signal: AbortSignal.timeout(timeout),
      })
      .catch(error => {
        throw new IdentityUnavailable('no answer to a refresh', { cause: error });
      });
    const answer = fields(
      await body.json().catch(error => {
        throw new IdentityUnavailable('unreadable answer to a refresh', { cause: error });
      }),
    );
    if (statusCode === 400) throw new IdentityRejected(text(fields(answer.error).message));
    const tokens = { idToken: text(answer.id_token), refreshToken: text(answer.refresh_token) };
    if (statusCode !== 200 || tokens.idToken === '' || tokens.refreshToken === '') {
      throw new IdentityUnavailable(`status ${statusCode} to a refresh`);
    }
    return verified(tokens);
  }

  return {
    codeIn(link) {
      try {
        return isSignInWithEmailLink(reader.auth, link) ? ActionCodeURL.parseLink(link)?.code : undefined;
      } catch (error) {
        // The link, or one nested in it, holds a broken percent-encoding.
        if (error instanceof URIError) return undefined;
        throw error;
      }
    },
    signIn: (email, link) => withDeadline(signIn(email, link), timeout),
    refresh: refreshToken => withDeadline(refresh(refreshToken), timeout),
    async close() {
      await Promise.all([deleteClientApp(reader.app), deleteApp(adminApp), secureToken.close()]);
    },
  };
}

function classified(error: unknown): Error {
  if (error instanceof IdentityRejected || error instanceof IdentityUnavailable) return error;
  const code = error instanceof FirebaseError || hasCode(error) ? error.code : 'unknown';
  if (code === 'unknown' || passingFailures.has(code)) return new IdentityUnavailable(code, { cause: error });
  return new IdentityRejected(code);
}

function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The SDK cannot be told to give up, so its late answer is left alone. */
async function withDeadline<T>(work: Promise<T>, timeout: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new IdentityUnavailable('deadline passed')), timeout);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
