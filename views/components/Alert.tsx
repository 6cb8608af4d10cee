import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly kind: 'success' | 'error';
  readonly children: ReactNode;
}

/** A message in the flow of the page, read out as soon as it is there. */
export function Alert({ kind, children }: Props) {
  const Icon = kind === 'success' ? CircleCheck : TriangleAlert;
  return (
    <div className={`alert ${kind}`} role={kind === 'success' ? 'status' : 'alert'}>
      <Icon aria-hidden="true" size={20} />
      <div>{children}</div>
    </div>
  );
}
