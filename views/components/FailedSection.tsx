import type { ReactNode } from 'react';
import { Alert } from './Alert';

interface Props {
  readonly title: string;
  readonly message: string;
  readonly children?: ReactNode;
}

/** Replaces a product or list whose data is not available. */
export function FailedSection({ title, message, children }: Props) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-body">
        <Alert kind="error">{message}</Alert>
        {children}
      </div>
    </section>
  );
}
