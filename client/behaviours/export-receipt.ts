import { around, isSpecial } from '../clicks';
import { loadIslands } from './islands';

/** How often and how long to look for a receipt, in milliseconds. */
const INTERVAL = 250;
const PATIENCE = 120_000;

/**
 * Tells when an export has arrived, how many rows it has and how its file is called. Only the server knows, and a
 * download leaves the page as it is: so the server puts a receipt into a cookie that the page looks for.
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
    awaitReceipt(`export-${receipt}`);
  });
}

function awaitReceipt(cookie: string): void {
  const started = Date.now();
  const timer = setInterval(() => {
    const text = document.cookie.split('; ').find(pair => pair.startsWith(`${cookie}=`));
    if (text !== undefined) {
      // biome-ignore lint/suspicious/noDocumentCookie: the newer way is missing in some browsers that people use
      document.cookie = `${cookie}=; path=/; max-age=0`;
      const receipt = decodeURIComponent(text.slice(cookie.length + 1));
      loadIslands().then(
        ({ showToast }) => showToast('success', receipt),
        () => {},
      );
    }
    if (text !== undefined || Date.now() - started > PATIENCE) clearInterval(timer);
  }, INTERVAL);
}
