import { createElement, type HTMLAttributes, type JSX, type SVGAttributes } from 'react';

/** Attributes of an element whose content is raw HTML. */
export type RawHtmlAttributes = HTMLAttributes<HTMLElement> &
  Pick<SVGAttributes<SVGElement>, 'width' | 'height'> & {
    readonly as: keyof JSX.IntrinsicElements;
  };

type Props = Omit<RawHtmlAttributes, 'children'> & {
  /** HTML from React, or from a template that encodes each text. */
  readonly html: string;
};

/** An element with raw HTML. A test checks that nothing else sets `dangerouslySetInnerHTML`. */
export function rawHtml({ as, html, ...attributes }: Props) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
