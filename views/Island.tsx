import type { FunctionComponent, ReactNode } from 'react';
import { type IslandName, type IslandProps, islands } from '../client/registry';
import { Cached } from './components/Cached';

export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

interface Props<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
  /**
   * When it comes to life, if not as somebody reaches for it: 'now' as it shows something already, 'soon' as it
   * listens for what others ask of it.
   */
  readonly wake?: 'now' | 'soon';
  /** Whether most pages of an administrator have it with the same properties: it is then rendered once. */
  readonly cached?: boolean;
}

/** Renders an island where the browser will find it, with all that it needs to come to life. */
export function Island<Name extends IslandName>({
  name,
  props,
  wake,
  cached = false,
}: Props<Name>): ReactNode {
  const Component = islands[name] as FunctionComponent<IslandProps[Name]>;
  const attributes = { 'data-island': name, 'data-props': JSON.stringify(props), 'data-wake': wake };
  if (cached) return <Cached as="portal-island" component={Component} props={props} {...attributes} />;
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
