import type { ReactNode } from 'react';
import { Memo } from '../rendering';

export interface PageTitle {
  readonly title: string;
  readonly subtitle: string;
}

interface Props extends PageTitle {
  readonly children?: ReactNode;
}

/** The title of a page and the actions for the whole page. */
export function PageHead({ title, subtitle, children }: Props) {
  return (
    <div className="page-head">
      <Memo as="div">
        <Title title={title} subtitle={subtitle} />
      </Memo>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}

function Title({ title, subtitle }: PageTitle) {
  return (
    <>
      <h1>{title}</h1>
      <p className="subtitle">{subtitle}</p>
    </>
  );
}
