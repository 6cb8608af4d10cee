import type { ToastText } from '../shared/messages';

export const TOAST = 'portal-toast';

export const CONFIRM = 'portal-confirm';

export interface ConfirmTarget {
  /** The page with the dialog open. */
  readonly href: string;
  /** The name of the dialog. It is also the parameter of the URL with the ID of the item. */
  readonly dialog: string;
}

export interface ConfirmRequest extends ConfirmTarget {
  readonly item: ConfirmItem;
  /** The row of the item, hidden once the action is confirmed. */
  readonly row: HTMLElement | null;
}

export interface ConfirmItem {
  /** The ID in the URL, which the form sends if the dialog has a `field`; empty for an action without an item. */
  readonly id: string;
  /** The person who has the item. Sent with the form, so that it is not removed from anybody else (T54). */
  readonly email: string;
  /** Lines that describe the item: a name, then its email address or ID. */
  readonly subject: readonly string[];
  /** How many leads or visits it had in the last 30 days. */
  readonly recentActivity?: string;
}

export function askToConfirm(link: HTMLAnchorElement): void {
  const { dialog = '' } = link.dataset;
  const item = itemOf(link);
  // Without modal dialogs, the dialog is a page.
  if (!hasModals()) {
    location.assign(link.href);
    return;
  }
  const detail: ConfirmRequest = { dialog, href: link.href, item, row: link.closest('tr') };
  document.dispatchEvent(new CustomEvent(CONFIRM, { detail }));
}

/** Whether the browser can show a modal dialog. */
export function hasModals(): boolean {
  return 'showModal' in document.createElement('dialog');
}

/** The item of a link to a confirmation dialog: its ID, and the cells of its row that describe it. */
function itemOf(link: HTMLAnchorElement): ConfirmItem {
  const row = link.closest('tr');
  const heads = link.closest('table')?.tHead?.rows[0]?.cells;
  const subject: string[] = [];
  let email = '';
  let recentActivity = '';
  for (const { cellIndex, textContent } of row?.cells ?? []) {
    const { column, subject: isSubject } = heads?.[cellIndex]?.dataset ?? {};
    if (column === 'email') email = textContent;
    if (column?.endsWith('Last30Days')) recentActivity = textContent.trim();
    if (isSubject !== undefined && textContent !== '') subject.push(textContent);
  }
  return {
    id: new URL(link.href).searchParams.get(link.dataset.dialog ?? '') ?? '',
    email,
    subject,
    recentActivity,
  };
}

// The toast region may not be hydrated yet, so showToast retries.
const TOAST_ATTEMPTS = 100;
const TOAST_RETRY_MS = 100;

/** Shows a toast as soon as the toast region is hydrated. */
export function showToast(type: ToastText['type'], text: string, attempts = TOAST_ATTEMPTS): void {
  const detail: ToastText = { id: Date.now(), type, text };
  const isHandled = !document.dispatchEvent(new CustomEvent(TOAST, { detail, cancelable: true }));
  if (!isHandled && attempts > 1) setTimeout(() => showToast(type, text, attempts - 1), TOAST_RETRY_MS);
}
