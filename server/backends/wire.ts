// Lenient parsing of backend responses (P179): missing and invalid fields are read as empty, so that one bad row
// does not hide the others.

import { StringDecoder } from 'node:string_decoder';
import { clampCount, DAY_MS, MEBIBYTE } from '../../shared/units';
import type { Completeness } from '../lists/list';

/** The body of a response, in the chunks that arrived. */
export type Body = readonly Uint8Array[];

/** The body of a response with stats, and when it arrived, in milliseconds since 1970. */
export interface StatsResponse {
  readonly body: Body;
  readonly now: number;
}

/** Larger bodies are parsed in a worker thread, and count toward the fetch budget (T38). */
export const LARGE_BODY_BYTES = 2 * MEBIBYTE;

/** In bytes. */
export function bodySize(body: Body): number {
  return body.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** A copy of the body in a separate buffer, which can be transferred to a thread. */
export function copyBody(body: Body): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bodySize(body));
  let offset = 0;
  for (const chunk of body) {
    copy.set(chunk, offset);
    offset += chunk.length;
  }
  return copy;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Decodes chunk by chunk: joining megabytes first doubles the time. */
function decode(body: Body): string {
  const decoder = new StringDecoder('utf8');
  const chunks = body.map(chunk => decoder.write(chunk));
  // The copy of a large body, which nobody needs any more: its memory is free at once.
  for (const { buffer, length } of body)
    if (length > LARGE_BODY_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
  return (chunks.join('') + decoder.end()).replace(/^\ufeff/, '');
}

/** How many rows a list may have (T85). */
const ROW_LIMIT = 300_000;

/** How many objects, lists and commas a response may have: those of rows, and some others. */
const OBJECT_LIMIT = ROW_LIMIT + 1000;
const COMMA_LIMIT = 8 * OBJECT_LIMIT;

/**
 * A body with more objects or lists is parsed in a worker thread (T85), although it has fewer than LARGE_BODY_BYTES. The largest of
 * the others takes about 8 ms.
 */
const INLINE_OBJECT_LIMIT = 20_000;

/** Whether parsing a body takes so long that a worker thread does it. */
export function isSlowBody(body: Body): boolean {
  return bodySize(body) > LARGE_BODY_BYTES || hasMoreObjects(body, INLINE_OBJECT_LIMIT);
}

/** Parses a body as a JSON object, unless it has too many values. They are counted before they take memory (T85). */
export function parseFields(body: Body): Fields | undefined {
  if (hasMoreObjects(body, OBJECT_LIMIT) || hasMore(body, ',', COMMA_LIMIT)) return undefined;
  try {
    const value: unknown = JSON.parse(decode(body));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Those within texts count, too. */
function hasMoreObjects(json: Body, limit: number): boolean {
  return hasMore(json, '{', limit) || hasMore(json, '[', limit);
}

/** Whether a body has an ASCII character more than `limit` times. A loop over its bytes would take ten times as long. */
function hasMore(body: Body, character: string, limit: number): boolean {
  if (bodySize(body) <= limit) return false;
  const byte = character.charCodeAt(0);
  let found = 0;
  for (const chunk of body)
    for (let at = chunk.indexOf(byte); at >= 0 && found <= limit; at = chunk.indexOf(byte, at + 1)) found++;
  return found > limit;
}

/** The object's fields; none if the value is not an object. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The maximum length of a text, and of an ID or an address, in characters (T74, T85). */
const TEXT_LIMIT = 10_000;
export const ID_LIMIT = 1000;

/** Trimmed text, cut at a limit. A number is converted to text; everything else becomes ''. */
export function toText(value: unknown, limit = TEXT_LIMIT): string {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * An ID, untrimmed: trimming or cutting could turn it into another item's ID. A number is converted to text if it is a
 * safe integer; everything else becomes ''.
 */
export function toId(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.length <= ID_LIMIT ? value : '';
}

/** The nearest integer from 0 to `COUNT_LIMIT` of a number or a numeric string; 0 for everything else. */
export function toCount(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' ? clampCount(number) : 0;
}

/** A date, optionally with a time and its zone. */
const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|[+-]\d\d:?\d\d)?$/i;

/** The format in which JavaScript writes dates. Its digits are read in half the time of `Date.parse`. */
const UTC_DATE =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** The day of an ISO 8601 date in UTC, as days since 1970; 0 if there is none. Without a zone, it is UTC. */
export function toDay(value: unknown): number {
  if (typeof value !== 'string') return 0;
  const days = Math.floor((UTC_DATE.test(value) ? readUtcDate(value) : readDate(value)) / DAY_MS);
  return days > 0 ? days : 0;
}

function readUtcDate(date: string): number {
  return Date.UTC(100 * twoDigits(date, 0) + twoDigits(date, 2), twoDigits(date, 5) - 1, twoDigits(date, 8));
}

function twoDigits(text: string, at: number): number {
  return 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 48;
}

function readDate(text: string): number {
  const [, date, time = '00:00', zone = 'Z'] = ISO_DATE.exec(text) ?? [];
  return Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}

/** The objects of a list. A missing list or null is an empty list; any other value, or one with too many, is undefined. */
export function toObjects(value: unknown): readonly Fields[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.length <= ROW_LIMIT ? value.filter(isFields) : undefined;
}

/** Says whether every row of a list has an ID and a readable email address. */
export function completenessOf(value: unknown, idOf: (row: Fields) => string): Completeness {
  if (!Array.isArray(value)) return 'missing';
  const isReadable = (row: unknown) =>
    isFields(row) &&
    idOf(row) !== '' &&
    ['string', 'number', 'undefined'].includes(typeof (row.email ?? undefined));
  return value.every(isReadable) ? 'complete' : 'partial';
}
