import type { LucideIcon } from 'lucide-react';
import { Icon } from '../../client/Icon';

interface Props {
  readonly href: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly look?: 'primary' | 'small' | undefined;
}

/** A link that looks like a button. */
export function LinkButton({ href, label, icon, look }: Props) {
  return (
    <a className={look === undefined ? 'button' : `button ${look}`} href={href}>
      {icon && <Icon shape={icon} />}
      {label}
    </a>
  );
}
