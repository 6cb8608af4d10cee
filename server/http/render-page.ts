import { createElement } from 'react';
import { Document } from '../../views/Layout';
import { ErrorPage, errorTitle } from '../../views/pages/ErrorPage';
import { type RenderCache, renderHtml } from '../../views/rendering';
import type { Assets } from './assets';
import type { PageContent } from './reply';

export function errorPage(status: number): PageContent {
  return { title: errorTitle(status), element: createElement(ErrorPage, { status }) };
}

export function renderPage(
  { title, element, styles }: PageContent,
  { assets, renderCache }: { readonly assets: Assets; readonly renderCache?: RenderCache },
): string {
  const document = createElement(Document, { title, assets, styles }, element);
  return `<!doctype html>${renderHtml(document, renderCache)}`;
}
