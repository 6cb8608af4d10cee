import type { ReactNode } from 'react';
import { Cached } from './Cached';

interface Props {
  readonly title: string;
  readonly subtitle: string;
  readonly children?: ReactNode;
}

/** Title of a page and the actions that concern all of it. */
export function PageHead({ title, subtitle, children }: Props) {
  return (
    <div className="page-head">
      <Cached as="div" component={Title} props={{ title, subtitle }} />
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}

function Title({ title, subtitle }: Pick<Props, 'title' | 'subtitle'>) {
  return (
    <>
      <h1>{title}</h1>
      <p className="subtitle">{subtitle}</p>
    </>
  );
}
