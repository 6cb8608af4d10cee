import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { createElement, type ReactElement } from 'react';
import { type Toast, toastText } from '../../shared/messages';
import { Document } from '../../views/Document';
import { ErrorPage } from '../../views/pages/ErrorPage';
import { type RenderCache, renderHtml } from '../../views/rendering';
import { SessionEnded } from '../errors';
import type { Metrics } from '../telemetry/metrics';
import type { Assets } from './assets';
import { openPage, sendPage } from './compress';
import { goneSignal, type PortalRequest, readRequest, type SignedInRequest } from './request';
import { recordError } from './request-errors';

/** How long a page may take to notice the receipt of a download, in milliseconds. */
const RECEIPT_LIFE = 60_000;

/** What a handler wants the browser to get. */
export type Reply = PageReply | StreamReply | RedirectReply | DownloadReply | TextReply;

export interface PageReply {
  readonly kind: 'page';
  readonly status: number;
  readonly content: PageContent | Promise<PageContent>;
  /** What stands there while the content is loading. */
  readonly skeleton?: () => PageContent;
  /** Parts of the content that may be ready before the rest; each fills the slot of the skeleton that it names. */
  readonly parts?: () => Promise<readonly PagePart[]>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page that is sent as its parts come. */
export interface StreamReply {
  readonly kind: 'stream';
  /** Has a `<portal-part>` in the place of each part. */
  readonly content: PageContent;
  /** `leaving` aborts when the browser leaves. */
  readonly parts: readonly ((leaving: AbortSignal) => AsyncIterable<ReactElement>)[];
}

export interface PageContent {
  readonly title: string;
  readonly element: ReactElement;
}

/** An element with a `slot` attribute. */
export type PagePart = Promise<ReactElement>;

export interface RedirectReply {
  readonly kind: 'redirect';
  readonly status: 302 | 303;
  readonly location: string;
  readonly toast: ToastReply | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DownloadReply {
  readonly kind: 'download';
  /** What it is a list of, and how many rows it has; for metrics. */
  readonly list: string;
  readonly count: number;
  readonly fileName: string;
  /** The file, piece by piece, each made when there is room for it. */
  readonly content: AsyncIterable<Uint8Array>;
  readonly toast: ToastReply;
}

/** An answer for programs rather than people. */
export interface TextReply {
  readonly kind: 'text';
  readonly status: number;
  readonly text: string;
}

/** A message for the next page: its name and values. */
export type ToastReply = readonly [code: Toast['code'], ...values: Toast['values']];

export function page(
  title: string,
  element: ReactElement,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): PageReply {
  return { kind: 'page', status, content: { title, element }, headers };
}

/** A page whose content is loading. If that takes long, the skeleton is sent first, then each part as it is ready. */
export function loadingPage(
  content: Promise<PageContent>,
  options: Pick<PageReply, 'status'> & Required<Pick<PageReply, 'skeleton' | 'parts'>>,
): PageReply {
  return { kind: 'page', content, headers: {}, ...options };
}

/** Sends the browser on with GET: after an action by default, else with the status 302. */
export function redirect(
  location: string,
  {
    status = 303,
    toast,
    headers = {},
  }: { status?: 302 | 303; toast?: ToastReply; headers?: Record<string, string> } = {},
): RedirectReply {
  return { kind: 'redirect', status, location, toast, headers };
}

export type Handler<Incoming extends PortalRequest = PortalRequest> = (
  request: Incoming,
) => Reply | Promise<Reply>;

export interface ReplyOptions {
  readonly assets: Assets;
  readonly metrics: Metrics;
  readonly renderCache: RenderCache;
  /** How long a page's data may take before its skeleton is sent ahead, in milliseconds. */
  readonly skeletonAfter: number;
}

/** Express handler for anybody: what the page's handler replies is written to the response. */
export function answer(handler: Handler, options: ReplyOptions): RequestHandler {
  return async (request, response) => {
    await write(await handler(readRequest(request, response)), request, response, options);
  };
}

/** Express handler behind the sign-in guard. */
export function answerSignedIn(handler: Handler<SignedInRequest>, options: ReplyOptions): RequestHandler {
  return async (request, response) => {
    const { administrator } = response.locals;
    if (!administrator) throw new Error('A guarded handler was mounted without the sign-in guard');
    const incoming = { ...readRequest(request, response), administrator };
    await write(await handler(incoming), request, response, options);
  };
}

/** The whole document of a page; parts of it may have been rendered before. */
export function renderPage(
  { title, element }: PageContent,
  { assets, renderCache }: Pick<ReplyOptions, 'assets'> & Partial<Pick<ReplyOptions, 'renderCache'>>,
): string {
  const document = createElement(Document, { title, assets }, element);
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
  if (reply.kind === 'stream') return writeStream(reply, request, response, options);
  if (reply.kind === 'download' && request.method !== 'HEAD') {
    options.metrics.exported(reply.list, reply.count);
    announce(reply, request, response);
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
  const late = reply.skeleton && request.method !== 'HEAD' && !(await isSettledSoon(reply.content, options));
  const content = late ? undefined : await reply.content;
  await response.locals.session.save();
  response.set('Cache-Control', 'no-store').status(reply.status).set(reply.headers);
  if (content) sendPage(renderPage(content, options), request, response);
  else await writeLate(reply, request, response, options);
}

/**
 * Sends the skeleton now and the content when it is ready, with no script: the skeleton is the fallback of a slot in a
 * declarative shadow root, and the browser replaces it with what follows. Parts that are ready earlier fill named slots
 * within the skeleton; the whole content then replaces all of it. Browsers without declarative shadow roots show nothing
 * until then.
 */
async function writeLate(
  reply: PageReply,
  request: Request,
  response: Response,
  { assets, metrics, renderCache }: ReplyOptions,
): Promise<void> {
  const skeleton = reply.skeleton?.();
  if (!skeleton) return;
  const [head = '', end = ''] = renderPage(
    { ...skeleton, element: createElement('portal-page') },
    { assets },
  ).split(/(?=<\/portal-page>)/);
  const page = openPage(request, response);
  page.write(
    `${head}<template shadowrootmode="open"><link rel="stylesheet" href="${assets.stylesheet}"/>` +
      `<slot>${renderHtml(skeleton.element, renderCache)}</slot></template>`,
  );
  let isEnded = false;
  const writePart = (part: ReactElement) => {
    if (!isEnded) page.write(renderHtml(part, renderCache));
  };
  // A part that fails is told of by the whole content.
  reply
    .parts?.()
    .then(parts => parts.map(part => part.then(writePart, () => {})))
    .catch(() => {});
  const element = await Promise.resolve(reply.content).then(
    content => content.element,
    error => {
      // Too late for a redirect or a status: the page itself has to tell.
      const status = error instanceof SessionEnded ? 401 : 500;
      recordError(error, { status, log: request.log, metrics });
      return createElement(ErrorPage, { status });
    },
  );
  isEnded = true;
  page.end(renderHtml(element, renderCache) + end);
}

/** Sends a page's parts one by one, each as soon as it is there, with no script. */
async function writeStream(
  { content, parts }: StreamReply,
  request: Request,
  response: Response,
  options: ReplyOptions,
): Promise<void> {
  const { metrics, renderCache } = options;
  await response.locals.session.save();
  response.set('Cache-Control', 'no-store').status(200);
  const frame = renderPage(content, options).split('<portal-part></portal-part>');
  const leaving = goneSignal(response);
  const page = openPage(request, response);
  try {
    for (const [index, part] of parts.entries()) {
      page.write(frame[index] ?? '');
      for await (const element of part(leaving)) page.write(renderHtml(element, renderCache));
    }
  } catch (error) {
    // Too late for a status: the page itself has to tell.
    recordError(error, { status: 500, log: request.log, metrics });
    page.write(renderHtml(createElement(ErrorPage, { status: 500 }), renderCache));
  }
  page.end(frame.slice(parts.length).join(''));
}

/** Whether there is no need to send a skeleton ahead. */
async function isSettledSoon(
  content: PageReply['content'],
  { skeletonAfter }: ReplyOptions,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), skeletonAfter);
  const settled = () => resolve(true);
  Promise.resolve(content).then(settled, settled);
  return promise.finally(() => clearTimeout(timer));
}

/** A page that waits for the download gets a receipt at once; otherwise the next page tells of it. */
function announce({ toast: [code, ...values] }: DownloadReply, request: Request, response: Response): void {
  const { receipt } = request.query;
  if (typeof receipt !== 'string' || !/^[a-z0-9]{1,20}$/.test(receipt)) {
    response.locals.session.addToast(code, ...values);
    return;
  }
  response.cookie(`export-${receipt}`, toastText({ id: 0, code, values }).text, {
    path: '/',
    sameSite: 'lax',
    secure: request.secure,
    maxAge: RECEIPT_LIFE,
  });
}

async function stream({ content }: DownloadReply, response: Response): Promise<void> {
  await pipeline(Readable.from(content), response).catch(error => {
    // The administrator has closed the download; nobody is left to tell.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
