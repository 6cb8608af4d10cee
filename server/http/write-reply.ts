import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { textOf } from '../../shared/messages';
import { MINUTE_MS } from '../../shared/units';
import type { Config } from '../config';
import { sendPage, UNBUFFERED } from './compress';
import { endSession } from './interrupted-page';
import { renderPage } from './render-page';
import { type DownloadReply, LOCATION_LIMIT, type PageReply, type Reply } from './reply';
import { type PortalRequest, readRequest } from './request';
import { type StreamOptions, streamPage } from './stream-page';

/** How long the cookie with the toast of an export is kept, in milliseconds. */
const EXPORT_TOAST_TTL_MS = MINUTE_MS;

interface ReplyOptions extends StreamOptions {
  readonly config: Pick<Config, 'skeletonDelay'>;
}

/** The last middleware of a route: writes the reply of its handler. */
export function handle(
  respond: (request: PortalRequest) => Reply | Promise<Reply>,
  options: ReplyOptions,
): RequestHandler {
  return async (request, response) => {
    const reply = await respond(readRequest(request, response));
    const { session } = response.locals;
    if (reply.kind === 'page') return writePage(reply, request, response, options);
    if (reply.kind === 'download' && request.method !== 'HEAD') {
      options.metrics.exported(reply.list, reply.count);
      sendToast(reply, request, response);
    }
    if (reply.kind === 'redirect') {
      if (reply.sessionHasEnded) return endSession(request, response, reply.toast);
      // In the response to a second click, too: browsers drop the first response.
      if (reply.toast) session.addToast(reply.toast, reply.id);
      if (reply.licenseRequest) session.recordLicenseRequest(reply.licenseRequest);
    }
    await session.save();
    switch (reply.kind) {
      case 'redirect':
        response.set(reply.headers ?? {}).location(truncateLocation(reply.location));
        response.status(reply.status).end();
        return;
      case 'text':
        if (reply.fileName !== undefined) response.attachment(reply.fileName);
        response.status(reply.status).type(reply.type).send(reply.text);
        return;
      case 'download':
        response.attachment(reply.fileName).set(...UNBUFFERED);
        if (request.method === 'HEAD') response.end();
        else await pipeline(Readable.from(reply.content), response).catch(ignoreCanceled);
    }
  };
}

/** A redirect whose URL would be too long goes to the page without its query. */
function truncateLocation(location: string): string {
  return location.length > LOCATION_LIMIT ? (location.split('?', 1)[0] ?? '') : location;
}

async function writePage(
  reply: PageReply,
  request: Request,
  response: Response,
  options: ReplyOptions,
): Promise<void> {
  const { loading } = reply;
  const isSlow = loading && request.method !== 'HEAD' && !(await isSettledSoon(reply.content, options));
  const content = isSlow ? undefined : await reply.content;
  const { session } = response.locals;
  if (reply.showsToasts && session.isOpened) session.forgetToasts();
  await session.save();
  response.status(reply.status).set(reply.headers ?? {});
  if (content) sendPage(renderPage(content, options), request, response);
  else if (loading) await streamPage({ ...loading, content: reply.content }, request, response, options);
}

/** Whether the content settles before a skeleton is needed. */
async function isSettledSoon(content: PageReply['content'], { config }: ReplyOptions): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), config.skeletonDelay);
  const settled = () => resolve(true);
  Promise.resolve(content).then(settled, settled);
  return promise.finally(() => clearTimeout(timer));
}

/** Sends the toast of an export: in a cookie if the page waits for it, otherwise with the next page. */
function sendToast({ toast }: DownloadReply, request: Request, response: Response): void {
  const { toast: id } = request.query;
  if (typeof id !== 'string' || !/^[a-z0-9]{1,20}$/.test(id)) {
    response.locals.session.addToast(toast, randomUUID());
    return;
  }
  response.cookie(`export-toast-${id}`, textOf(...toast), {
    path: '/',
    sameSite: 'lax',
    secure: request.secure,
    maxAge: EXPORT_TOAST_TTL_MS,
  });
}

/** Node's codes for a client that has canceled a download: during it, and before it has begun. */
const CANCELED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

function ignoreCanceled(error: NodeJS.ErrnoException): void {
  if (!CANCELED.has(error.code ?? '')) throw error;
}
