import { LRUCache } from 'lru-cache';
import { createContext, createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { escapeBeyondLatin1 } from './encode';
import { markTexts, parseTemplate, type Template } from './template';

/** Characters of HTML that are kept in all, and of one part at most. */
const MAX_CACHE_LENGTH = 2 * 1024 * 1024;
const MAX_PART_LENGTH = 32 * 1024;

export interface RowProps<Row, Shared = undefined> {
  readonly row: Row;
  /** What all rows have in common. */
  readonly shared: Shared;
}

/** What was rendered for earlier pages: parts of pages by their component and all of its properties, and the templates of rows. */
export interface RenderCache {
  /** The HTML of an element, rendered anew unless it is known. */
  readonly html: (element: ReactElement) => string;
  /** The template for rows of this shape. It holds none of their texts. */
  readonly template: <Row, Shared>(
    component: FunctionComponent<RowProps<Row, Shared>>,
    shared: Shared,
    row: { readonly row: Row; readonly shape: string; readonly texts: readonly string[] },
  ) => Template;
}

/** Keeps nothing, unless the page is rendered with a cache. */
export const RenderCacheContext = createContext<RenderCache>({
  html: renderPart,
  template: (...row) => renderTemplate(...row),
});

/** An empty cache, for the life of the process. */
export function createRenderCache(): RenderCache {
  const ids = new Map<unknown, number>();
  const idOf = (component: unknown): number => {
    const id = ids.get(component) ?? ids.size;
    ids.set(component, id);
    return id;
  };
  const parts = new LRUCache<string, string>({
    maxSize: MAX_CACHE_LENGTH,
    maxEntrySize: MAX_PART_LENGTH,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  const templates = new WeakMap<object, Map<string, Template>>();

  return {
    html(element) {
      const key = idOf(element.type) + JSON.stringify(element.props);
      const known = parts.get(key);
      if (known !== undefined) return known;
      expectPlain(element.props);
      const html = renderPart(element);
      parts.set(key, html);
      return html;
    },
    template(component, shared, row) {
      const owner = typeof shared === 'object' && shared !== null ? shared : component;
      const known = templates.get(owner) ?? new Map<string, Template>();
      templates.set(owner, known);
      const key = idOf(component) + row.shape;
      const template = known.get(key) ?? renderTemplate(component, shared, row);
      known.set(key, template);
      return template;
    },
  };
}

/** The HTML of an element; parts of it are taken from the cache, if there is one. */
export function renderHtml(element: ReactElement, cache: RenderCache | undefined): string {
  return renderToString(cache ? createElement(RenderCacheContext, { value: cache }, element) : element);
}

function renderPart(element: ReactElement): string {
  return escapeBeyondLatin1(renderToString(element));
}

const renderTemplate: RenderCache['template'] = (component, shared, { row, texts }) =>
  parseTemplate(renderPart(createElement(component, { row: markTexts(row), shared })), texts);

/**
 * Thrown when JSON cannot tell properties from others, and people would be shown what was rendered for someone else: elements
 * and functions.
 */
function expectPlain(value: unknown): void {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`The child of a Memo gets a ${typeof value}: it may get plain JSON only`);
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectPlain);
}
