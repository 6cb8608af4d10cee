import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { createElement, Fragment, type ReactElement } from 'react';
import { textOf } from '../../shared/messages';
import { ANNOUNCEMENT_SLOT } from '../../views/components/Announcement';
import { Document, stylesheets } from '../../views/Layout';
import { ErrorPage, errorTitle } from '../../views/pages/ErrorPage';
import { type RenderCache, renderHtml } from '../../views/rendering';
import type { Config } from '../config';
import { statusOf } from '../errors';
import type { Metrics } from '../telemetry/metrics';
import type { Assets } from './assets';
import { type PageStream, sendPage, startPage } from './compress';
import type { DownloadReply, LoadingPage, PageContent, PageReply, ProgressReply, Reply } from './reply';
import { disconnectSignal, type PortalRequest, readRequest, type SignedInRequest } from './request';
import { recordError } from './request-errors';

/** How long the cookie with the toast of an export is kept, in milliseconds. */
const EXPORT_TOAST_TTL_MS = 60_000;

/** The dependencies of `answer` and `answerSignedIn`. */
export interface ReplyOptions {
  readonly assets: Assets;
  readonly metrics: Metrics;
  readonly renderCache: RenderCache;
  readonly config: Pick<Config, 'skeletonDelay'>;
}

type Respond<Incoming> = (request: Incoming) => Reply | Promise<Reply>;

export function answer(respond: Respond<PortalRequest>, options: ReplyOptions): RequestHandler {
  return async (request, response) => {
    await write(await respond(readRequest(request, response)), request, response, options);
  };
}

export function answerSignedIn(respond: Respond<SignedInRequest>, options: ReplyOptions): RequestHandler {
  return async (request, response) => {
    const { administrator } = response.locals;
    if (!administrator) throw new Error('A guarded handler was mounted without the sign-in guard');
    const incoming = { ...readRequest(request, response), administrator };
    await write(await respond(incoming), request, response, options);
  };
}

export function errorPage(status: number): PageContent {
  return { title: errorTitle(status), element: createElement(ErrorPage, { status }) };
}

export function renderPage(
  { title, element, styles }: PageContent,
  { assets, renderCache }: Pick<ReplyOptions, 'assets'> & Partial<Pick<ReplyOptions, 'renderCache'>>,
): string {
  const document = createElement(Document, { title, assets, styles }, element);
  return `<!doctype html>${renderHtml(document, renderCache)}`;
}

async function write(
  reply: Reply,
  request: Request,
  response: Response,
  options: ReplyOptions,
): Promise<void> {
  const { session } = response.locals;
  if (reply.kind === 'page') return writePage(reply, request, response, options);
  if (reply.kind === 'progress') return writeProgress(reply, request, response, options);
  if (reply.kind === 'download' && request.method !== 'HEAD') {
    options.metrics.exported(reply.list, reply.count);
    sendToast(reply, request, response);
  }
  if (reply.kind === 'redirect' && reply.toast) session.addToast(...reply.toast);
  await session.save();
  response.set('Cache-Control', 'no-store');
  switch (reply.kind) {
    case 'redirect':
      response.status(reply.status).set(reply.headers).location(reply.location).end();
      return;
    case 'text':
      response.status(reply.status).type('text').send(reply.text);
      return;
    case 'file':
      response.attachment(reply.fileName).type(reply.type).send(reply.text);
      return;
    case 'download':
      response.attachment(reply.fileName).type('text/csv; charset=utf-8');
      if (request.method === 'HEAD') response.end();
      else await stream(reply, response);
  }
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
  await response.locals.session.save();
  response.set('Cache-Control', 'no-store').status(reply.status).set(reply.headers);
  if (content) sendPage(renderPage(content, options), request, response);
  else if (loading) await streamPage({ ...loading, content: reply.content }, request, response, options);
}

/**
 * Sends the skeleton now and the content when it is ready, without a script: the skeleton is the fallback content of a
 * slot in a declarative shadow root, which the browser replaces with the slotted content. Parts that are ready earlier
 * fill named slots within the skeleton; the complete content then replaces all of it. Browsers without declarative shadow
 * roots show nothing until then.
 */
async function streamPage(
  { skeleton, parts, content }: LoadingPage & Pick<PageReply, 'content'>,
  request: Request,
  response: Response,
  { assets, metrics, renderCache }: ReplyOptions,
): Promise<void> {
  const { output, end } = startFrame(skeleton(), request, response, { assets, renderCache });
  let isEnded = false;
  const streamPart = (part: ReactElement) => {
    if (!isEnded) void output.write(renderHtml(part, renderCache));
  };
  // The complete content reports the failure of a part.
  parts()
    .then(all => all.map(part => part.then(streamPart, () => {})))
    .catch(() => {});
  const complete = await Promise.resolve(content).catch(error => {
    // The status line is sent already, so the page shows the error.
    const status = statusOf(error);
    recordError(error, { status, log: request.log, metrics });
    return errorPage(status);
  });
  isEnded = true;
  output.end(renderComplete(complete, renderCache) + end);
}

/** The complete content of a streamed page, and its title, which scripts give to the document. */
function renderComplete({ title, element }: PageContent, renderCache: RenderCache): string {
  const ofDocument = createElement('template', { 'data-title': title });
  return renderHtml(createElement(Fragment, {}, element, ofDocument), renderCache);
}

/** Sends a page in the shadow root of an element, whose children then fill its slots. Returns the end of the document. */
function startFrame(
  { title, element, styles }: PageContent,
  request: Request,
  response: Response,
  { assets, renderCache }: Pick<ReplyOptions, 'assets' | 'renderCache'>,
  afterSlot = '',
): { readonly output: PageStream; readonly end: string } {
  const [head = '', end = ''] = renderPage(
    { title, element: createElement('portal-page'), styles },
    { assets },
  ).split(/(?=<\/portal-page>)/);
  const output = startPage(request, response);
  const links = stylesheets(assets, styles).map(sheet => `<link rel="stylesheet" href="${sheet}"/>`);
  void output.write(
    `${head}<template shadowrootmode="open">${links.join('')}` +
      `<slot>${renderHtml(element, renderCache)}</slot>${afterSlot}</template>`,
  );
  return { output, end };
}

/**
 * How often a page sends whitespace between its updates, in milliseconds: the server and many proxies close a connection
 * after a minute or two without data (T43).
 */
const HEARTBEAT_INTERVAL_MS = 30_000;

/** A live region must exist before its content. */
const LIVE_REGION = `<div role="status"><slot name="${ANNOUNCEMENT_SLOT}"></slot></div>`;

/** Streams updates, each as soon as the browser takes it, and then the outcome. */
async function writeProgress(
  { frame, updates, outcome, close }: ProgressReply,
  request: Request,
  response: Response,
  options: ReplyOptions,
): Promise<void> {
  const { metrics, renderCache } = options;
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await response.locals.session.save();
    response.set('Cache-Control', 'no-store').status(200);
    if (request.method === 'HEAD') {
      response.type('html').end();
      return;
    }
    const disconnected = disconnectSignal(response);
    const { output, end } = startFrame(frame, request, response, options, LIVE_REGION);
    heartbeat = setInterval(() => void output.write('\n'), HEARTBEAT_INTERVAL_MS);
    const finish = async () => {
      try {
        for await (const elements of updates(disconnected)) {
          await output.write(elements.map(element => renderHtml(element, renderCache)).join(''));
        }
        return disconnected.aborted ? '' : renderComplete(await outcome(), renderCache);
      } catch (error) {
        // The status is already sent, so the page itself must report the error.
        recordError(error, { status: statusOf(error), log: request.log, metrics });
        return renderComplete(errorPage(statusOf(error)), renderCache);
      }
    };
    output.end((await finish()) + end);
  } finally {
    clearInterval(heartbeat);
    close();
  }
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
function sendToast({ toast: [code, ...values] }: DownloadReply, request: Request, response: Response): void {
  const { toast: id } = request.query;
  if (typeof id !== 'string' || !/^[a-z0-9]{1,20}$/.test(id)) {
    response.locals.session.addToast(code, ...values);
    return;
  }
  response.cookie(`export-toast-${id}`, textOf(code, ...values), {
    path: '/',
    sameSite: 'lax',
    secure: request.secure,
    maxAge: EXPORT_TOAST_TTL_MS,
  });
}

/** Node's codes for a client that has canceled a download: during it, and before it has begun. */
const CANCELED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

async function stream({ content }: DownloadReply, response: Response): Promise<void> {
  await pipeline(Readable.from(content), response).catch(error => {
    if (!CANCELED.has(error.code)) throw error;
  });
}
