import { Send } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { paths } from '../../shared/paths';

interface Props {
  readonly href?: string;
  readonly label?: string;
  readonly isPrimary?: boolean;
}

/** Leads to the page that invites people. */
export function InviteLink({ href = paths.invite, label = 'Invite people', isPrimary = false }: Props) {
  return (
    <a className={isPrimary ? 'button primary' : 'button'} href={href}>
      <Icon shape={Send} />
      {label}
    </a>
  );
}
