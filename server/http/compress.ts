// Writes the HTML of a page, compressed. A complete page is compressed at once (`sendPage`); a page in parts is compressed as
// a stream, whose chunks are sent as soon as they are written (`startPage`). The build has compressed the assets already, and
// downloads are not compressed. The package `compression` would do the same, in up to two fifths more time for a page
// (docs/decisions/0016).

import { pipeline, type Writable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { PERMISSIONS_POLICY } from './security';

/** The size of an encoder's output buffer, which stays in memory until V8's next full collection. A page is about 5 KB. */
const OUTPUT_BUFFER_BYTES = 8192;

/**
 * The lowest levels reduce a page of 25 rows to a tenth, in less time than sending it uncompressed. Higher levels save
 * a few hundred bytes for several times the CPU time. No page needs a larger window.
 */
const BROTLI = {
  chunkSize: OUTPUT_BUFFER_BYTES,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const GZIP = { chunkSize: OUTPUT_BUFFER_BYTES, level: 1 };

/** Makes nginx send each chunk of a response as soon as it has it. */
export const UNBUFFERED = ['X-Accel-Buffering', 'no'] as const;

/** Smaller pages fit into one packet uncompressed. */
const MIN_COMPRESSED_LENGTH = 1024;

/** Sends a complete page, compressed if the browser accepts that. */
export function sendPage(html: string, request: Request, response: Response): void {
  const isSmall = request.method === 'HEAD' || html.length < MIN_COMPRESSED_LENGTH;
  const body = compress(html, setPageHeaders(response, isSmall ? undefined : codingFor(request)));
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Starts a page in parts. Each is sent at once. */
export function startPage(request: Request, response: Response) {
  const coding = setPageHeaders(response, codingFor(request));
  response.setHeader(...UNBUFFERED);
  if (coding === undefined) return streamTo(response);
  const encoder = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  // A client that disconnects is not an error. `pipeline` then destroys the encoder, too.
  pipeline(encoder, response, () => {});
  return streamTo(encoder, () => encoder.flush());
}

function streamTo(stream: Writable, flush = () => {}) {
  return {
    write(html: string) {
      stream.write(html);
      flush();
    },
    end: (html: string) => void stream.end(html),
  };
}

type Coding = 'br' | 'gzip';

/** Sets the headers of a document. Returns its encoding. */
function setPageHeaders(response: Response, coding: Coding | undefined): Coding | undefined {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  // The page after a sign-in leads on by itself, and the cookies of its response leave no room for it.
  if (!response.hasHeader('Refresh')) response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  response.vary('Accept-Encoding');
  if (coding) response.setHeader('Content-Encoding', coding);
  return coding;
}

/**
 * The content encoding for a request. A request without Accept-Encoding accepts any (RFC
 * 9110, section 12.5.3), but is not sent by a browser. Responses to requests from other sites and from sibling hosts are not
 * compressed: their size could reveal secrets (BREACH, T50).
 */
function codingFor(request: Request): Coding | undefined {
  const { 'accept-encoding': accepted, 'sec-fetch-site': site } = request.headers;
  if (accepted === undefined || site === 'cross-site' || site === 'same-site') return undefined;
  return (['br', 'gzip'] as const).find(coding => request.acceptsEncodings(coding) === coding);
}

/** Node sends a text and its headers in one write. */
function compress(html: string, coding: Coding | undefined): string | Buffer {
  if (coding === undefined) return html;
  return coding === 'br' ? brotliCompressSync(html, BROTLI) : gzipSync(html, GZIP);
}
