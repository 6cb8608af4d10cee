import type { ReactNode } from 'react';
import type { ConfirmItem } from '../../client/events';

/** What a link asks to confirm. */
export interface ConfirmTarget {
  /** The page with the dialog about this item. */
  readonly href: string;
  /** The dialog's name. */
  readonly dialog: string;
  readonly item: ConfirmItem;
}

interface Props extends ConfirmTarget {
  readonly className: string;
  readonly children: ReactNode;
}

/** Leads to a confirmation; with JavaScript the dialog opens over the page instead. */
export function ConfirmLink({ href, dialog, item, className, children }: Props) {
  return (
    <a className={className} href={href} data-dialog={dialog} data-confirm={JSON.stringify(item)}>
      {children}
    </a>
  );
}

interface DeactivateLinkProps {
  readonly target: ConfirmTarget;
  /** What is deactivated and whose it is, for screen readers. */
  readonly what: string;
}

/** A row's link that takes back what it shows. */
export function DeactivateLink({ target, what }: DeactivateLinkProps) {
  return (
    <ConfirmLink className="quiet danger" {...target}>
      Deactivate<span className="visually-hidden">{` ${what}`}</span>
    </ConfirmLink>
  );
}
