import type { FunctionComponent, ReactNode } from 'react';
import { type IslandName, type IslandProps, islands } from '../client/registry';
import { Memo } from './rendering';

export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

interface Props<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
  /**
   * When it hydrates, if not on the first interaction: 'now' if it shows something already, 'soon' if it listens to
   * events of others.
   */
  readonly wake?: 'now' | 'soon';
  /** Whether most pages of an administrator have it with the same properties: its HTML is then kept. */
  readonly memoized?: boolean;
}

/** Renders an island where the browser will find it, with the properties that it hydrates with. */
export function Island<Name extends IslandName>({
  name,
  props,
  wake,
  memoized = false,
}: Props<Name>): ReactNode {
  const Component = islands[name] as FunctionComponent<IslandProps[Name]>;
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props), 'data-wake': wake };
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
