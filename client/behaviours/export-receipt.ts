import { setBusy, setIdle } from '../busy';
import { around, isSpecial } from '../clicks';
import { loadIslands } from './islands';

const POLL_INTERVAL_MS = 250;
const POLL_TIMEOUT_MS = 120_000;

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
    awaitReceipt(`export-${receipt}`, () => {
      link.removeAttribute('aria-busy');
      setIdle(link);
    });
  });
}

function awaitReceipt(cookie: string, onEnd: () => void): void {
  const started = Date.now();
  const timer = setInterval(() => {
    const text = document.cookie.split('; ').find(pair => pair.startsWith(`${cookie}=`));
    if (text === undefined && Date.now() - started <= POLL_TIMEOUT_MS) return;
    clearInterval(timer);
    onEnd();
    if (text === undefined) return;
    // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API
    document.cookie = `${cookie}=; path=/; max-age=0`;
    const receipt = decodeURIComponent(text.slice(cookie.length + 1));
    loadIslands().then(
      ({ showToast }) => showToast('success', receipt),
      () => {},
    );
  }, POLL_INTERVAL_MS);
}
