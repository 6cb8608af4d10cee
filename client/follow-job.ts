import { showVersion } from './replace-differences';

/** How often the page of a running removal is updated, in milliseconds. */
const INTERVAL_MS = 1000;

/**
 * Keeps the page of a running removal up to date, and loads it again at the end. A request that fails is sent again.
 */
export function followJob(): void {
  cancelRefresh();
  const request = new XMLHttpRequest();
  const again = () => setTimeout(load, INTERVAL_MS);

  function load(): void {
    request.open('GET', location.href);
    // Parsed by the browser: no text becomes HTML in a script.
    request.responseType = 'document';
    request.send();
  }

  request.addEventListener('loadend', () => {
    const page = request.response as Document | null;
    if (request.status === 0 || request.status >= 500 || !page) return again();
    if (!page.querySelector('[data-removal=running]')) return location.reload();
    // The page is left while a form is being sent.
    if (!document.querySelector('main form[aria-busy]')) showVersion(page);
    return again();
  });
  again();
}

/** Cancels the refresh of the page, which is for browsers in which this script does not run. */
function cancelRefresh(): void {
  window.stop();
  // WebKit cancels it at a step that the history does not have.
  history.go(history.length);
}
