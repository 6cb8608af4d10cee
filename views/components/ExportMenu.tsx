import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, SymbolIcon } from '../../client/Icon';

export interface ExportMenuProps {
  /** By default “Export”. */
  readonly label?: 'Export' | 'Receipt';
  /** Names the exported rows for screen readers. */
  readonly what: string;
  /** None if there is nothing to export. */
  readonly exports: readonly ExportProps[];
  /** The page that compares an earlier export with today. */
  readonly compareHref?: string | undefined;
}

interface ExportProps {
  /** Distinguishes it from the others. */
  readonly label?: string | undefined;
  /** Names the exported rows for screen readers. */
  readonly what?: string;
  /** The formats of the file. */
  readonly links: readonly {
    readonly label: string;
    readonly href: string;
    readonly fileName?: string | undefined;
  }[];
}

/** A split button: a link to the first file, and a menu with all of them. */
export function ExportMenu({ label: name = 'Export', what, exports, compareHref }: ExportMenuProps) {
  const content = (
    <>
      <SymbolIcon name="download" />
      <span>
        {name}
        <span className="visually-hidden">{` ${what}`}</span>
      </span>
    </>
  );
  const href = exports[0]?.links[0]?.href;
  if (href === undefined) {
    return (
      <button type="button" className="button" disabled>
        {content}
      </button>
    );
  }
  return (
    <div className="split">
      <a className="button" href={href} data-export="">
        {content}
      </a>
      <details>
        <summary className="button" aria-label={`${name} ${what} as another file`}>
          <SymbolIcon name="chevron" />
        </summary>
        <div className="menu">
          {exports.map(({ label, what: rows = what, links }) => (
            <div key={links[0]?.href}>
              {label === undefined ? null : <p className="hint">{label}</p>}
              {links.map(({ label: format, fileName, href }) => (
                <a
                  key={format}
                  className="button"
                  href={href}
                  data-export=""
                  aria-label={`${name} ${rows} as ${format}`}
                >
                  <Entry icon={<SymbolIcon name="download" />} label={format} hint={fileName} />
                </a>
              ))}
            </div>
          ))}
          {compareHref === undefined ? null : (
            <div>
              <a className="button" href={compareHref}>
                <Entry
                  icon={<Icon shape={ArrowDownUp} size={16} />}
                  label="Compare with an earlier export"
                  hint="What each person has added since"
                />
              </a>
            </div>
          )}
        </div>
      </details>
    </div>
  );
}

interface EntryProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly hint?: string | undefined;
}

function Entry({ icon, label, hint }: EntryProps) {
  return (
    <>
      {icon}
      <span>
        {label}
        {hint === undefined ? null : <small>{hint}</small>}
      </span>
    </>
  );
}
