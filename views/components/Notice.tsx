import { ExternalLink, type LucideIcon } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { LinkButton } from './LinkButton';

interface Props {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly href: string;
  readonly label: string;
  /** Whether that page is another site, which opens in a new tab. */
  readonly isExternal?: boolean;
}

/** Says in the middle of a panel why there is nothing to show. */
export function Notice({ icon, title, text, href, label, isExternal = false }: Props) {
  return (
    <section className="panel notice" aria-label={title}>
      <span className="tile">
        <Icon shape={icon} size={24} />
      </span>
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      {isExternal ? (
        <a className="button" href={href} target="_blank" rel="noreferrer">
          {label}
          <Icon shape={ExternalLink} size={16} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <LinkButton href={href} label={label} variant="primary" />
      )}
    </section>
  );
}
