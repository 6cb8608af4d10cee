import { type ReactElement, useContext } from 'react';
import { RenderCacheContext } from './cache';
import { type RawHtmlAttributes, rawHtml } from './raw-html';

type Props = RawHtmlAttributes & {
  /** A component that depends only on its props, which are plain JSON. */
  readonly children: ReactElement;
};

/** An element whose content is cached by the props of its child, because most pages of an administrator share it. */
export function Memo({ as, children, ...attributes }: Props) {
  return rawHtml({ as, html: useContext(RenderCacheContext).html(children), ...attributes });
}
