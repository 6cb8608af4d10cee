import { isThisPage, showVersion } from './replace-differences';

/**
 * Leaves people out of a review, or puts them back, at the place where the reader is: shows the review as it is then, and
 * moves the focus to the next person. If that fails, sends the form as without this script.
 */
export function leaveOut(): void {
  let last: Promise<void> = Promise.resolve();
  document.addEventListener('submit', event => {
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches('td form') || event.defaultPrevented) return;
    event.preventDefault();
    // One after the other, so that no earlier answer replaces a later one.
    last = last.then(() => send(form));
  });
}

function send(form: HTMLFormElement): Promise<void> {
  return new Promise(resolve => {
    const request = new XMLHttpRequest();
    request.addEventListener('loadend', () => {
      const page = request.response as Document | null;
      if (request.status === 200 && page && isThisPage(page, request)) {
        show(page, form);
        resolve();
      } else {
        form.submit();
      }
    });
    request.open('POST', form.action);
    // Parsed by the browser: no text becomes HTML in a script.
    request.responseType = 'document';
    request.send(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));
  });
}

/** Shows the review after a form of a row, of which another one is at the same place then. */
function show(page: Document, form: HTMLFormElement): void {
  const group = form.closest('tbody')?.id;
  const buttonsOf = (rows: string) => [...document.querySelectorAll<HTMLElement>(`${rows} td form button`)];
  const index = buttonsOf(`#${group}`).findIndex(button => form.contains(button));
  const { top } = form.getBoundingClientRect();
  showVersion(page);
  // The reader is elsewhere by now.
  if (document.activeElement !== document.body) return;
  const others = buttonsOf(`#${group}`);
  const next = others[index] ?? others.at(-1) ?? buttonsOf('main').at(-1);
  if (!next) return;
  next.focus({ preventScroll: true });
  scrollBy(0, next.getBoundingClientRect().top - top);
}
