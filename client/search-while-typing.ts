import { isThisPage, showVersion } from './replace-differences';

/** How long a search waits for the next letter, in milliseconds. */
const PAUSE_MS = 150;

/** The delay after which the count line says that a search is running, in milliseconds. */
const SEARCHING_MS = 300;

/** How long a search waits for an answer before it is sent again, in milliseconds: a connection may be lost. */
const ANSWER_MS = 10_000;

/**
 * Shows the results of a search while it is typed, by loading the page of the search, one request at a time. Drops late
 * answers. After a failed one, the search button remains.
 */
export function searchWhileTyping(onAnswer: () => void): void {
  const request = new XMLHttpRequest();
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isComposing = false;
  let asked: Asked | undefined;
  let next: HTMLFormElement | undefined;

  const onChange = ({ target, type }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const { form } = target;
    if (!form?.matches('.search')) return;
    clearTimeout(pause);
    // An input method has not finished its text.
    isComposing = type === 'compositionstart' || (isComposing && type === 'input');
    if (isComposing) return;
    pause = setTimeout(() => ask(form), target instanceof HTMLInputElement ? PAUSE_MS : 0);
  };
  for (const type of ['input', 'compositionstart', 'compositionend'])
    document.addEventListener(type, onChange);
  // Sending the form leaves the page.
  document.addEventListener('submit', () => {
    clearTimeout(pause);
    next = undefined;
    request.abort();
  });

  function ask(form: HTMLFormElement): void {
    next = form;
    if (asked || isComposing) return;
    next = undefined;
    asked = { form, address: addressOf(form), from: location.href };
    const count = form.closest('section')?.querySelector('[role=status]');
    const before = count?.textContent ?? '';
    const searching = setTimeout(() => {
      if (count) count.textContent = 'Searching…';
    }, SEARCHING_MS);
    request.onloadend = () => {
      clearTimeout(searching);
      if (count?.textContent === 'Searching…') count.textContent = before;
      end();
    };
    request.ontimeout = () => {
      next ??= form;
    };
    request.open('GET', asked.address);
    request.timeout = ANSWER_MS;
    // Parsed by the browser: no text becomes HTML in a script.
    request.responseType = 'document';
    request.send();
  }

  function end(): void {
    if (asked && isCurrent(asked)) show(asked.form);
    asked = undefined;
    if (next) ask(next);
  }

  function show(form: HTMLFormElement): void {
    const page = request.response as Document | null;
    if (request.status !== 200 || !page) return;
    if (!isThisPage(page, request)) {
      form.requestSubmit();
      return;
    }
    // The list cannot be fetched.
    if (!page.querySelector(`#${form.closest('section')?.id} .search`)) return;
    history.replaceState(history.state, '', request.responseURL);
    showVersion(page);
    onAnswer();
  }
}

interface Asked {
  readonly form: HTMLFormElement;
  readonly address: string;
  readonly from: string;
}

/** Whether the search and the page are still the ones that a request was sent for. */
function isCurrent({ form, address, from }: Asked): boolean {
  return (
    addressOf(form) === address && location.href === from && !document.querySelector('main form[aria-busy]')
  );
}

/** The address of a search, without the fields that the server omits: empty ones, and defaults of selects. */
function addressOf(form: HTMLFormElement): string {
  const url = new URL(form.action);
  url.hash = '';
  for (const [name, value] of new FormData(form)) {
    const field = form.elements.namedItem(name);
    const isDefault = field instanceof HTMLSelectElement && field.selectedIndex === 0;
    if (value !== '' && !isDefault) url.searchParams.append(name, String(value));
  }
  return url.href;
}
