import type { ToastText } from '../shared/messages';

/** Asks the toast region to show a message. */
export const TOAST = 'portal-toast';

/** Asks a confirmation dialog to open about an item. */
export const CONFIRM = 'portal-confirm';

/** What a dialog is to confirm: its own name and the item that it asks about. */
export interface ConfirmRequest {
  readonly dialog: string;
  readonly item: ConfirmItem;
  /** The page with the dialog open. */
  readonly href: string;
  /** The row of the item, hidden once the action is confirmed. */
  readonly row: HTMLElement | null;
}

export interface ConfirmItem {
  /** Sent with the form; empty for an action that concerns no single item. */
  readonly id: string;
  /** The lines that name it: a name, then what distinguishes it. */
  readonly subject: readonly string[];
}

/** Opens the dialog that a request names. */
export function askToConfirm(detail: ConfirmRequest): void {
  document.dispatchEvent(new CustomEvent(CONFIRM, { detail }));
}

/** How often and at what interval, in milliseconds, a message is offered until the toast region listens. */
const OFFERS = 100;
const INTERVAL = 100;

/** Shows a message in the toast region, which may still be waking up. */
export function showToast(type: ToastText['type'], text: string, offers = OFFERS): void {
  const detail: ToastText = { id: Date.now(), type, text };
  const isTaken = !document.dispatchEvent(new CustomEvent(TOAST, { detail, cancelable: true }));
  if (!isTaken && offers > 1) setTimeout(() => showToast(type, text, offers - 1), INTERVAL);
}
