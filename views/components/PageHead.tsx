import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly subtitle: string;
  readonly children?: ReactNode;
}

/** Title of a page and the actions that concern all of it. */
export function PageHead({ title, subtitle, children }: Props) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        <p className="subtitle">{subtitle}</p>
      </div>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}
