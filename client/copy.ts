import { copyText } from './clipboard';

/** How long “Copied!” is shown, in milliseconds (P140). */
const COPIED_MS = 2000;

/** Copies the text of the element that a button names, or else of the one before it, and confirms it. */
export async function copyFor(button: HTMLElement): Promise<void> {
  const { copy } = button.dataset;
  const source = copy ? document.getElementById(copy) : button.previousElementSibling;
  const text = source instanceof HTMLTextAreaElement ? source.value : source?.textContent;
  if (!(await copyText(text ?? ''))) return;
  const isShown = button.dataset.copiedUntil !== undefined;
  button.dataset.copiedUntil = String(Date.now() + COPIED_MS);
  if (!isShown) showCopied(button);
}

function showCopied(button: HTMLElement): void {
  const name = button.ariaLabel;
  const copied = document.createElement('span');
  copied.className = 'copied';
  const check = button.querySelector('svg')?.cloneNode(true) as SVGElement;
  check.querySelector('use')?.setAttribute('href', '#check');
  copied.append(check, '\u00a0Copied!');
  button.ariaLabel = 'Copied!';
  button.append(copied);

  // A repeated click shows it for longer.
  function hideLater(): void {
    const rest = Number(button.dataset.copiedUntil) - Date.now();
    if (rest > 0) {
      setTimeout(hideLater, rest);
      return;
    }
    delete button.dataset.copiedUntil;
    button.ariaLabel = name;
    copied.remove();
  }

  hideLater();
}
