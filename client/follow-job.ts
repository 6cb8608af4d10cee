import { showVersion } from './replace-differences';

/** The pause between two updates of the page of a running removal, in milliseconds. */
const INTERVAL_MS = 1000;

/** How long an update may take before it is asked for again, in milliseconds: a connection may be lost. */
const ANSWER_MS = 10_000;

/** Keeps the page of a running removal up to date, and reloads it at the end. Sends failed requests again. */
export function followJob(): void {
  cancelRefresh();
  const request = new XMLHttpRequest();

  function load(): void {
    request.open('GET', location.href);
    request.timeout = ANSWER_MS;
    // Parsed by the browser: no text becomes HTML in a script.
    request.responseType = 'document';
    request.send();
  }

  request.addEventListener('loadend', () => {
    const hasArrived = request.status !== 0 && request.status < 500;
    const page = hasArrived ? (request.response as Document | null) : null;
    if (page && !page.querySelector('[data-removal=running]')) {
      location.reload();
      return;
    }
    // A form that is being sent leads to another page.
    if (page && !document.querySelector('main form[aria-busy]')) showVersion(page);
    setTimeout(load, INTERVAL_MS);
  });
  setTimeout(load, INTERVAL_MS);
}

/** Cancels the refresh of the page, which is for browsers without this script. */
function cancelRefresh(): void {
  window.stop();
  // WebKit cancels it only for a step beyond the end of the history.
  history.go(history.length);
}
