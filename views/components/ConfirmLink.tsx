import type { ReactNode } from 'react';
import type { ConfirmTarget } from '../../client/events';

interface Props extends Pick<ConfirmTarget, 'href'> {
  /** The dialog that opens on the current page; by default, the link opens the page. */
  readonly dialog?: string | undefined;
  readonly className?: string;
  /** The IDs of the elements that name it; by default, its content does. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/** A link to a confirmation page. With JavaScript, it opens the dialog on the current page. */
export function ConfirmLink({ href, dialog, className, labelledBy, children }: Props) {
  return (
    <a className={className} href={href} data-dialog={dialog} aria-labelledby={labelledBy}>
      {children}
    </a>
  );
}
