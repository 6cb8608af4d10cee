import { createElement, type HTMLAttributes, type SVGAttributes } from 'react';

/** Attributes of an element whose content is raw HTML. */
export type RawHtmlAttributes = HTMLAttributes<HTMLElement> &
  Pick<SVGAttributes<SVGElement>, 'width' | 'height'> & {
    readonly as:
      | 'div'
      | 'head'
      | 'header'
      | 'nav'
      | 'portal-island'
      | 'section'
      | 'svg'
      | 'tbody'
      | 'thead'
      | 'ul';
  };

type Props = Omit<RawHtmlAttributes, 'children'> & {
  /** HTML from React, or from a template that encodes each text. */
  readonly html: string;
};

/** An element with raw HTML. A test checks that no other component sets `dangerouslySetInnerHTML`. */
export function RawHtml({ as, html, ...attributes }: Props) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
