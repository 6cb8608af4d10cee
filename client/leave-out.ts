import { isThisPage, showVersion } from './replace-differences';

/**
 * Leaves people out of a review, or puts them back, while the page stays where it is: shows the review as it is then, and
 * moves the focus to the next person (P626). If that fails, sends the form as without this script.
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

/** Shows the review as it is after the form of a row was sent. The focus moves to the row that has taken its place. */
function show(page: Document, form: HTMLFormElement): void {
  const group = form.closest('tbody')?.id;
  const buttonsOf = (rows: string) => [...document.querySelectorAll<HTMLElement>(`${rows} td form button`)];
  const index = buttonsOf(`#${group}`).findIndex(button => form.contains(button));
  const { top } = form.getBoundingClientRect();
  showVersion(page);
  // The reader has moved the focus meanwhile.
  if (document.activeElement !== document.body) return;
  const others = buttonsOf(`#${group}`);
  const next = others[index] ?? others.at(-1) ?? buttonsOf('main').at(-1);
  if (!next) return;
  next.focus({ preventScroll: true });
  scrollBy(0, next.getBoundingClientRect().top - top);
}
