import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, errors } from 'jose';

/** What a sealed text held. */
export interface Opened {
  readonly value: unknown;
  /** True when an older key opened it: it is time to seal it anew. */
  readonly stale: boolean;
}

/** Encrypts and authenticates small values for cookies (JWE, RFC 7516: direct encryption with A256GCM). */
export interface Seal {
  readonly close: (value: unknown) => Promise<string>;
  /** What was sealed; undefined for whatever none of the keys has sealed for this purpose. */
  readonly open: (sealed: string) => Promise<Opened | undefined>;
}

// The first part of every JWE that is made here. It is not sent along: the room in a cookie is scarce, nobody can
// ask for other algorithms, and what browsers hold does not look like a readable token.
const HEADER = { alg: 'dir', enc: 'A256GCM' };
const PREFIX = `${Buffer.from(JSON.stringify(HEADER)).toString('base64url')}..`;

/** A key of 256 bits for one purpose, so that no secret is ever used for two things (RFC 5869). */
export function deriveKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/** A seal for one purpose. The first secret seals, every one opens, which is how secrets are rotated. */
export function createSeal(secrets: readonly [string, ...string[]], purpose: string): Seal {
  // Imported once: every import holds memory that the garbage collector does not see.
  const keyFor = (secret: string) =>
    crypto.subtle.importKey('raw', deriveKey(secret, `${purpose}: seal`), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]);
  const newest = keyFor(secrets[0]);
  const keys = [newest, ...secrets.slice(1).map(keyFor)];

  return {
    async close(value) {
      const plaintext = new TextEncoder().encode(JSON.stringify(value));
      const jwe = await new CompactEncrypt(plaintext).setProtectedHeader(HEADER).encrypt(await newest);
      return jwe.slice(PREFIX.length);
    },

    async open(sealed) {
      for (const key of keys) {
        try {
          const { plaintext } = await compactDecrypt(PREFIX + sealed, await key, {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          });
          return { value: JSON.parse(new TextDecoder().decode(plaintext)), stale: key !== newest };
        } catch (error) {
          if (!(error instanceof errors.JOSEError)) throw error;
        }
      }
      return undefined;
    },
  };
}
