import { createContext, createElement, type FunctionComponent, type HTMLAttributes, useContext } from 'react';
import { renderToString } from 'react-dom/server';

/** The HTML of a component that depends on nothing but its properties, which JSON can tell from others. */
export type RenderFragment = <Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
) => string;

/** Renders anew each time, unless the page is rendered with a cache. */
export const FragmentContext = createContext<RenderFragment>((component, props) =>
  renderToString(createElement(component, props)),
);

interface Props<ComponentProps extends object> extends HTMLAttributes<HTMLElement> {
  readonly as: 'div' | 'header' | 'nav' | 'section' | 'thead';
  readonly component: FunctionComponent<ComponentProps>;
  readonly props: ComponentProps;
}

/** An element whose inside most pages of an administrator have in common: it is rendered once, not for each of them. */
export function Cached<ComponentProps extends object>({
  as: Element,
  component,
  props,
  ...attributes
}: Props<ComponentProps>) {
  const html = useContext(FragmentContext)(component, props);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
