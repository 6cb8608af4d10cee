import { randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { VerifyToken } from '../../../scripts/sandbox/backends';
import type { Identity } from '../../../server/backends/identity';
import { IdentityRefusesPortal, IdentityRejected, IdentityUnavailable } from '../../../server/errors';
import type { Tokens } from '../../../server/session/credentials';

const HOUR = 60 * 60;

/** A fake identity provider: the same interface without network, which records its calls. */
export class FakeIdentity implements Identity {
  /** The recorded calls: 'sign in' or 'refresh'. */
  readonly calls: string[] = [];
  /** Set to make the next calls fail. */
  failure: 'rejects' | 'is unavailable' | 'refuses the portal' | undefined;
  /** The length of each ID token, in bytes. Real ones have as many as the default, and more with claims of their own. */
  tokenBytes = 1021;
  /** Bearer tokens that the backends reject. */
  readonly revoked = new Set<string>();
  /** The lifetime of tokens, in seconds. */
  tokenLife = HOUR;

  readonly #codes = new Map<string, string>();

  constructor(
    private readonly publicUrl: string,
    private readonly now: () => number,
  ) {}

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
    return this.#tokens(refreshToken.replace(/^AMf-refresh-|~.*$/g, ''));
  };

  load = async (): Promise<void> => {};

  check = async (): Promise<void> => {};

  close = async (): Promise<void> => {};

  #fail(code: string): void {
    if (this.failure === 'rejects') throw new IdentityRejected(code);
    if (this.failure === 'is unavailable') throw new IdentityUnavailable('network', 'test');
    if (this.failure === 'refuses the portal') throw new IdentityRefusesPortal('API_KEY_EXPIRED');
  }

  #tokens(email: string): Tokens {
    const claims = {
      sub: `user-${email}`,
      email,
      exp: Math.floor(this.now() / 1000) + this.tokenLife,
      jti: randomUUID(),
    };
    const signature = randomBytes(256).toString('base64url');
    const token = (padding: string) => [HEADER, encoded({ ...claims, padding }), signature].join('.');
    const missing = this.tokenBytes - token('').length;
    return {
      // As hard to compress as anything in it.
      idToken: token(noise(Math.max(0, Math.floor((missing * 3) / 4)))),
      refreshToken: `AMf-refresh-${email}~${noise(198)}`,
    };
  }
}

/** As long as the header of a real token. */
const HEADER = encoded({ alg: 'RS256', kid: randomBytes(20).toString('hex'), typ: 'JWT' });

function noise(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
