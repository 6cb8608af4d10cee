import { LRUCache } from 'lru-cache';
import { createContext, createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { escapeBeyondLatin1 } from './encode';
import { createRowRenderer, type RowRenderer } from './template';

/** How many characters of HTML are cached in all, and of one part at most. */
const MAX_CACHE_LENGTH = 2 * 1024 * 1024;
const MAX_PART_LENGTH = 32 * 1024;

export interface RowProps<Row, Shared = undefined> {
  readonly row: Row;
  /** What all rows have in common. */
  readonly shared: Shared;
}

/** What was rendered for earlier pages: parts of pages, by their component and all of its properties, and templates of rows. */
export interface RenderCache {
  /** The HTML of an element, rendered anew unless it is known. */
  readonly html: (element: ReactElement) => string;
  /** Renders rows of this component, by templates that hold none of their texts. */
  readonly rows: <Row, Shared>(
    component: FunctionComponent<RowProps<Row, Shared>>,
    shared: Shared,
  ) => (row: Row) => string;
}

/** Caches nothing, unless the page is rendered with a cache. */
export const RenderCacheContext = createContext<RenderCache>({
  html: renderPart,
  rows: rowRenderer,
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
  const renderers = new WeakMap<object, Map<unknown, RowRenderer>>();

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
    rows(component, shared) {
      const owner = typeof shared === 'object' && shared !== null ? shared : component;
      const known = renderers.get(owner) ?? new Map<unknown, RowRenderer>();
      renderers.set(owner, known);
      const renderer = known.get(component) ?? rowRenderer(component, shared);
      known.set(component, renderer);
      return renderer;
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

function rowRenderer<Row, Shared>(
  component: FunctionComponent<RowProps<Row, Shared>>,
  shared: Shared,
): RowRenderer {
  return createRowRenderer(row => renderPart(createElement(component, { row: row as Row, shared })));
}

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
