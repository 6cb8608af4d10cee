import { ExternalLink, LockKeyhole } from 'lucide-react';
import { Icon } from '../../client/Icon';

export interface NotActivatedProps {
  readonly title: string;
  readonly text: string;
  readonly helpUrl: string;
}

/** Replaces a product for which the administrator has no role. */
export function NotActivated({ title, text, helpUrl }: NotActivatedProps) {
  return (
    <section className="panel notice">
      <span className="tile">
        <Icon shape={LockKeyhole} size={24} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      <a className="button" href={helpUrl} target="_blank" rel="noreferrer">
        Learn More
        <Icon shape={ExternalLink} size={16} />
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </section>
  );
}
