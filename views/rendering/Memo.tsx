import { type ReactElement, useContext } from 'react';
import { RenderCacheContext } from './cache';
import { RawHtml, type RawHtmlAttributes } from './RawHtml';

type Props = RawHtmlAttributes & {
  /** One component, which depends on nothing but its properties, and these are plain JSON. */
  readonly children: ReactElement;
};

/** An element whose content is the same on most pages of an administrator: it is rendered once for the same properties. */
export function Memo({ as, children, ...attributes }: Props) {
  return <RawHtml as={as} html={useContext(RenderCacheContext).html(children)} {...attributes} />;
}
