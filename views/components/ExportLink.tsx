import { Download } from 'lucide-react';
import { Icon } from '../../client/Icon';

export interface ExportLinkProps {
  /** Undefined if there is nothing to export. */
  readonly href: string | undefined;
  readonly label: string;
  /** Names the exported rows for screen readers. */
  readonly what: string;
}

/** Downloads a list as CSV. */
export function ExportLink({ href, label, what }: ExportLinkProps) {
  const content = (
    <>
      <Icon shape={Download} />
      <span>
        {label}
        <span className="visually-hidden"> {what}</span>
      </span>
    </>
  );
  return href === undefined ? (
    <button type="button" className="button" disabled>
      {content}
    </button>
  ) : (
    <a className="button" href={href} data-export="" data-busy-label="Exporting...">
      {content}
    </a>
  );
}
