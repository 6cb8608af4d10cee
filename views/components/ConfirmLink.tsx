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

interface DeactivateLinkProps {
  readonly target: ConfirmTarget;
  /** Names the item and its owner, for screen readers. */
  readonly what: string;
}

/** The link in a row that revokes or deactivates its item. */
export function DeactivateLink({ target, what }: DeactivateLinkProps) {
  return (
    <ConfirmLink className="quiet danger" {...target}>
      Deactivate<span className="visually-hidden">{` ${what}`}</span>
    </ConfirmLink>
  );
}
