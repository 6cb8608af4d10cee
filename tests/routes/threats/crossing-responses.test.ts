import { expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review } from '../../support/browsers/removals';
import { openPortal, type TestPortal } from '../../support/portal/portal';

/** A decision of a response, and how the next page shows it. */
interface Decision {
  readonly send: (browser: NoJsBrowser, portal: TestPortal) => Promise<Response>;
  readonly isShown: (page: NoJsBrowser, portal: TestPortal) => boolean;
}

const hasToast = (page: NoJsBrowser, text: string) =>
  page.texts('.toast p').some(toast => toast.startsWith(text));

const decisions: Readonly<Record<string, Decision>> = {
  'a page with a toast': {
    send: browser => browser.get(paths.dashboard),
    isShown: page => !hasToast(page, 'Export request submitted'),
  },
  'a download': {
    send: browser => browser.get('/leads-capture/licenses.csv'),
    isShown: page => hasToast(page, 'Exported'),
  },
  'a revoked license': {
    send: browser => browser.post(paths.revokeLicense, { licenseId: 'U-1', email: 'ada@acme.example' }),
    isShown: (page, portal) =>
      hasToast(page, 'License revoked successfully') &&
      !portal.licenses().includes('U-1') &&
      !page.text('main').includes('U-1 '),
  },
  'a request for licenses': {
    send: browser => browser.post(requestLicensesPath(paths.leadCapture)),
    isShown: page => hasToast(page, 'License request submitted') && page.text().includes('Requested today'),
  },
  'a bulk removal': {
    async send(browser) {
      await review(browser, ['U-2']);
      const { action, fields } = browser.form('Revoke 1 license');
      return browser.post(action, fields);
    },
    isShown: page => /Last removal|See its progress/.test(page.text()),
  },
  'a renewal of the token': {
    send: browser => browser.get('/digital-business-cards/claimed-cards.csv'),
    isShown: (_page, portal) => portal.identity.calls.filter(call => call === 'refresh').length <= 2,
  },
  'a logout': {
    send: browser => browser.post(paths.logout),
    isShown: page => page.address === paths.login,
  },
  'a sign-in': {
    send: (browser, portal) =>
      portal.unrequestedLink().then(link => browser.post(link, { email: 'dana@acme.example' })),
    isShown: page => page.text('header').includes('Dana Whitfield'),
  },
};

const names = Object.keys(decisions);
const pairs = [
  ...names.flatMap((one, at) => names.slice(at + 1).map(other => [one, other] as const)),
  ['a sign-in', 'a logout'] as const,
];

test.each(pairs)('T70: %s and %s of one browser cross, and the next page shows both', async (...pair) => {
  for (const arriving of [pair, pair.toReversed()]) {
    const { portal, browser } = await openPortal();
    await browser.post(paths.requestProfileData);
    portal.advanceClock(pair.includes('a renewal of the token') ? 56 * MINUTE_MS : 2000);
    const sent = new Map<string, Response>();
    // Both have the cookies from before the other's response.
    const copies = pair.map(() => browser.copy());
    for (const [at, name] of pair.entries()) {
      const copy = copies[at] as NoJsBrowser;
      sent.set(name, (await decisions[name]?.send(copy, portal)) as Response);
    }
    for (const name of arriving) browser.store(sent.get(name) as Response);
    await browser.visit(paths.leadCapture);
    const shown = pair.map(name => [name, decisions[name]?.isShown(browser, portal)]);
    // A new session has nothing of an earlier one (T8), and after a logout there is none.
    const last = ['a sign-in', 'a logout'].find(name => pair.includes(name));
    const expected = pair.map(name => [name, name === (last ?? name) ? true : expect.anything()]);
    expect([arriving, shown]).toEqual([arriving, expected]);
  }
});
