import { finished, Transform } from 'node:stream';
import { promisify } from 'node:util';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import getRawBody from 'raw-body';
import { ACCOUNT_FIELD } from '../../shared/paths';
import { KIBIBYTE, MEBIBYTE } from '../../shared/units';
import { PageError } from '../errors';

export interface PostedForm {
  /** The values of each field, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly file?: PostedFile;
}

export interface PostedFile {
  readonly name: string;
  /** The content, unless the file was too large. */
  readonly bytes: Uint8Array | undefined;
}

/** Parses the form of a request, within limits. */
type FormParser = (request: Request, response: Response) => Promise<PostedForm>;

/** Parses forms of many rows: at most 1 MB and 20,000 fields. */
export const formWithRows = urlencodedForm(MEBIBYTE, 20_000);

/** Parses urlencoded forms. A form of another type has no fields. */
function urlencodedForm(limitBytes: number, maxFields: number): FormParser {
  return async (request, response) => {
    if (!request.is('application/x-www-form-urlencoded')) return { fields: new Map() };
    return { fields: parseFields(await readText(bodyOf(request, response), limitBytes), maxFields) };
  };
}

/**
 * Parses multipart forms with a text and a file in memory. Fields with other names are dropped. If the file is too large, its
 * bytes are undefined, so that the page can say so and show the text before it again.
 */
export function formWithFile(
  names: { readonly file: string; readonly text: string },
  limitBytes: number,
): FormParser {
  const fields = [names.text, ACCOUNT_FIELD];
  const parse = multer({
    defParamCharset: 'utf8',
    limits: {
      fileSize: limitBytes,
      files: 1,
      fieldSize: limitBytes,
      // Fields have no limit of their own: multer counts a file without a name as a field.
      parts: fields.length + 1,
      fieldNameSize: 100,
      // Names such as `a[50000000]` would create arrays of that length.
      fieldNestingDepth: 0,
    },
  }).single(names.file);
  return async (request, response) => {
    const body = bodyOf(request, response);
    const problem: unknown = await promisify(parse)(body, response).catch(error => error);
    const posted = new Map(fields.map(name => [name, [body.body?.[name] ?? []].flat()]));
    if (problem instanceof MulterError && problem.code === 'LIMIT_FILE_SIZE') {
      const name = 'filename' in problem ? String(problem.filename) : '';
      return { fields: posted, file: { name, bytes: undefined } };
    }
    if (problem !== undefined) throw unreadable(problem);
    const { file } = body;
    return { fields: posted, ...(file && { file: { name: file.originalname, bytes: file.buffer } }) };
  };
}

/** The size of the pieces in which the parsers get a form: each takes 400 bytes more while it is kept (T61). */
const PIECE_BYTES = 16 * KIBIBYTE;

/**
 * Middleware that reads a body of unknown length in large pieces. Before all others: what arrives until a request is read
 * would be kept as it was sent.
 */
export function joinPieces(): RequestHandler {
  return (request, response, next) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      const body = inPieces(request);
      response.locals.body = body;
      // Otherwise the next request of the connection would wait for a body that is not read.
      response.once('finish', () => body.resume());
    }
    next();
  };
}

function bodyOf(request: Request, response: Response): Request {
  return response.locals.body ?? inPieces(request);
}

/** A request whose body arrives in large pieces, even if it was sent byte by byte. It has what the parsers read of a request. */
function inPieces(request: Request): Request {
  let piece = Buffer.alloc(0);
  let length = 0;
  const pieces = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        if (length === 0) piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
        const copied = chunk.copy(piece, length, at);
        at += copied;
        length += copied;
        if (length < PIECE_BYTES) break;
        this.push(piece);
        length = 0;
      }
      done();
    },
    flush(done) {
      done(null, piece.subarray(0, length));
    },
  });
  finished(request, { writable: false }, error => {
    if (error) pieces.destroy(unreadable(error));
  });
  // The parsers stop listening when they give up.
  pieces.on('error', () => undefined);
  return Object.assign(request.pipe(pieces), { headers: request.headers }) as unknown as Request;
}

/** An error with a status, which multer's errors lack: 413 for its limits, 400 for anything else. */
function unreadable(error: unknown): PageError {
  const status = error instanceof MulterError && error.code.startsWith('LIMIT') ? 413 : 400;
  // In a form of a browser, only the name of a file can make a header longer than 16 KB.
  const isLongName = error instanceof Error && error.message === 'Malformed part header';
  const explanation = isLongName ? 'long file name' : status;
  return new PageError('A form could not be read', { status, explanation, cause: error });
}

/** How long a form may take to arrive, in milliseconds: a small one, and an upload. */
const FORM_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;

/** Parses the form of a request, unless it takes longer than `timeout` to arrive. */
async function parseWithin(timeout: number, parse: FormParser, request: Request, response: Response) {
  const signal = AbortSignal.timeout(timeout);
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.onabort = () => {
    // The client reads the response only when it has sent its form.
    response.set('Connection', 'close');
    reject(new PageError('A form arrived too slowly', { status: 408, explanation: 'slow upload' }));
  };
  return Promise.race([parse(request, response), late]).finally(() => {
    // Otherwise the signal would keep the form in memory until its time has passed.
    signal.onabort = null;
  });
}

/** How many small forms a process reads at once: a stalled one takes 80 KB until it is given up. */
const FORMS_AT_ONCE = 256;

/** How many large forms may be unanswered at once: of an administrator, in all sessions, and in a process. */
const UPLOADS_PER_ADMINISTRATOR = 2;
const UPLOADS_PER_PROCESS = 8;

function tooManyForms(status: 429 | 503): PageError {
  return new PageError('Too many unfinished forms', {
    status,
    retryAfter: 5,
    explanation: 'too many uploads',
  });
}

/** Creates middleware that parses a form of at most 16 KB and 100 fields, unless too many others are still arriving (T61). */
export function createSmallFormReader(): RequestHandler {
  const parser = urlencodedForm(16 * KIBIBYTE, 100);
  let reading = 0;
  return async (request, response, next) => {
    rejectUnreadable(request, response);
    if (reading >= FORMS_AT_ONCE) throw tooManyForms(503);
    reading++;
    try {
      response.locals.form = await parseWithin(FORM_TIMEOUT_MS, parser, request, response);
    } finally {
      reading--;
    }
    next();
  };
}

/** Creates middleware that parses large forms of administrators, unless too many are not answered yet (T61). */
export function createUploadReader(): (parser: FormParser) => RequestHandler {
  /** The administrator of each. */
  const uploads: string[] = [];
  return parser => async (request, response, next) => {
    rejectUnreadable(request, response);
    const { userId } = response.locals.administrator.context;
    const own = uploads.filter(other => other === userId).length;
    if (own >= UPLOADS_PER_ADMINISTRATOR || uploads.length >= UPLOADS_PER_PROCESS) throw tooManyForms(429);
    uploads.push(userId);
    // The handler has the form in memory until it has answered.
    response.once('close', () => uploads.splice(uploads.indexOf(userId), 1));
    response.locals.form = await parseWithin(UPLOAD_TIMEOUT_MS, parser, request, response);
    next();
  };
}

/**
 * Rejects forms that browsers do not send: compressed forms, because a hundred bytes can contain 20,000 fields, and texts
 * in another encoding than the pages.
 */
function rejectUnreadable({ headers }: Request, { closed }: Response): void {
  // The parsers would wait forever for the rest of the form. The request itself is also destroyed once it has arrived.
  if (closed) throw unreadable(new Error('The request was closed'));
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (headers['content-encoding'] !== undefined || charset.toLowerCase() !== 'utf-8') {
    throw new PageError('A form is compressed or not in UTF-8', { status: 415 });
  }
}

/** The fields of an urlencoded form. Its cost is linear: `qs`, the parser of Express, is quadratic for repeated names. */
function parseFields(text: string, maxFields: number): PostedForm['fields'] {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count++;
  if (count > maxFields) throw new PageError('A form has too many fields', { status: 413 });
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

async function readText(pieces: Request, limitBytes: number): Promise<string> {
  const length = pieces.headers['content-length'] ?? null;
  const body = await getRawBody(pieces, { limit: limitBytes, length }).catch(error => {
    // The client reads the response only when it has sent its form.
    pieces.resume();
    throw error;
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // URLSearchParams would catch an error for each malformed value: half a second for 20,000 of them.
    decodeURIComponent(text);
    return text;
  } catch (cause) {
    throw unreadable(cause);
  }
}
