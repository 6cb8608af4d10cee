import type { ReactNode } from 'react';
import type { ConfirmTarget } from '../../client/events';

interface Props extends ConfirmTarget {
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to a confirmation page. With JavaScript, it opens the dialog on the current page. */
export function ConfirmLink({ href, dialog, item, className, children }: Props) {
  return (
    <a className={className} href={href} data-dialog={dialog} data-confirm={JSON.stringify(item)}>
      {children}
    </a>
  );
}
