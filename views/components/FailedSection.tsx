import type { ReactNode } from 'react';
import { Alert, Failure } from './Alert';

interface Props {
  readonly title: string;
  readonly message: string;
  readonly retryHref?: string | undefined;
  readonly children?: ReactNode;
}

/** Replaces a product or list whose data is not available. */
export function FailedSection({ title, message, retryHref, children }: Props) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-body">
        {retryHref === undefined ? (
          <Alert kind="error">{message}</Alert>
        ) : (
          <Failure text={message} retryHref={retryHref} />
        )}
        {children}
      </div>
    </section>
  );
}
