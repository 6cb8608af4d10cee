import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children?: ReactNode;
}

/** Stands where a list would be when it has no rows. */
export function EmptyState({ title, hint, children }: Props) {
  return (
    <div className="empty-state">
      <p className="empty-title">{title}</p>
      {hint === undefined ? null : <p>{hint}</p>}
      {children}
    </div>
  );
}
