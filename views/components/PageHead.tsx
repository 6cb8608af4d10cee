import type { ReactNode } from 'react';
import { Memo } from '../rendering';

export interface PageTitle {
  readonly title: string;
  readonly subtitle: string;
}

interface Props extends PageTitle {
  /** How the work has ended whose outcome is the title. Then the title gets the focus. */
  readonly ended?: 'well' | 'badly' | undefined;
  readonly children?: ReactNode;
}

/** The title of a page and the actions for the whole page. */
export function PageHead({ title, subtitle, ended, children }: Props) {
  return (
    <div className="page-head">
      <Memo as="div">
        <Title title={title} subtitle={subtitle} ended={ended} />
      </Memo>
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}

const focused = { autoFocus: true, tabIndex: -1 } as const;

function Title({ title, subtitle, ended }: Omit<Props, 'children'>) {
  return (
    <>
      <h1 className={ended === 'badly' ? 'bad' : undefined} {...(ended && focused)}>
        {title}
      </h1>
      <p className="subtitle">{subtitle}</p>
    </>
  );
}
