import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** Whom or what the action is about: its name, then what tells it apart. */
  readonly subject?: readonly string[];
  readonly warning?: string;
  /** The page without the dialog. */
  readonly cancelHref: string;
  /** The form that confirms. */
  readonly children: ReactNode;
}

/** Asks before something is done. It is a state of the page, with an address of its own. */
export function ConfirmDialog({ title, text, subject, warning, cancelHref, children }: ConfirmDialogProps) {
  return (
    <dialog
      open
      className="dialog"
      aria-modal="true"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
    >
      <div className="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <a className="icon-button" href={cancelHref} aria-label="Close">
          <X aria-hidden="true" size={20} />
        </a>
      </div>
      <div className="dialog-body" id="dialog-text">
        <p>{text}</p>
        {subject === undefined ? null : (
          <p className="dialog-subject">
            {subject.map(line => (
              <bdi key={line}>{line}</bdi>
            ))}
          </p>
        )}
        {warning === undefined ? null : (
          <p className="dialog-warning">
            <TriangleAlert aria-hidden="true" size={20} />
            {warning}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <a className="button" href={cancelHref}>
          Cancel
        </a>
        {children}
      </div>
    </dialog>
  );
}
