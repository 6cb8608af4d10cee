import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { methodsOf } from '../../../server/http/error-handler';
import { routes } from '../../../server/routes';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { holdCalls } from '../../support/backends/held-calls';
import { kindOfCookie } from '../../support/browsers/http-client';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { ended, review } from '../../support/browsers/removals';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const ENDS = ['in time', 'late', 'late with an error', 'left in the middle'] as const;
const TOAST = 'License request submitted successfully!';

const ofReview = (path: string) => async (browser: NoJsBrowser) => {
  await review(browser, ['U-1']);
  return `${path}?${browser.address.split('?')[1]}`;
};

/** Every page that can be sent in parts. */
const pages: Readonly<Record<string, (browser: NoJsBrowser) => string | Promise<string>>> = {
  [paths.dashboard]: () => paths.dashboard,
  [paths.leadCapture]: () => paths.leadCapture,
  [paths.cards]: () => paths.cards,
  [paths.people]: () => paths.people,
  [paths.compare]: () => paths.compare,
  [paths.invite]: () => `${paths.invite}?for=licenses`,
  [paths.reviewRemovals]: ofReview(paths.reviewRemovals),
  [paths.askFirst]: ofReview(paths.askFirst),
  '/nothing': () => '/nothing',
};

/** Loads a page until its end, or until its skeleton has arrived. Stores its cookies. */
async function open({ port }: TestPortal, browser: NoJsBrowser, address: string, onSkeleton: () => boolean) {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${address}`, {
    headers: { cookie: browser.cookie },
    signal: leaving.signal,
  });
  browser.store({ headers: { 'set-cookie': response.headers.getSetCookie() } } as never);
  let html = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    html += chunk;
    if (html.includes('</slot></template>') && !onSkeleton()) break;
  }
  leaving.abort();
  return html;
}

test.each(Object.keys(pages).flatMap(page => ENDS.map(end => [page, end] as const)))(
  'T81: %s, %s: the next request knows what it has decided',
  async (page, end) => {
    const { portal, browser } = await openPortal({
      environment: { SKELETON_DELAY_MS: end === 'in time' ? '60000' : '0' },
    });
    const address = (await pages[page]?.(browser)) ?? '';
    await browser.post(requestLicensesPath(paths.leadCapture));
    const [, token = ''] = portal.calls.at(-1)?.authorization?.split(' ') ?? [];
    portal.identity.revoked.add(token);
    const held = holdCalls(portal.faults, 'portalUsers');
    if (end === 'late with an error') portal.identity.failure = 'rejects';
    if (end === 'in time') held.release();
    const html = await open(portal, browser, address, () => {
      held.release();
      return end !== 'left in the middle';
    });
    expect(html.includes('Loading...')).toBe(end !== 'in time');
    expect(load(html.split('</template>')[0] ?? '')('.toast p').text()).toBe(TOAST);

    // Without a session, there is no page for an unknown address.
    await browser.visit(end === 'late with an error' ? paths.dashboard : address);
    if (end === 'late with an error') {
      expect(browser.address).toBe(paths.login);
      expect(browser.text('[role=alert]')).toBe('Your session has ended. Please sign in again.');
      expect([...browser.cookies.keys()].map(kindOfCookie)).toEqual(['interrupted-page']);
    } else {
      expect(browser.address).toBe(address);
      expect(browser.texts('.toast p')).toEqual([]);
      expect(portal.identity.calls).toEqual(['refresh']);
    }
  },
);

test('T81: no other page is sent in parts', async () => {
  const { portal } = await openPortal({ as: null });
  const all = [...methodsOf(routes(portal.dependencies))].filter(([, methods]) =>
    methods.includes('GET, HEAD'),
  );
  const signedOut = [paths.login, paths.linkSent, paths.finishSignIn, paths.home];
  const others = all
    .map(([path]) => path)
    .filter(path => !path.includes('.') && !(path in pages) && !signedOut.includes(path as never));
  // One is a redirect, the other shows what is stored.
  expect(others).toEqual([paths.leavers, paths.removalJob]);
});

test.each<[string, (browser: NoJsBrowser) => Promise<unknown>]>([
  ['a redirect', browser => browser.get('/people?page=1')],
  ['a file that is not there', browser => browser.get('/favicon.ico')],
  ['a picture', browser => browser.get(paths.leadCapture, { 'Sec-Fetch-Dest': 'image' })],
  ['a script', browser => browser.get(paths.leadCapture, { 'Sec-Fetch-Dest': 'empty' })],
  [
    'a prefetch',
    browser =>
      browser.get(paths.people, { 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch;prerender' }),
  ],
  ['HEAD', browser => browser.head(paths.dashboard)],
])('T82: %s shows no message and takes none', async (_request, send) => {
  const { browser } = await openPortal();
  await review(browser, ['U-2']);
  const { action, fields } = browser.form('Revoke 1 license');
  const { headers } = await browser.post(action, fields);
  await ended(await browser.copy().visit(headers.location ?? ''));
  await browser.post(requestLicensesPath(paths.leadCapture));
  await send(browser);
  expect(browser.responses.at(-1)?.text ?? '').not.toContain(TOAST);
  await browser.visit(paths.leadCapture);
  expect(browser.texts('.toast p')).toEqual([TOAST]);
  expect(browser.href('Receipt')).toContain(paths.removalJob);
});
