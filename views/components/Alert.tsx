import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly kind: 'success' | 'error';
  readonly children: ReactNode;
}

/** A message within the page, announced to screen readers. */
export function Alert({ kind, children }: Props) {
  const Icon = kind === 'success' ? CircleCheck : TriangleAlert;
  return (
    <div className={`alert ${kind}`} role={kind === 'success' ? 'status' : 'alert'}>
      <Icon aria-hidden="true" size={18} />
      <div>{children}</div>
    </div>
  );
}
