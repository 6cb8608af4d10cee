import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import * as v from 'valibot';

/** The identity provider's tokens. */
export interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/** The credentials of a session. They change only when the tokens are renewed. */
export interface Credentials extends Tokens {
  /** Digest of the code in the sign-in link that opened the session. */
  readonly openedBy: string;
}

/**
 * Packs credentials for their cookie. They are Base64, which the cookie encodes once more: compressed, they take a quarter
 * less.
 */
export function packCredentials(credentials: Credentials): Uint8Array<ArrayBuffer> {
  return deflateRawSync(JSON.stringify(credentials));
}

/** Reads the bytes that `packCredentials` returned. */
export function unpackCredentials(packed: Uint8Array): Credentials {
  return JSON.parse(inflateRawSync(packed).toString());
}

/** The owner of a session, according to the identity provider's token. */
export interface Claims {
  readonly userId: string;
  readonly email: string;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const claimsSchema = v.object({ sub: v.string(), email: v.string(), exp: v.number() });

/** The claims of an ID token; undefined if it is malformed or lacks one. */
export function readClaims(idToken: string): Claims | undefined {
  try {
    const { sub, email, exp } = v.parse(claimsSchema, decodeJwt(idToken));
    return { userId: sub, email, expiresAt: exp * 1000 };
  } catch {
    return undefined;
  }
}
