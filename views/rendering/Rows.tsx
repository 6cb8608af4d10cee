import { type FunctionComponent, useContext } from 'react';
import { RenderCacheContext, type RowProps } from './cache';
import { rawHtml } from './raw-html';

interface Props<Row extends object, Shared extends object | undefined> {
  readonly as: 'tbody' | 'ul';
  readonly className?: string | undefined;
  readonly rows: readonly Row[];
  /** Must be a constant, because it is the key of cached templates. */
  readonly shared?: Shared;
  readonly component: FunctionComponent<RowProps<Row, Shared>>;
}

/** An element with many rows. React renders only one row of each shape. */
export function Rows<Row extends object, Shared extends object | undefined>({
  as,
  className,
  rows,
  shared,
  component,
}: Props<Row, Shared>) {
  const render = useContext(RenderCacheContext).rows(component, shared as Shared);
  let html = '';
  for (const row of rows) html += render(row);
  // Names, addresses and IDs must stay as they are.
  return rawHtml({ as, className, translate: 'no', html });
}
