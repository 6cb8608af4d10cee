import type { FunctionComponent, ReactNode } from 'react';
import { type IslandName, type IslandProps, islands } from '../client/registry';
import { Memo } from './rendering';

export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

interface Props<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
  /**
   * By default, an island hydrates when the pointer or the focus reaches it. 'now' is for visible islands, 'soon' for those
   * that listen to events of other elements.
   */
  readonly hydrate?: 'now' | 'soon';
  /** Whether its HTML is cached, because most pages render it with the same properties. */
  readonly memoized?: boolean;
}

/** Renders an island with the properties for its hydration. */
export function Island<Name extends IslandName>({
  name,
  props,
  hydrate,
  memoized = false,
}: Props<Name>): ReactNode {
  const Component = islands[name] as FunctionComponent<IslandProps[Name]>;
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props), 'data-hydrate': hydrate };
  if (memoized) {
    return (
      <Memo as="portal-island" {...attributes}>
        <Component {...props} />
      </Memo>
    );
  }
  return (
    <portal-island {...attributes}>
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
