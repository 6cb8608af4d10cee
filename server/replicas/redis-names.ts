import { createHmac } from 'node:crypto';
import type { Config } from '../config';
import { deriveKey } from '../session/seal';

export type NameOf = ReturnType<typeof createNames>;

/**
 * Names entries in Redis by digests with the first of SESSION_KEYS, so that they reveal nothing. A rotation loses the
 * entries of Redis, which live for an hour at most.
 */
export function createNames([key]: Config['sessionKeys']) {
  const secret = deriveKey(key, 'redis: names');
  return (kind: string, entry: string) =>
    `portal:${kind}:${createHmac('sha256', secret).update(entry).digest('base64url')}`;
}
