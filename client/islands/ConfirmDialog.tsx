import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly question: string;
  /** Whom or what the action is about: its name, then what tells it apart. */
  readonly subject: readonly string[];
  readonly warning: string;
  readonly confirmLabel: string;
  /** The page without the dialog. */
  readonly cancelHref: string;
  /** The form that confirms, around its button. */
  readonly form: (button: ReactNode) => ReactNode;
}

/** Asks before something that cannot be undone. It is a state of the page, with an address of its own. */
export function ConfirmDialog({
  title,
  question,
  subject,
  warning,
  confirmLabel,
  cancelHref,
  form,
}: ConfirmDialogProps) {
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
        <p>{question}</p>
        <p className="dialog-subject">
          {subject.map(line => (
            <bdi key={line}>{line}</bdi>
          ))}
        </p>
        <p className="dialog-warning">
          <TriangleAlert aria-hidden="true" size={20} />
          {warning}
        </p>
      </div>
      <div className="dialog-foot">
        <a className="button" href={cancelHref}>
          Cancel
        </a>
        {form(
          <button type="submit" className="button danger">
            {confirmLabel}
          </button>,
        )}
      </div>
    </dialog>
  );
}
