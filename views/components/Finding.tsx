import { Clock } from 'lucide-react';
import { Icon } from '../../client/Icon';

export interface FindingProps {
  /** For instance '232 of 438 active licenses had no leads in 30 days'. */
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly href: string }[];
}

/** A sentence about licenses or cards that are not used, and what to do about them. */
export function Finding({ text, actions }: FindingProps) {
  return (
    <div className="finding">
      <Icon shape={Clock} />
      <p>{text}</p>
      <div className="actions">
        {actions.map(({ label, href }) => (
          <a key={label} className="button small" href={href}>
            {label}
          </a>
        ))}
      </div>
    </div>
  );
}
