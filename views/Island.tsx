import type { ComponentType, ReactNode } from 'react';
import { type IslandName, type IslandProps, islands } from '../client/registry';

export type { ConfirmDialogProps } from '../client/islands/ConfirmDialog';

interface Props<Name extends IslandName> {
  readonly name: Name;
  readonly props: IslandProps[Name];
  /** Woken as soon as the browser is idle, rather than when somebody reaches for it. */
  readonly wakeWhenIdle?: boolean;
}

/** Renders an island where the browser will find it, with all that it needs to come to life. */
export function Island<Name extends IslandName>({ name, props, wakeWhenIdle }: Props<Name>): ReactNode {
  const Component = islands[name] as ComponentType<IslandProps[Name]>;
  return (
    <portal-island
      data-island={name}
      data-props={JSON.stringify(props)}
      data-wake={wakeWhenIdle ? 'idle' : undefined}
    >
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
