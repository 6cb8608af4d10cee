import type { ReactNode } from 'react';
import { Alert } from './Alert';
import { LinkButton } from './LinkButton';

interface Props {
  readonly title: string;
  readonly message: string;
  /** The URL of a link to try again. */
  readonly retryHref?: string | undefined;
  readonly children?: ReactNode;
}

/** Replaces a product or list whose data is not available. */
export function FailedSection({ title, message, retryHref, children }: Props) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-body">
        <Alert kind="error">{message}</Alert>
        {children}
        {retryHref === undefined ? null : (
          <div className="actions">
            <LinkButton href={retryHref} label="Try again" />
          </div>
        )}
      </div>
    </section>
  );
}
