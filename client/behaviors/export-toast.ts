import { setBusy, setIdle, whenStopped } from '../busy';
import { closestMatch, isModified } from '../clicks';
import { loadIslands } from './islands';

/**
 * Shows a toast with the number of rows and the file name of a finished export. A download does not load a page, so the
 * server sends the toast in a cookie, for which the page polls.
 */
export function exportToasts(): void {
  whenStopped(() => {
    for (const link of document.querySelectorAll<HTMLElement>('[data-export][aria-busy]')) end(link);
  });
  document.addEventListener('click', event => {
    const link = closestMatch(event.target, '[data-export]');
    if (!(link instanceof HTMLAnchorElement) || isModified(event)) return;
    if (link.hasAttribute('aria-busy')) {
      event.preventDefault();
      return;
    }
    const id = Date.now().toString(36);
    const { href } = link;
    link.href = `${href}${href.includes('?') ? '&' : '?'}toast=${id}`;
    setTimeout(() => {
      link.href = href;
    });
    link.setAttribute('aria-busy', 'true');
    link.dataset.busyLabel ??= 'Exporting...';
    setBusy(link);
    const endExport = () => end(link);
    loadIslands().then(
      ({ awaitExportToast }) => awaitExportToast(`export-toast-${id}`, endExport),
      endExport,
    );
  });
}

function end(link: HTMLElement): void {
  link.closest('details')?.removeAttribute('open');
  link.removeAttribute('aria-busy');
  setIdle(link);
}
