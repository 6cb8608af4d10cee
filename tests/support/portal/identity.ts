import { randomUUID } from 'node:crypto';
import { decodeJwt, UnsecuredJWT } from 'jose';
import type { VerifyToken } from '../../../scripts/sandbox/backends';
import type { Identity, Tokens } from '../../../server/backends/identity';
import { IdentityRejected, IdentityUnavailable } from '../../../server/errors';

const HOUR = 60 * 60;

/** A fake identity provider: the same interface without network, which records its calls. */
export class FakeIdentity implements Identity {
  /** The recorded calls: 'sign in' or 'refresh'. */
  readonly calls: string[] = [];
  /** Set to make the next calls fail. */
  failure: 'rejects' | 'is unavailable' | undefined;
  /** Padding in the claims of each token. */
  padding = '';
  /** Bearer tokens that the backends reject. */
  readonly revoked = new Set<string>();
  /** The lifetime of tokens, in seconds. */
  tokenLife = HOUR;

  readonly #codes = new Map<string, string>();

  constructor(
    private readonly publicUrl: string,
    private readonly now: () => number,
  ) {}

  /** Creates a sign-in link. */
  createMagicLink = async (email: string): Promise<string> => {
    const code = randomUUID();
    this.#codes.set(code, email);
    return `${this.publicUrl}/finishsignup?mode=signIn&apiKey=some-key&oobCode=${code}&lang=en`;
  };

  /** Verifies a bearer token like the backends. */
  verifyToken: VerifyToken = async token => {
    const { email, exp = 0 } = decodeJwt<{ email: string }>(token);
    if (this.revoked.has(token) || exp * 1000 <= this.now()) throw new Error('invalid token');
    return { email };
  };

  readCode = async (link: string): Promise<string | undefined> => {
    const query = new URL(link).searchParams;
    return query.has('link') ? undefined : (query.get('oobCode') ?? undefined);
  };

  signIn = async (email: string, link: string): Promise<Tokens> => {
    this.calls.push('sign in');
    this.#fail('INVALID_OOB_CODE');
    const code = new URL(link).searchParams.get('oobCode') ?? '';
    if (this.#codes.get(code) !== email) throw new IdentityRejected('auth/invalid-action-code');
    this.#codes.delete(code);
    return this.#tokens(email);
  };

  refresh = async (refreshToken: string): Promise<Tokens> => {
    this.calls.push('refresh');
    this.#fail('TOKEN_EXPIRED');
    return this.#tokens(refreshToken.replace(/^AMf-refresh-/, ''));
  };

  close = async (): Promise<void> => {};

  #fail(code: string): void {
    if (this.failure === 'rejects') throw new IdentityRejected(code);
    if (this.failure === 'is unavailable') throw new IdentityUnavailable('test');
  }

  #tokens(email: string): Tokens {
    const idToken = new UnsecuredJWT({ email, padding: this.padding, jti: randomUUID() })
      .setSubject(`user-${email}`)
      .setExpirationTime(Math.floor(this.now() / 1000) + this.tokenLife)
      .encode();
    return { idToken, refreshToken: `AMf-refresh-${email}` };
  }
}
