import { hash } from 'node:crypto';

/** A digest of a value that can be written as JSON. */
export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
