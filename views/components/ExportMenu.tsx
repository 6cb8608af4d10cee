import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, SymbolIcon } from '../../client/Icon';

export interface ExportMenuProps {
  /** By default “Export”. */
  readonly label?: 'Export' | 'Receipt';
  readonly id: string;
  /** Names the exported rows for screen readers. */
  readonly what: string;
  /** None if there is nothing to export. */
  readonly exports: readonly ExportProps[];
  /** The page that compares an earlier export with today. */
  readonly compareHref?: string | undefined;
  readonly variant?: 'primary';
}

interface ExportProps {
  /** For example: “Export 438 activated licenses”. */
  readonly label: string;
  /** Names the exported rows for screen readers. */
  readonly what?: string;
  /** The formats of the file. */
  readonly links: readonly {
    readonly label: string;
    readonly href: string;
    readonly fileName?: string | undefined;
  }[];
}

/** A button that shows the links to the files of a list. */
export function ExportMenu({
  label: name = 'Export',
  id,
  what,
  exports,
  compareHref,
  variant,
}: ExportMenuProps) {
  const isEmpty = exports.length === 0;
  return (
    <>
      <button
        type="button"
        className={variant === undefined ? 'button' : `button ${variant}`}
        popoverTarget={isEmpty ? undefined : id}
        disabled={isEmpty}
      >
        <SymbolIcon name="download" />
        <span>
          {name}
          <span className="visually-hidden">{` ${what}`}</span>
        </span>
        {isEmpty ? null : <SymbolIcon name="chevron" />}
      </button>
      {isEmpty ? null : (
        <div id={id} className="popup menu" popover="auto">
          {exports.map(({ label, what: rows = what, links }) => (
            <div key={label}>
              <p className="hint">{label}</p>
              {links.map(({ label: format, fileName, href }) => (
                <a key={format} href={href} data-export="" aria-label={`${name} ${rows} as ${format}`}>
                  <Entry icon={<SymbolIcon name="download" />} label={format} hint={fileName} />
                </a>
              ))}
            </div>
          ))}
          {compareHref === undefined ? null : (
            <div>
              <a href={compareHref}>
                <Entry
                  icon={<Icon shape={ArrowDownUp} size={16} />}
                  label="Compare with an earlier export"
                  hint="See what changed since then"
                />
              </a>
            </div>
          )}
        </div>
      )}
    </>
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
      <span>{label}</span>
      {hint === undefined ? null : <small>{hint}</small>}
    </>
  );
}
