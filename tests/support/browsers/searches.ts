import type { NoJsBrowser } from './no-js-browser';

/**
 * Sends a text that is searched for people, again if the search was ended: it may take two seconds, which are too short for a
 * long text on a busy machine.
 */
export async function sendText(browser: NoJsBrowser, send: () => Promise<unknown>): Promise<void> {
  const { address } = browser;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (attempt > 0) await browser.visit(address);
    await send();
    if (browser.status !== 503) return;
  }
}
