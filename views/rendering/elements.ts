import {
  createElement,
  type FunctionComponent,
  type HTMLAttributes,
  type JSX,
  type ReactElement,
  type SVGAttributes,
  useContext,
} from 'react';
import { RenderCacheContext, type RowProps } from './cache';

type Attributes = HTMLAttributes<HTMLElement> & Pick<SVGAttributes<SVGElement>, 'width' | 'height'>;

type MemoProps = Attributes & {
  readonly as: keyof JSX.IntrinsicElements;
  /** A component that depends only on its props, which are plain JSON. */
  readonly children: ReactElement;
};

/** An element whose content is cached by the props of its child, because most pages of an administrator share it. */
export function Memo({ as, children, ...attributes }: MemoProps) {
  return rawHtml(as, attributes, useContext(RenderCacheContext).html(children));
}

interface RowsProps<Row extends object, Shared extends object | undefined> {
  readonly as: 'tbody' | 'ul';
  readonly className?: string | undefined;
  readonly rows: readonly Row[];
  /** Must be a constant of this component, because it is the key of cached templates. */
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
}: RowsProps<Row, Shared>) {
  const render = useContext(RenderCacheContext).rows(component, shared as Shared);
  let html = '';
  for (const row of rows) html += render(row);
  // Names, addresses and IDs must stay as they are.
  return rawHtml(as, { className, translate: 'no' }, html);
}

/** An element with HTML from React, or from a template that encodes each text. A test checks that nothing else has raw HTML. */
function rawHtml(as: keyof JSX.IntrinsicElements, attributes: Attributes, html: string) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
