import type { LucideIcon } from 'lucide-react';
import { Icon } from '../../client/Icon';

interface Props {
  readonly href: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly variant?: 'primary' | 'small' | undefined;
}

export function LinkButton({ href, label, icon, variant }: Props) {
  return (
    <a className={variant === undefined ? 'button' : `button ${variant}`} href={href}>
      {icon && <Icon shape={icon} />}
      {label}
    </a>
  );
}
