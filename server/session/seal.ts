import { hkdfSync } from 'node:crypto';

/** The length of the nonce of AES-GCM, which is random and in front of each sealed value. */
const NONCE_BYTES = 12;

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
 * A seal for one purpose, which encrypts and authenticates values (A256GCM). Web Crypto encrypts in another thread: the
 * package `jose` would block for 300 ms to encode a record of 3 MB. The first secret encrypts and all of them decrypt, so
 * that secrets can be rotated. A value that was sealed for a `place`, such as a key in Redis, can only be decrypted for the
 * same one.
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
  const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: Buffer.from(place),
  });

  async function encryptBytes(bytes: Uint8Array<ArrayBuffer>, place = ''): Promise<string> {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const encrypted = await crypto.subtle.encrypt(algorithm(nonce, place), await newest, bytes);
    return Buffer.concat([nonce, Buffer.from(encrypted)]).toString('base64url');
  }

  async function decryptBytes(sealed: string, place = ''): Promise<Decrypted<Uint8Array> | undefined> {
    const all = Buffer.from(sealed, 'base64url');
    const [nonce, encrypted] = [all.subarray(0, NONCE_BYTES), all.subarray(NONCE_BYTES)];
    for (const key of keys) {
      const bytes = await crypto.subtle
        .decrypt(algorithm(nonce, place), await key, encrypted)
        .catch(() => undefined);
      if (bytes) return { value: new Uint8Array(bytes), stale: key !== newest };
    }
    return undefined;
  }

  return {
    encryptBytes,
    /** Reverses `encryptBytes`; undefined if the value was sealed otherwise. */
    decryptBytes,
    encrypt: (value: unknown, place?: string) => encryptBytes(Buffer.from(JSON.stringify(value)), place),
    /** Reverses `encrypt`; undefined if the value was sealed with other keys, or for another purpose or place. */
    async decrypt(sealed: string, place?: string): Promise<Decrypted<unknown> | undefined> {
      const decrypted = await decryptBytes(sealed, place);
      return decrypted && { ...decrypted, value: JSON.parse(new TextDecoder().decode(decrypted.value)) };
    },
  };
}
