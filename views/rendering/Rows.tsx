import { type FunctionComponent, useContext } from 'react';
import { RenderCacheContext, type RowProps } from './cache';
import { RawHtml } from './RawHtml';
import { fillTemplate, readShape } from './template';

interface Props<Row extends object, Shared extends object | undefined> {
  readonly as: 'tbody' | 'ul';
  readonly className?: string;
  readonly role?: string;
  readonly rows: readonly Row[];
  /** Made once, not for each page: templates are found by it. */
  readonly shared?: Shared;
  /** Renders one row. */
  readonly component: FunctionComponent<RowProps<Row, Shared>>;
}

/** An element with many rows in it, of which React renders one of each shape. */
export function Rows<Row extends object, Shared extends object | undefined>({
  as,
  className,
  role,
  rows,
  shared,
  component,
}: Props<Row, Shared>) {
  const cache = useContext(RenderCacheContext);
  let html = '';
  for (const row of rows) {
    const texts: string[] = [];
    const shape = readShape(row, texts);
    html += fillTemplate(cache.template(component, shared as Shared, { row, shape, texts }), texts);
  }
  return <RawHtml as={as} className={className} role={role} html={html} />;
}
