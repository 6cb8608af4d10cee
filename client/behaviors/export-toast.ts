import { setBusy, setIdle } from '../busy';
import { closestMatch, isModified } from '../clicks';
import { loadIslands } from './islands';

/**
 * Shows a toast with the number of rows and the file name of a finished export. A download does not load a page, so the
 * server sends the toast in a cookie, for which the page polls.
 */
export function exportToasts(): void {
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
    const stop = () => {
      link.closest<HTMLElement>('[popover]')?.hidePopover();
      link.removeAttribute('aria-busy');
      setIdle(link);
    };
    loadIslands().then(({ awaitExportToast }) => awaitExportToast(`export-toast-${id}`, stop), stop);
  });
}
