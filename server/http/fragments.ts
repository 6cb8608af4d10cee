import { LRUCache } from 'lru-cache';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { RenderFragment } from '../../views/Cached';

/** How much memory they may take all together, in characters. */
const MOST = 2 * 1024 * 1024;

/**
 * Renders parts of pages, and keeps those of late. What is kept is found by all of its properties, so that nobody can
 * be shown what was rendered for somebody else.
 */
export function createFragments(): RenderFragment {
  const names = new Map<unknown, string>();
  const fragments = new LRUCache<string, string>({
    maxSize: MOST,
    sizeCalculation: (html, key) => html.length + key.length,
  });

  function nameOf(component: unknown): string {
    const name = names.get(component) ?? String(names.size);
    names.set(component, name);
    return name;
  }

  return <Props extends object>(component: FunctionComponent<Props>, props: Props) => {
    const key = nameOf(component) + JSON.stringify(props);
    const before = fragments.get(key);
    if (before !== undefined) return before;
    const html = renderToString(createElement(component, props));
    fragments.set(key, html);
    return html;
  };
}
