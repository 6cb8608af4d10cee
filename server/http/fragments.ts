import { LRUCache } from 'lru-cache';
import type { FunctionComponent } from 'react';
import { type Fragments, type RenderFragment, renderHtml, renderTemplate } from '../../views/fragments';

/** How many of each kind are kept; each has some 2,000 characters. */
const MOST = 500;

/**
 * Parts of pages that were rendered of late. What is kept is found by all of its properties, so that nobody can be
 * shown what was rendered for somebody else.
 */
export function createFragments(): Fragments {
  return { html: keep(renderHtml), template: keep(renderTemplate) };
}

function keep<Result extends object | string>(render: RenderFragment<Result>): RenderFragment<Result> {
  const names = new Map<unknown, number>();
  const known = new LRUCache<string, Result>({ max: MOST });

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
