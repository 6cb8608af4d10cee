import { copyText } from './clipboard';

/** How long “Copied!” is shown, in milliseconds (P140). */
const COPIED_MS = 2000;

/** Copies the text of the element before a button, and confirms it. */
export async function copyFor(button: HTMLElement): Promise<void> {
  if (!(await copyText(button.previousElementSibling?.textContent ?? ''))) return;
  const isShown = button.dataset.copiedUntil !== undefined;
  button.dataset.copiedUntil = String(Date.now() + COPIED_MS);
  if (!isShown) showCopied(button);
}

function showCopied(button: HTMLElement): void {
  const name = button.ariaLabel;
  const label = button.querySelector<HTMLElement>(':scope > span');
  const icon = button.querySelector('use');
  const copied = document.createElement('span');
  copied.className = 'copied';
  copied.textContent = 'Copied!';

  function show(isCopied: boolean): void {
    button.ariaLabel = isCopied ? null : name;
    if (label) label.hidden = isCopied;
    icon?.setAttribute('href', isCopied ? '#check' : '#copy');
    if (isCopied) button.append(copied);
    else copied.remove();
  }

  // A repeated click shows it for longer.
  function hide(): void {
    const rest = Number(button.dataset.copiedUntil) - Date.now();
    if (rest > 0) {
      setTimeout(hide, rest);
      return;
    }
    delete button.dataset.copiedUntil;
    show(false);
  }

  show(true);
  setTimeout(hide, COPIED_MS);
}
