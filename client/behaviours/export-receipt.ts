import { setBusy, setIdle } from '../busy';
import { around, isSpecial } from '../clicks';
import { loadIslands } from './islands';

/**
 * Announces a finished export: its number of rows and its file name. Only the server knows them, and a download
 * leaves the page in place, so the server puts a receipt into a cookie that the page polls for.
 */
export function exportReceipts(): void {
  document.addEventListener('click', event => {
    const link = around(event.target, 'a[data-export]');
    if (!(link instanceof HTMLAnchorElement) || isSpecial(event)) return;
    const receipt = Date.now().toString(36);
    const { href } = link;
    link.href = `${href}${href.includes('?') ? '&' : '?'}receipt=${receipt}`;
    setTimeout(() => {
      link.href = href;
    });
    link.setAttribute('aria-busy', 'true');
    setBusy(link);
    const stop = () => {
      link.removeAttribute('aria-busy');
      setIdle(link);
    };
    loadIslands().then(({ awaitReceipt }) => awaitReceipt(`export-${receipt}`, stop), stop);
  });
}
