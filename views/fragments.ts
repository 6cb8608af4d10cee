import { createContext, createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { oneByte } from './one-byte';
import { readTemplate, type Template } from './repeat';

/**
 * Parts of pages as HTML, to be put into a page as they are. Their components depend on nothing but their properties,
 * which JSON can tell from others.
 */
export interface Fragments {
  readonly html: RenderFragment<string>;
  readonly template: RenderFragment<Template>;
}

export type RenderFragment<Result> = <Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
) => Result;

export const renderHtml: RenderFragment<string> = (component, props) =>
  oneByte(renderToString(createElement(component, props)));

export const renderTemplate: RenderFragment<Template> = (component, props) =>
  readTemplate(renderHtml(component, props));

/** Renders anew each time, unless the page is rendered with a cache. */
export const FragmentContext = createContext<Fragments>({ html: renderHtml, template: renderTemplate });
