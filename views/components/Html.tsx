import { type ButtonHTMLAttributes, createElement, type HTMLAttributes, type SVGAttributes } from 'react';

/** What such an element may be given. */
export type HtmlAttributes = HTMLAttributes<HTMLElement> &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> &
  Pick<SVGAttributes<SVGElement>, 'width' | 'height'>;

type Props = HtmlAttributes & {
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
  /** What React has rendered, or what `repeat` has made of it with each text encoded for its place; nothing else. */
  readonly html: string;
};

/** An element whose inside is HTML already: the one place where such HTML gets into a page, as a test holds. */
export function Html({ as, html, ...attributes }: Props) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
