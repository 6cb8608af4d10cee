// How leniently the portal reads what backends send (P179): a field that is missing or
// odd reads as empty, so that one bad row never hides the others.

import { StringDecoder } from 'node:string_decoder';

/** The body of an answer, in the pieces in which it has come. */
export type Body = readonly Uint8Array[];

/** Bytes of a whole body. */
export function bodySize(body: Body): number {
  return body.reduce((sum, piece) => sum + piece.length, 0);
}

/** The body in one piece, in memory that holds nothing else. */
export function copyBody(body: Body): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bodySize(body));
  let offset = 0;
  for (const piece of body) {
    copy.set(piece, offset);
    offset += piece.length;
  }
  return copy;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A piece at a time: where there are megabytes, joining them first takes as long again. */
function decode(body: Body): string {
  const decoder = new StringDecoder('utf8');
  const pieces = body.map(piece => decoder.write(piece));
  return (pieces.join('') + decoder.end()).replace(/^\ufeff/, '');
}

/** The fields of the JSON object that a body holds; undefined when it holds something else. */
export function parseFields(body: Body): Fields | undefined {
  try {
    const value: unknown = JSON.parse(decode(body));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The object's fields; none when it is no object. */
export function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text without surrounding space; a number in its place is taken as its digits, all else as ''. */
export function text(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * What names a thing in calls, to the letter: with its spaces taken off it could name another one. A number in its
 * place is taken as its digits as long as JSON has kept them all.
 */
export function id(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value : '';
}

/** A whole number of at least 0, also from a numeric string; all else is 0. */
export function count(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.max(0, Math.trunc(number)) : 0;
}

/** The objects of a list; missing or null is an empty list, anything else that is no list is undefined. */
export function list(value: unknown): readonly Fields[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.filter(isFields) : undefined;
}
