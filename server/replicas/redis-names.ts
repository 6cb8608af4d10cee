import { createHmac } from 'node:crypto';
import type { Config } from '../config';
import { deriveKey } from '../session/seal';

export type NameOf = ReturnType<typeof createNames>;

/**
 * Names entries in Redis by digests with the first of SESSION_KEYS, so that they reveal nothing. After a rotation, the old
 * entries are not found; they expire within an hour.
 */
export function createNames([key]: Config['sessionKeys']) {
  const secret = deriveKey(key, 'redis: names');
  return (kind: string, entry: string) =>
    `portal:${kind}:${createHmac('sha256', secret).update(entry).digest('base64url')}`;
}
