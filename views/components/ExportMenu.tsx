import { Download } from 'lucide-react';
import { Icon } from '../../client/Icon';

export interface ExportMenuProps {
  /** Its ID in the page. */
  readonly id: string;
  /** Names the exported rows for screen readers. */
  readonly what: string;
  /** None if there is nothing to export. */
  readonly exports: readonly ExportProps[];
}

interface ExportProps {
  /** Shown if there are several. */
  readonly label: string;
  /** Names the exported rows for screen readers. */
  readonly what: string;
  /** The formats of the file. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** A button that shows the links to a list's CSV files. */
export function ExportMenu({ id, what, exports }: ExportMenuProps) {
  const isEmpty = exports.length === 0;
  return (
    <>
      {isEmpty ? <span className="hint">Nothing to export</span> : null}
      <button type="button" className="button" popoverTarget={isEmpty ? undefined : id} disabled={isEmpty}>
        <Icon shape={Download} />
        <span>
          Export<span className="visually-hidden">{` ${what}`}</span>
        </span>
      </button>
      {isEmpty ? null : (
        <div id={id} className="popup" popover="auto">
          {exports.map(({ label, what: rows, links }) => (
            <div key={label}>
              {exports.length > 1 ? <p className="hint">{label}</p> : null}
              <p className="actions">
                {links.map(link => (
                  <a
                    key={link.label}
                    className="button"
                    href={link.href}
                    data-export=""
                    data-busy-label="Exporting..."
                  >
                    <span>
                      <span className="visually-hidden">{`${label} ${rows} as `}</span>
                      {link.label}
                    </span>
                  </a>
                ))}
              </p>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
