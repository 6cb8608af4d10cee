// Sends a slow page in parts, without a script.
//
// First comes the skeleton, in a declarative shadow root: <portal-page> with a <template shadowrootmode="open"> whose <slot>
// has the skeleton as its fallback content. The response stays open. A part that is ready before the rest (a panel of the
// dashboard) is sent as a child with a `slot` name, and fills the skeleton's slot of this name. The complete content is sent
// last, as children without a name: the browser shows them instead of the skeleton. An error that happens meanwhile becomes
// the content, because the status line is sent already. Browsers without declarative shadow roots show nothing until the end.

import type { Request, Response } from 'express';
import { createElement, Fragment, type ReactElement } from 'react';
import { stylesheets } from '../../views/Document';
import { type RenderCache, renderHtml } from '../../views/rendering';
import type { Metrics } from '../telemetry/metrics';
import type { Assets } from './assets';
import { startPage } from './compress';
import { errorPage, renderPage } from './render-page';
import type { LoadingPage, PageContent, PageReply } from './reply';
import { recordError } from './request-errors';

export interface StreamOptions {
  readonly assets: Assets;
  readonly metrics: Metrics;
  readonly renderCache: RenderCache;
}

/** Sends the skeleton now, its parts when they are ready, and then the complete content. */
export async function streamPage(
  { skeleton, parts, content }: LoadingPage & Pick<PageReply, 'content'>,
  request: Request,
  response: Response,
  { assets, metrics, renderCache }: StreamOptions,
): Promise<void> {
  // The skeleton is in the shadow root of an element, whose children then fill its slots.
  const { title, element, styles } = skeleton();
  const frame = renderPage({ title, element: createElement('portal-page'), styles }, { assets });
  const [head, end] = frame.split('</portal-page>');
  const links = stylesheets(assets, styles).map(sheet => `<link rel="stylesheet" href="${sheet}"/>`);
  const output = startPage(request, response);
  output.write(
    `${head}<template shadowrootmode="open">${links.join('')}` +
      `<slot>${renderHtml(element, renderCache)}</slot></template>`,
  );
  let isEnded = false;
  const streamPart = (part: ReactElement) => {
    if (!isEnded) output.write(renderHtml(part, renderCache));
  };
  // The complete content reports the failure of a part.
  parts()
    .then(all => Promise.allSettled(all.map(part => part.then(streamPart))))
    .catch(() => {});
  const complete = Promise.resolve(content).then(page => renderComplete(page, renderCache));
  const html = await complete.catch(error => {
    // The status line is sent already, so the page shows the error.
    recordError(error, response, metrics);
    return renderComplete(errorPage(error), renderCache);
  });
  isEnded = true;
  output.end(`${html}</portal-page>${end}`);
}

/** The complete content of a streamed page, and its title, which scripts give to the document. */
function renderComplete({ title, element }: PageContent, renderCache: RenderCache): string {
  const titleTemplate = createElement('template', { 'data-title': title });
  return renderHtml(createElement(Fragment, {}, element, titleTemplate), renderCache);
}
