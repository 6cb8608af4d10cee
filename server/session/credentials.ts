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
 * Packs credentials for their cookie. The parts of a token are Base64url, and are decoded first: the cookie encodes the
 * sealed bytes again, and Base64 of Base64 takes a third more.
 */
export function packCredentials({ idToken, refreshToken, openedBy }: Credentials): Uint8Array<ArrayBuffer> {
  return Buffer.concat([...idToken.split('.'), refreshToken, openedBy].flatMap(packText));
}

/** A text begins with groups of four characters that are decoded to three bytes, if it is Base64url; the rest is kept. */
function packText(text: string): Buffer[] {
  const [groups = ''] = /^(?:[\w-]{4})*/.exec(text) ?? [];
  return [Buffer.from(groups, 'base64url'), Buffer.from(text.slice(groups.length))].flatMap(bytes => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return [length, bytes];
  });
}

/** Reads the bytes that `packCredentials` returned. */
export function unpackCredentials(packed: Uint8Array): Credentials {
  const bytes = Buffer.from(packed);
  let offset = 0;
  const next = (encoding: 'base64url' | 'utf8') => {
    const start = offset + 2;
    offset = start + bytes.readUInt16BE(offset);
    return bytes.toString(encoding, start, offset);
  };
  const texts: string[] = [];
  while (offset < bytes.length) texts.push(next('base64url') + next('utf8'));
  const [refreshToken = '', openedBy = ''] = texts.splice(-2);
  return { idToken: texts.join('.'), refreshToken, openedBy };
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
