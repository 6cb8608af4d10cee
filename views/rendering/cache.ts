import { LRUCache } from 'lru-cache';
import { createContext, createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { escapeBeyondLatin1 } from './encode';
import { createRowRenderer, type RowRenderer } from './template';

/** The limits of the cache and of one part, in characters of HTML. */
const MAX_CACHE_LENGTH = 2 * 1024 * 1024;
const MAX_PART_LENGTH = 32 * 1024;

export interface RowProps<Row, Shared = undefined> {
  readonly row: Row;
  /** The same for all rows. */
  readonly shared: Shared;
}

/** Parts of earlier pages, by component and props, and templates of rows. */
export interface RenderCache {
  /** The HTML of an element, from the cache if possible. */
  readonly html: (element: ReactElement) => string;
  /** A renderer for rows of this component. Its templates contain no texts of rows. */
  readonly rows: <Row, Shared extends object | undefined>(
    component: FunctionComponent<RowProps<Row, Shared>>,
    shared: Shared,
  ) => (row: Row) => string;
}

/** By default, nothing is cached. */
export const RenderCacheContext = createContext<RenderCache>({
  html: renderPart,
  rows: rowRenderer,
});

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
  const renderers = new WeakMap<object, RowRenderer>();

  return {
    html(element) {
      const key = idOf(element.type) + JSON.stringify(element.props);
      const cached = parts.get(key);
      if (cached !== undefined) return cached;
      assertPlainJson(element.props);
      const html = renderPart(element);
      parts.set(key, html);
      return html;
    },
    rows(component, shared) {
      const key = shared ?? component;
      const renderer = renderers.get(key) ?? rowRenderer(component, shared);
      renderers.set(key, renderer);
      return renderer;
    },
  };
}

export function renderHtml(element: ReactElement, cache: RenderCache | undefined): string {
  return renderToString(cache ? createElement(RenderCacheContext, { value: cache }, element) : element);
}

/** Empty elements of SVG can end themselves: a table has dozens of them. */
const SVG_END = /><\/(?:path|rect|use)>/g;

function renderPart(element: ReactElement): string {
  return escapeBeyondLatin1(renderToString(element)).replace(SVG_END, '/>');
}

function rowRenderer<Row, Shared>(
  component: FunctionComponent<RowProps<Row, Shared>>,
  shared: Shared,
): RowRenderer {
  return createRowRenderer(row => renderPart(createElement(component, { row: row as Row, shared })));
}

/**
 * Rejects props that JSON cannot represent: two different ones would have the same key, and share their HTML. An icon is
 * its name in JSON.
 */
function assertPlainJson(value: unknown): void {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`The child of a Memo has a ${typeof value} in its props, which must be plain JSON`);
  }
  if (typeof value === 'object' && value !== null && !('displayName' in value))
    Object.values(value).forEach(assertPlainJson);
}
