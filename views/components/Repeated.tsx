import type { ReactElement } from 'react';
import { type Fields, renderRepeatedly } from '../repeat';

interface Props<Name extends string> {
  readonly as: 'tbody' | 'ul';
  readonly className?: string;
  readonly pieces: readonly Fields<Name>[];
  /** One piece (see `renderRepeatedly`). */
  readonly children: (piece: Fields<Name>) => ReactElement;
}

/** An element with many alike pieces in it. */
export function Repeated<Name extends string>({ as: Element, className, pieces, children }: Props<Name>) {
  const html = renderRepeatedly(pieces, children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own, each text encoded for its place
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
