import type { ReactNode } from 'react';
import type { ConfirmItem } from '../../client/events';

interface Props {
  /** The page with the dialog about this item. */
  readonly href: string;
  /** The dialog's name. */
  readonly dialog: string;
  readonly item: ConfirmItem;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Leads to a confirmation; with JavaScript the dialog opens over the page instead. */
export function ConfirmLink({ href, dialog, item, className = 'quiet danger', children }: Props) {
  return (
    <a className={className} href={href} data-dialog={dialog} data-confirm={JSON.stringify(item)}>
      {children}
    </a>
  );
}
