import type { LucideIcon } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { LinkButton } from './LinkButton';

interface Props {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  /** The page that helps. */
  readonly href: string;
  readonly label: string;
}

/** Says in the middle of a card why there is nothing to show. */
export function Notice({ icon, title, text, href, label }: Props) {
  return (
    <section className="panel notice" aria-label={title}>
      <span className="tile">
        <Icon shape={icon} size={24} />
      </span>
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      <LinkButton href={href} label={label} look="primary" />
    </section>
  );
}
