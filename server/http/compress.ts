import { pipeline } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/**
 * The lowest levels take a tenth of a page of 25 rows, which costs less time than to send it as it is; higher ones spare
 * a few hundred bytes for several times the work. No page needs a larger window. Files for browsers are compressed by
 * the build, at the highest level; downloads go as they are.
 */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP = { level: 1 };

/** Fewer bytes fit into one packet whatever is done about them. */
const WORTH_IT = 1024;

/** A page that is sent piece by piece. */
export interface OpenPage {
  /** Sends this at once. */
  readonly write: (html: string) => void;
  readonly end: (html: string) => void;
}

/** Sends a whole page, as small as the browser takes it. */
export function sendPage(html: string, request: Request, response: Response): void {
  const bytes = Buffer.from(html);
  const isSmall = request.method === 'HEAD' || bytes.length < WORTH_IT;
  const body = compress(bytes, beginPage(response, isSmall ? undefined : codingFor(request)));
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/**
 * Begins a page of which only a part is known. The package `compression` would do this and the above, but takes a third
 * more memory under load (docs/performance.md).
 */
export function openPage(request: Request, response: Response): OpenPage {
  const coding = beginPage(response, codingFor(request));
  if (coding === undefined) {
    return { write: html => void response.write(html), end: html => void response.end(html) };
  }
  const encoder = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  // A browser that leaves, or has left, is nobody's fault; the encoder's memory is let go then too.
  pipeline(encoder, response, () => {});
  return {
    write(html) {
      encoder.write(html);
      encoder.flush();
    },
    end: html => void encoder.end(html),
  };
}

type Coding = 'br' | 'gzip';

/** Says what the page is, and how it is compressed. */
function beginPage(response: Response, coding: Coding | undefined): Coding | undefined {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.vary('Accept-Encoding');
  if (coding) response.setHeader('Content-Encoding', coding);
  return coding;
}

/**
 * Returns the coding for a request; undefined for none. A request without the header accepts any (RFC 9110, section
 * 12.5.3), but comes from a program. A page that another site asks for could hold its text beside a secret: the size
 * of the two, compressed together, would tell how much they have in common (BREACH, T50).
 */
function codingFor(request: Request): Coding | undefined {
  const { 'accept-encoding': accepted, 'sec-fetch-site': site } = request.headers;
  if (accepted === undefined || site === 'cross-site') return undefined;
  return (['br', 'gzip'] as const).find(coding => request.acceptsEncodings(coding) === coding);
}

function compress(bytes: Buffer, coding: Coding | undefined): Buffer {
  if (coding === undefined) return bytes;
  return coding === 'br' ? brotliCompressSync(bytes, BROTLI) : gzipSync(bytes, GZIP);
}
