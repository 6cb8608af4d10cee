import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { format } from 'fast-csv';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type Toast, toastText } from '../../shared/messages';
import { Document } from '../../views/Document';
import type { Assets } from './assets';
import { type PortalRequest, readRequest, type SignedInRequest } from './request';

/** How long a page may take to notice the receipt of a download, in milliseconds. */
const RECEIPT_LIFE = 60_000;

/** What a handler wants the browser to get. */
export type Reply = PageReply | RedirectReply | DownloadReply | TextReply;

export interface PageReply {
  readonly kind: 'page';
  readonly status: number;
  readonly title: string;
  readonly content: ReactElement;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RedirectReply {
  readonly kind: 'redirect';
  readonly status: 302 | 303;
  readonly location: string;
  readonly toast: ToastReply | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DownloadReply {
  readonly kind: 'download';
  readonly fileName: string;
  readonly rows: Iterable<readonly (string | number)[]>;
  /** Whether the file begins with a byte order mark, which Excel takes as the sign for UTF-8. */
  readonly byteOrderMark: boolean;
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
  content: ReactElement,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): PageReply {
  return { kind: 'page', status, title, content, headers };
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

/** Express handler for anybody: what the page's handler replies is written to the response. */
export function answer(handler: Handler, assets: Assets): RequestHandler {
  return async (request, response) => {
    await write(await handler(readRequest(request, response)), request, response, assets);
  };
}

/** Express handler behind the sign-in guard. */
export function answerSignedIn(handler: Handler<SignedInRequest>, assets: Assets): RequestHandler {
  return async (request, response) => {
    const { administrator } = response.locals;
    if (!administrator) throw new Error('A guarded handler was mounted without the sign-in guard');
    const incoming = { ...readRequest(request, response), administrator };
    await write(await handler(incoming), request, response, assets);
  };
}

/** The whole document of a page. */
export function renderPage({ title, content }: Pick<PageReply, 'title' | 'content'>, assets: Assets): string {
  return `<!doctype html>${renderToString(createElement(Document, { title, assets }, content))}`;
}

async function write(reply: Reply, request: Request, response: Response, assets: Assets): Promise<void> {
  const { session } = response.locals;
  if (reply.kind === 'download') announce(reply, request, response);
  else if (reply.kind === 'redirect' && reply.toast) session.addToast(...reply.toast);
  // Rendered before the cookie is sealed: the page takes the toasts that the cookie must no longer hold.
  const html = reply.kind === 'page' ? renderPage(reply, assets) : '';
  await session.save();
  response.set('Cache-Control', 'no-store');
  switch (reply.kind) {
    case 'page':
      response.status(reply.status).set(reply.headers).type('html').send(html);
      return;
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

async function stream({ rows, byteOrderMark }: DownloadReply, response: Response): Promise<void> {
  const csv = format({
    rowDelimiter: '\r\n',
    includeEndRowDelimiter: true,
    writeBOM: byteOrderMark,
  });
  await pipeline(Readable.from(rows), csv, response).catch(error => {
    // The administrator has closed the download; nobody is left to tell.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
