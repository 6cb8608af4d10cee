import type { ComponentType, ReactNode } from 'react';
import { type IslandName, type IslandProps, islands } from '../client/registry';

export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

interface Props<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
  /**
   * When it comes to life, if not as somebody reaches for it: 'now' as it shows something already, 'soon' as it
   * listens for what others ask of it.
   */
  readonly wake?: 'now' | 'soon';
}

/** Renders an island where the browser will find it, with all that it needs to come to life. */
export function Island<Name extends IslandName>({ name, props, wake }: Props<Name>): ReactNode {
  const Component = islands[name] as ComponentType<IslandProps[Name]>;
  return (
    <portal-island data-island={name} data-props={JSON.stringify(props)} data-wake={wake}>
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
