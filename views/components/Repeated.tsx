import { type FunctionComponent, useContext } from 'react';
import { FragmentContext } from '../fragments';
import { type Fields, repeat } from '../repeat';
import { Html } from './Html';

/** What one piece is made of: its own texts, and what it has in common with the others. */
export type PieceProps<Name extends string, Common extends object = object> = Common & {
  readonly fields: Fields<Name>;
};

interface Props<Name extends string, Common extends object> {
  readonly as: 'tbody' | 'ul';
  readonly className?: string;
  readonly pieces: readonly Fields<Name>[];
  readonly common: Common;
  /** One piece (see `repeat`). */
  readonly component: FunctionComponent<PieceProps<Name, Common>>;
}

/** An element with many alike pieces in it. */
export function Repeated<Name extends string, Common extends object>({
  as,
  className,
  pieces,
  common,
  component,
}: Props<Name, Common>) {
  const { template } = useContext(FragmentContext);
  const html = repeat(pieces, fields => template(component, { ...common, fields }));
  return <Html as={as} html={html} className={className} />;
}
