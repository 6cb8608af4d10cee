import { type FunctionComponent, type HTMLAttributes, useContext } from 'react';
import { FragmentContext } from '../fragments';

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
  const html = useContext(FragmentContext).html(component, props);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
