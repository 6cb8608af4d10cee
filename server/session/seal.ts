import { hkdfSync } from 'node:crypto';

// The header of every JWE created here. It is not part of the sealed text: this saves space, and no client can choose
// other algorithms.
const HEADER = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM' })).toString('base64url');

/** The lengths of A256GCM (RFC 7518, section 5.3). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Decrypted<Value> {
  readonly value: Value;
  /** Whether it was encrypted with an older key and should be encrypted again. */
  readonly stale: boolean;
}

/** Returns the parameters of AES-GCM. The header and the place are authenticated with the value. */
function parametersOf(iv: Uint8Array<ArrayBuffer>, place: string | undefined): AesGcmParams {
  const authenticated =
    place === undefined ? HEADER : `${HEADER}.${Buffer.from(place).toString('base64url')}`;
  return { name: 'AES-GCM', iv, additionalData: Buffer.from(authenticated) };
}

/** Derives a 256-bit key for one purpose, so that no key is used for two (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/**
 * A seal for one purpose, which encrypts and authenticates values (a JWE without its header, RFC 7516: direct encryption
 * with A256GCM). Web Crypto encrypts in another thread: the package `jose` would block for 300 ms to encode a record of
 * 3 MB. The first secret encrypts and all of them decrypt, so that secrets can be rotated. A value that was sealed for a
 * `place`, such as a key in Redis, can only be decrypted for the same one.
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

  async function encryptBytes(bytes: Uint8Array<ArrayBuffer>, place?: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const encrypted = Buffer.from(await crypto.subtle.encrypt(parametersOf(iv, place), await newest, bytes));
    const parts = [iv, encrypted.subarray(0, -TAG_BYTES), encrypted.subarray(-TAG_BYTES)];
    return parts.map(part => Buffer.from(part).toString('base64url')).join('.');
  }

  async function decryptBytes(sealed: string, place?: string): Promise<Decrypted<Uint8Array> | undefined> {
    const parts = sealed.split('.', 4);
    if (parts.length !== 3) return undefined;
    const [iv = Buffer.of(), ...encrypted] = parts.map(part => Buffer.from(part, 'base64url'));
    for (const key of keys) {
      const bytes = await crypto.subtle
        .decrypt(parametersOf(iv, place), await key, Buffer.concat(encrypted))
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
