import { TriangleAlert, X } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ACCOUNT_FIELD } from '../../shared/paths';
import { type ProductKey, recentActivityText } from '../../shared/products';
import { CONFIRM, type ConfirmItem, type ConfirmRequest, showToast } from '../events';
import { Icon } from '../Icon';

export interface ConfirmDialogProps {
  /** The name by which links open the dialog. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The licenses and cards of a person, each with its figures. */
  readonly figures?: readonly { readonly label: string; readonly text: string }[];
  /** The product whose activity in the last 30 days is shown with the item. */
  readonly productKey?: ProductKey;
  readonly warning?: string;
  readonly confirmLabel: string;
  /** Replaces the label of the confirm button while the form is being submitted. */
  readonly busyLabel: string;
  readonly danger: boolean;
  readonly action: string;
  /** The key by which repeated submissions are deduplicated. */
  readonly formKey: string;
  /** The end of document titles; empty if it is not known. The layout adds it, like `account`. */
  readonly company?: string;
  readonly account?: string;
  /** The form field with the ID of the item. */
  readonly field?: string;
  readonly hidden?: readonly (readonly [name: string, value: string])[];
  /** Shown on confirm, before the outcome is known (P100). */
  readonly optimisticToast?: string;
  /** The URL of the page without the dialog. */
  readonly cancelHref: string;
  /** The item in the URL, while the dialog is open. */
  readonly item?: ConfirmItem | undefined;
}

/** The state of the history entry that an opened dialog adds. */
type DialogEntry = Pick<ConfirmRequest, 'dialog' | 'item'>;

/**
 * Asks for confirmation of an action. Without JavaScript, it is a state of the page with its own URL. With JavaScript, the
 * same links open it over the list and add a history entry, so that Back closes it. Both submit the same form.
 */
export function ConfirmDialog({
  name,
  title,
  text,
  figures,
  productKey,
  warning,
  cancelHref,
  optimisticToast,
  company = '',
  ...form
}: ConfirmDialogProps) {
  const [item, setItem] = useState(form.item);
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLAnchorElement>(null);
  const row = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const open = ({ detail }: CustomEvent<ConfirmRequest>) => {
      if (detail.dialog !== name) return;
      row.current = detail.row;
      setItem(detail.item);
      history.pushState({ dialog: name, item: detail.item } satisfies DialogEntry, '', detail.href);
    };
    const followHistory = ({ state }: PopStateEvent) => {
      const entry = state as DialogEntry | null;
      if (entry?.dialog === name) return setItem(entry.item);
      dialog.current?.close();
      // The close event may arrive after the next dialog has been opened.
      setItem(undefined);
    };
    document.addEventListener(CONFIRM, open as EventListener);
    addEventListener('popstate', followHistory);
    return () => {
      document.removeEventListener(CONFIRM, open as EventListener);
      removeEventListener('popstate', followHistory);
    };
  }, [name]);

  useEffect(() => {
    if (!item || !dialog.current || dialog.current.matches(':modal')) return;
    // A dialog that the server rendered open is not modal yet; the page behind it is inert instead.
    dialog.current.removeAttribute('open');
    dialog.current.showModal();
    cancel.current?.focus();
    document.querySelector('[data-frame]')?.removeAttribute('inert');
  }, [item]);

  // The title names the open dialog, as when the server renders it (P208).
  useEffect(() => {
    if (!item) return;
    const suffix = company === '' ? '' : ` – ${company}`;
    const heading = document.querySelector('h1')?.textContent ?? '';
    // If the server rendered the dialog open, the page never had a title of its own.
    const before = form.item ? heading + suffix : document.title;
    document.title = title + suffix;
    return () => {
      document.title = before;
    };
  }, [item, form.item, title, company]);

  if (!item) return null;

  const isOwnEntry = () => (history.state as DialogEntry | null)?.dialog === name;
  // Stays open until the browser has gone back, which would close a dialog that is opened in the meantime. Until then,
  // nothing in it can be pressed.
  const goBackToList = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isOwnEntry()) return dialog.current?.close();
    if (!dialog.current || dialog.current.inert) return;
    dialog.current.inert = true;
    goBack(() => linkFor(name, item)?.focus());
  };
  const onClose = () => {
    setItem(undefined);
    // A dialog from the URL has no history entry below it, and no link that had the focus.
    if (isOwnEntry() || form.item) history.replaceState(null, '', cancelHref);
    if (form.item) linkFor(name, form.item)?.focus();
  };
  const onSubmit = () => {
    if (optimisticToast === undefined) return;
    showToast('success', optimisticToast);
    if (row.current) row.current.hidden = true;
    dialog.current?.close();
  };
  const onBackdrop = (event: MouseEvent) => {
    const { target, clientX, clientY } = event;
    if (target === dialog.current && !contains(dialog.current, clientX, clientY)) goBackToList(event);
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
      onCancel={goBackToList}
      onClose={onClose}
      onClick={onBackdrop}
      onKeyDown={pressWithSpace}
    >
      <div className="between">
        <h2 id={ids.title}>{title}</h2>
        <a className="icon-button" href={cancelHref} aria-label="Close" onClick={goBackToList}>
          <Icon shape={X} size={20} />
        </a>
      </div>
      <div className="dialog-body" id={ids.text}>
        <p hidden={text === ''}>{text}</p>
        {item.subject.length === 0 ? null : (
          <p className="dialog-subject">
            {[...new Set(item.subject)].map(line => (
              <bdi key={line} translate="no">
                {/* An address breaks before its @ rather than anywhere. */}
                {line.replace(/@.*/s, '')}
                <wbr />
                {/@.*/s.exec(line)?.[0]}
              </bdi>
            ))}
          </p>
        )}
        {productKey === undefined || !item.recentActivity ? null : (
          <p>{recentActivityText(productKey, item.recentActivity)}</p>
        )}
        {figures === undefined ? null : (
          <dl>
            {figures.map(figure => (
              <Fragment key={figure.label}>
                <dt>{figure.label}</dt>
                <dd>{figure.text}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {warning === undefined ? null : (
          <p className="alert">
            <Icon shape={TriangleAlert} />
            {warning}
          </p>
        )}
      </div>
      <form className="actions" method="post" action={form.action} data-busy-form="" onSubmit={onSubmit}>
        <input type="hidden" name="once" value={form.formKey} />
        <input type="hidden" name={ACCOUNT_FIELD} value={form.account} />
        {form.hidden?.map(([field, value]) => (
          <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
        ))}
        {form.field === undefined ? null : (
          <>
            <input type="hidden" name={form.field} value={item.id} />
            <input type="hidden" name="email" value={item.email} />
          </>
        )}
        <a className="button" href={cancelHref} onClick={goBackToList} ref={cancel}>
          Cancel
        </a>
        <button
          type="submit"
          className={form.danger ? 'button danger' : 'button primary'}
          data-busy-label={form.busyLabel}
        >
          <span>{form.confirmLabel}</span>
        </button>
      </form>
    </dialog>
  );
}

/** Presses links with Space. Cancel and Close are links, for browsers without JavaScript, but look like buttons. */
function pressWithSpace(event: KeyboardEvent): void {
  if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  event.target.click();
}

/** Goes back, and then calls `restoreFocus`: the browser forgets the focus if the address there has a fragment. */
function goBack(restoreFocus: () => void): void {
  addEventListener('popstate', () => requestAnimationFrame(restoreFocus), { once: true });
  history.back();
}

function contains(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The link to the dialog of an item, if its row is on this page. */
function linkFor(dialog: string, { id }: ConfirmItem): HTMLElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    `a[data-dialog="${dialog}"], tr a[href*="${dialog}="]`,
  );
  return [...links].find(link => (new URL(link.href).searchParams.get(dialog) ?? '') === id);
}
