import type { FunctionComponent, ReactNode } from 'react';
import { type IslandContent, islands } from '../client/registry';
import { Memo } from './rendering';

// For server/, which does not import from client/.
export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

type Props = IslandContent & {
  /**
   * By default, an island hydrates when the pointer or the focus reaches it. 'now' is for visible islands, 'soon' for
   * islands that listen to events of other elements.
   */
  readonly hydrate?: 'now' | 'soon';
};

/** Renders an island with the properties for its hydration. */
export function Island({ name, props, hydrate }: Props): ReactNode {
  const Component = islands[name] as FunctionComponent<typeof props>;
  const data = { 'data-island': name, 'data-props': JSON.stringify(props), 'data-hydrate': hydrate };
  // The others differ from page to page.
  if (hydrate === undefined)
    return (
      <Memo as="portal-island" {...data}>
        <Component {...props} />
      </Memo>
    );
  return (
    <portal-island {...data}>
      <Component {...props} />
    </portal-island>
  );
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'portal-island': HTMLAttributes<HTMLElement> & Readonly<Record<`data-${string}`, string | undefined>>;
    }
  }
}
