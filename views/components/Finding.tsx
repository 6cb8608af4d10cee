import { Clock } from 'lucide-react';
import { paths } from '../../shared/paths';

export interface FindingProps {
  /** For instance '232 of 438 active licenses had no leads in 30 days'. */
  readonly text: string;
  /** The link to what was found, for instance 'Show all 232'. */
  readonly show: { readonly label: string; readonly href: string };
}

/** A sentence about licenses or cards that are not used, and what to do about them. */
export function Finding({ text, show }: FindingProps) {
  return (
    <div className="finding">
      <Clock aria-hidden="true" size={18} />
      <p>{text}</p>
      <div className="actions">
        <a className="button small" href={show.href}>
          {show.label}
        </a>
        <a className="button small" href={paths.leavers}>
          Check leavers
        </a>
      </div>
    </div>
  );
}
