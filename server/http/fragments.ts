import { LRUCache } from 'lru-cache';
import type { FunctionComponent } from 'react';
import { type Fragments, type RenderFragment, renderHtml, renderTemplate } from '../../views/fragments';

/** How many characters are kept of each kind, and of one part at most. */
const MOST = 2 * 1024 * 1024;
const LARGEST = 32 * 1024;

/**
 * Parts of pages that were rendered of late. What is kept is found by all of its properties, so that nobody can be
 * shown what was rendered for somebody else.
 */
export function createFragments(): Fragments {
  return {
    html: keep(renderHtml, html => html.length),
    template: keep(renderTemplate, ({ html, gaps }) =>
      html.reduce((sum, part) => sum + part.length, gaps.length),
    ),
  };
}

function keep<Result extends object | string>(
  render: RenderFragment<Result>,
  sizeOf: (result: Result) => number,
): RenderFragment<Result> {
  const names = new Map<unknown, number>();
  const known = new LRUCache<string, Result>({
    maxSize: MOST,
    maxEntrySize: LARGEST,
    sizeCalculation: (result, key) => sizeOf(result) + key.length,
  });

  function nameOf(component: unknown): number {
    const name = names.get(component) ?? names.size;
    names.set(component, name);
    return name;
  }

  return <Props extends object>(component: FunctionComponent<Props>, props: Props) => {
    const key = nameOf(component) + JSON.stringify(props);
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = render(component, props);
    known.set(key, result);
    return result;
  };
}
