import { showToast } from './events';

const POLL_INTERVAL_MS = 250;
const POLL_TIMEOUT_MS = 120_000;

/** How long a link is busy, like a form, in milliseconds. */
const BUSY_LIMIT_MS = 30_000;

/** Polls for the cookie with an export's toast, and shows it. Calls `onEnd` then, or after half a minute. */
export function awaitExportToast(cookie: string, onEnd: () => void): void {
  const started = Date.now();
  setTimeout(onEnd, BUSY_LIMIT_MS);
  const timer = setInterval(() => {
    const text = document.cookie.split('; ').find(pair => pair.startsWith(`${cookie}=`));
    if (text === undefined && Date.now() - started <= POLL_TIMEOUT_MS) return;
    clearInterval(timer);
    onEnd();
    if (text === undefined) return;
    // Each export has its own cookie, which expires after a minute.
    showToast('success', decodeURIComponent(text.slice(cookie.length + 1)));
  }, POLL_INTERVAL_MS);
}
