import { hkdfSync } from 'node:crypto';
import { errors, FlattenedEncrypt, flattenedDecrypt } from 'jose';

export type Seal = ReturnType<typeof createSeal>;

// The header of every JWE created here. It is not part of the sealed text: this saves space, and no client can choose
// other algorithms.
const HEADER = { alg: 'dir', enc: 'A256GCM' };
const PROTECTED_HEADER = Buffer.from(JSON.stringify(HEADER)).toString('base64url');

interface Decrypted<Value> {
  readonly value: Value;
  /** Whether it was encrypted with an older key and should be encrypted again. */
  readonly stale: boolean;
}

/** Derives a 256-bit key for one purpose, so that no key is used for two (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/**
 * A seal for one purpose, which encrypts and authenticates small values (JWE, RFC 7516: direct encryption with
 * A256GCM). The first secret encrypts and all of them decrypt, so that secrets can be rotated. A value that was sealed
 * for a `place`, such as a key in Redis, can only be decrypted for the same one.
 */
export function createSeal(secrets: readonly [string, ...string[]], purpose: string) {
  // Imported once: each import allocates memory outside of the heap.
  const keyFor = (secret: string) =>
    crypto.subtle.importKey('raw', deriveKey(secret, `${purpose}: seal`), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]);
  const newest = keyFor(secrets[0]);
  const keys = [newest, ...secrets.slice(1).map(keyFor)];

  async function encryptBytes(bytes: Uint8Array, place?: string): Promise<string> {
    const encryption = new FlattenedEncrypt(bytes).setProtectedHeader(HEADER);
    if (place !== undefined) encryption.setAdditionalAuthenticatedData(Buffer.from(place));
    const { iv, ciphertext, tag } = await encryption.encrypt(await newest);
    return `${iv}.${ciphertext}.${tag}`;
  }

  async function decryptBytes(sealed: string, place?: string): Promise<Decrypted<Uint8Array> | undefined> {
    const [iv = '', ciphertext = '', tag = '', ...others] = sealed.split('.', 4);
    if (others.length > 0) return undefined;
    const jwe = {
      protected: PROTECTED_HEADER,
      iv,
      ciphertext,
      tag,
      ...(place !== undefined && { aad: Buffer.from(place).toString('base64url') }),
    };
    for (const key of keys) {
      try {
        const { plaintext } = await flattenedDecrypt(jwe, await key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return { value: plaintext, stale: key !== newest };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  }

  return {
    encryptBytes,
    /** Decrypts what `encryptBytes` returned; undefined if it was sealed otherwise. */
    decryptBytes,
    /** Encrypts a value as JSON. */
    encrypt: (value: unknown, place?: string) => encryptBytes(Buffer.from(JSON.stringify(value)), place),
    /** Decrypts what `encrypt` returned; undefined if it was sealed with other keys, or for another purpose or place. */
    async decrypt(sealed: string, place?: string): Promise<Decrypted<unknown> | undefined> {
      const decrypted = await decryptBytes(sealed, place);
      return decrypted && { ...decrypted, value: JSON.parse(new TextDecoder().decode(decrypted.value)) };
    },
  };
}
