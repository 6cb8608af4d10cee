import type { RequestHandler } from 'express';
import { createElement } from 'react';
import { publicTitle } from '../../views/Document';
import { LinkPreviewPage } from '../../views/pages/LinkPreviewPage';
import type { Assets } from './assets';
import { sendPage } from './compress';
import { renderPage } from './render-page';

/** Word, Excel, PowerPoint and Outlook. */
const OFFICE = /ms-?office|microsoft[- ]office/i;

/**
 * Middleware for programs that open a link before the browser does, without its cookies: they would follow the redirect to
 * /login, and hand its address to the browser. A browser inside such a program sends `Sec-Fetch-Dest`.
 */
export function linkPreviews(assets: Assets): RequestHandler {
  return (request, response, next) => {
    const { 'user-agent': program = '', 'sec-fetch-dest': destination } = request.headers;
    if (request.method === 'POST' || destination !== undefined || !OFFICE.test(program)) return next();
    const page = { title: publicTitle('Open this page'), element: createElement(LinkPreviewPage) };
    sendPage(renderPage(page, { assets }), request, response);
  };
}
