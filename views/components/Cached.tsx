import { type ComponentProps, type FunctionComponent, useContext } from 'react';
import { FragmentContext } from '../fragments';
import { Html, type HtmlAttributes } from './Html';

interface Props<Own extends object> extends HtmlAttributes {
  readonly as: ComponentProps<typeof Html>['as'];
  readonly component: FunctionComponent<Own>;
  readonly props: Own;
}

/** An element whose inside most pages of an administrator have in common: it is rendered once, not for each of them. */
export function Cached<Own extends object>({ as, component, props, ...attributes }: Props<Own>) {
  const html = useContext(FragmentContext).html(component, props);
  return <Html as={as} html={html} {...attributes} />;
}
