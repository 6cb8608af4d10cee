import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';

interface Props {
  readonly kind: keyof typeof icons;
  /** Names the message, for the field that it describes. */
  readonly id?: string;
  readonly children: ReactNode;
}

const icons = { info: Info, success: CircleCheck, error: TriangleAlert } as const;

/** A message within the page, announced to screen readers. */
export function Alert({ kind, id, children }: Props) {
  const shape = icons[kind];
  return (
    <div className={`alert ${kind}`} id={id} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon shape={shape} />
      <div>{children}</div>
    </div>
  );
}
