import { type ButtonHTMLAttributes, createElement, type HTMLAttributes, type SVGAttributes } from 'react';

/** Attributes of an element whose content is raw HTML. */
export type RawHtmlAttributes = HTMLAttributes<HTMLElement> &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> &
  Pick<SVGAttributes<SVGElement>, 'width' | 'height'> & {
    readonly as:
      | 'button'
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
  /** Rendered by React, or filled in by a template that encodes each text; never anything else. */
  readonly html: string;
};

/** An element whose content is HTML already. No other component sets `dangerouslySetInnerHTML`, as a test checks. */
export function RawHtml({ as, html, ...attributes }: Props) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
