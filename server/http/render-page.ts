import { createElement } from 'react';
import { Document } from '../../views/Document';
import { ErrorPage, errorTitle } from '../../views/pages/ErrorPage';
import { type RenderCache, renderHtml } from '../../views/rendering';
import { PageError, statusOf } from '../errors';
import type { Assets } from './assets';
import type { PageContent } from './reply';

/** The page that explains an error. */
export function errorPage(error: unknown): PageContent {
  const explanation = error instanceof PageError ? error.explanation : statusOf(error);
  return { title: errorTitle(explanation), element: createElement(ErrorPage, { explanation }) };
}

export function renderPage(
  { title, element, styles, refresh }: PageContent,
  { assets, renderCache }: { readonly assets: Assets; readonly renderCache?: RenderCache },
): string {
  const document = createElement(Document, { title, assets, styles, refresh }, element);
  return `<!doctype html>${renderHtml(document, renderCache)}`;
}
