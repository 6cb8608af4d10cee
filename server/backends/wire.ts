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

/** How many objects and lists, and how many values, a response may have: those of rows, and some others. */
const OBJECT_LIMIT = ROW_LIMIT + 1000;
const VALUE_LIMIT = 8 * OBJECT_LIMIT;

/** How deep they may be in each other. 130,000 lists, which fit into 256 KB, take 50 to 180 ms. */
const DEPTH_LIMIT = 100;

const [QUOTE, BACKSLASH] = Buffer.from('"\\');

/** By byte: 1 for the start of a text, 2 for a comma, 3 and 4 for the start of an object or a list, 5 and 6 for its end. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => '",{[}]'.indexOf(String.fromCharCode(byte)) + 1);

/**
 * Counts the objects and lists of a JSON text, its other values and its levels, before they take memory and time. A table, and
 * a loop for texts, take a third of the time of comparing each byte with each sign.
 */
export function countValues(body: Body) {
  let [objects, values, depth, levels, isText, at] = [0, 0, 0, 0, false, 0];
  for (const chunk of body) {
    const { length } = chunk;
    for (; at < length; at++) {
      if (isText) {
        while (at < length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at++;
        if (at === length) break;
        if (chunk[at] === QUOTE) isText = false;
        // What follows a backslash ends no text.
        else at++;
        continue;
      }
      const kind = KINDS[chunk[at] ?? 0] ?? 0;
      if (kind === 0) continue;
      if (kind === 1) isText = true;
      else if (kind === 2) values++;
      else if (kind < 5) {
        objects++;
        levels = Math.max(levels, ++depth);
      } else depth--;
    }
    at -= length;
  }
  return { objects, values, levels };
}

/** Parses a body as a JSON object, unless it has too many values or levels. */
export function parseFields(body: Body): Fields | undefined {
  const { objects, values, levels } = countValues(body);
  if (objects > OBJECT_LIMIT || values > VALUE_LIMIT || levels > DEPTH_LIMIT) return undefined;
  try {
    const value: unknown = JSON.parse(decode(body));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
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

/** How long the texts of a column may be in all, if any has a letter beyond Latin-1: then each letter takes two bytes (T85). */
const WIDE_COLUMN_LIMIT = 7_500_000;

/** Whether the texts of a column take too much memory. */
export function isTooWide(rows: readonly Fields[], read: (row: Fields) => string): boolean {
  let [length, isWide] = [0, false];
  return rows.some(row => {
    const text = read(row);
    length += text.length;
    isWide ||= /[^\0-\xff]/.test(text);
    return isWide && length > WIDE_COLUMN_LIMIT;
  });
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
