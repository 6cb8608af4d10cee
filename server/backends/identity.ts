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

interface IdentitySettings extends FirebaseSettings {
  /** How long one call may take, in milliseconds. */
  readonly timeout: number;
}

/** The identity provider behind Firebase Authentication. */
export function createIdentity(settings: IdentitySettings): Identity {
  const { apiKey, emulatorHost, timeout } = settings;
  const secureToken = new Pool(
    emulatorHost ? `http://${emulatorHost}` : 'https://securetoken.googleapis.com',
    { connections: 16 },
  );
  const refreshPath = `${emulatorHost ? '/securetoken.googleapis.com' : ''}/v1/token?key=${encodeURIComponent(apiKey)}`;

  let opened: Promise<Firebase> | undefined;
  const firebase = () => {
    opened ??= import('./firebase').then(({ openFirebase }) => openFirebase(settings));
    return opened;
  };

  async function verified(tokens: Tokens): Promise<Tokens> {
    const { verify } = await firebase();
    await verify(tokens.idToken);
    return tokens;
  }

  async function signIn(email: string, link: string): Promise<Tokens> {
    const sdk = await firebase();
    return verified(await sdk.signIn(email, link));
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
    codeIn: async link => (await firebase()).codeIn(link),
    signIn: (email, link) => withDeadline(signIn(email, link), timeout),
    refresh: refreshToken => withDeadline(refresh(refreshToken), timeout),
    async close() {
      await Promise.all([opened?.then(({ close }) => close()), secureToken.close()]);
    },
  };
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
