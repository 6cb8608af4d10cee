import { TriangleAlert, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { CONFIRM, type ConfirmItem, type ConfirmRequest, showToast } from '../events';

export interface ConfirmDialogProps {
  /** Links name the dialog that they open. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly warning?: string;
  readonly confirmLabel: string;
  readonly danger: boolean;
  readonly action: string;
  /** Marks this rendering of the form: posted twice, it is done once. */
  readonly once: string;
  /** The form field that names the item. */
  readonly field?: string;
  /** Shown the moment that the action is confirmed, before its outcome is known (P100). */
  readonly promise?: string;
  /** The page without the dialog. */
  readonly cancelHref: string;
  /** What the page's address asks about; undefined while the dialog is closed. */
  readonly item?: ConfirmItem | undefined;
}

/**
 * Asks before something is done. Without JavaScript it is a state of the page with an address of its own; with
 * it, the same links open it over the list. Either way it is the same form that is sent.
 */
export function ConfirmDialog({
  name,
  title,
  text,
  warning,
  cancelHref,
  promise,
  ...form
}: ConfirmDialogProps) {
  const [item, setItem] = useState(form.item);
  const dialog = useRef<HTMLDialogElement>(null);
  const row = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const open = ({ detail }: CustomEvent<ConfirmRequest>) => {
      if (detail.dialog !== name) return;
      row.current = detail.row;
      setItem(detail.item);
    };
    document.addEventListener(CONFIRM, open as EventListener);
    return () => document.removeEventListener(CONFIRM, open as EventListener);
  }, [name]);

  useEffect(() => {
    if (!item || !dialog.current || dialog.current.matches(':modal')) return;
    // A dialog that came open with the page is not modal yet; the page behind it was made inert instead.
    dialog.current.removeAttribute('open');
    dialog.current.showModal();
    document.querySelector('.frame')?.removeAttribute('inert');
  }, [item]);

  if (!item) return null;

  const close = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.close();
  };
  const onClose = () => {
    setItem(undefined);
    // The address may still ask for the dialog.
    if (form.item) history.replaceState(null, '', cancelHref);
  };
  const onSubmit = () => {
    if (promise === undefined) return;
    showToast('success', promise);
    if (row.current) row.current.hidden = true;
    dialog.current?.close();
  };
  const ids = { title: `${name}-title`, text: `${name}-text` };

  return (
    <dialog
      ref={dialog}
      open={item === form.item}
      className="dialog"
      aria-modal="true"
      aria-labelledby={ids.title}
      aria-describedby={ids.text}
      onClose={onClose}
    >
      <div className="dialog-head">
        <h2 id={ids.title}>{title}</h2>
        <a className="icon-button" href={cancelHref} aria-label="Close" onClick={close}>
          <X aria-hidden="true" size={20} />
        </a>
      </div>
      <div className="dialog-body" id={ids.text}>
        <p>{text}</p>
        {item.subject.length === 0 ? null : (
          <p className="dialog-subject">
            {[...new Set(item.subject)].map(line => (
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
      <form className="dialog-foot" method="post" action={form.action} data-busy-form="" onSubmit={onSubmit}>
        <input type="hidden" name="once" value={form.once} />
        {form.field === undefined ? null : <input type="hidden" name={form.field} value={item.id} />}
        <a className="button" href={cancelHref} onClick={close}>
          Cancel
        </a>
        <button type="submit" className={form.danger ? 'button danger' : 'button primary'}>
          <span>{form.confirmLabel}</span>
        </button>
      </form>
    </dialog>
  );
}
