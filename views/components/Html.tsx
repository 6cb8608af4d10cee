import { createElement, type HTMLAttributes } from 'react';

interface Props extends HTMLAttributes<HTMLElement> {
  readonly as: 'div' | 'header' | 'nav' | 'portal-island' | 'section' | 'tbody' | 'thead' | 'ul';
  /** What React has rendered, or what `repeat` has made of it with each text encoded for its place; nothing else. */
  readonly html: string;
}

/** An element whose inside is HTML already: the one place where such HTML gets into a page, as a test holds. */
export function Html({ as, html, ...attributes }: Props) {
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } });
}
