import { expect, test } from '@jest/globals';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const now = Date.parse('2026-02-10T14:03:20Z');
const topUps = ({ calls }: TestPortal) => calls.filter(({ line }) => line.endsWith('/topup')).length;
const again = 'a[data-dialog="request-licenses"]';

test.each([paths.leadCapture, paths.dashboard])(
  'P273 P412: on %s, a second request on the same day asks first; the first one sends',
  async page => {
    const label = page === paths.dashboard ? 'Request Licenses for Lead Capture' : 'Request Licenses';
    const { portal, browser } = await openPortal({ at: page, now });
    await browser.press(label);
    expect([browser.address, topUps(portal)]).toEqual([page, 1]);
    expect(browser.text(again)).toContain('Requested today at 14:03 UTC');

    await browser.visit(browser.$(again).attr('href') ?? '');
    const dialog = browser.text('dialog[open]');
    expect(browser.text('dialog[open] h2')).toBe('Ask again?');
    expect(dialog).toContain('Dana Whitfield requested more Lead Capture licenses today at 14:03 UTC.');
    expect(dialog).toMatch(/\d+ licenses are available/);
    expect(dialog).toMatch(/\d+ of 3 active licenses had no leads in 30 days/);
    expect(browser.$('dialog[open] a:contains("Cancel")').attr('href')).toBe(page);
    expect(topUps(portal)).toBe(1);
    await browser.press('Ask again');
    expect([browser.address, topUps(portal)]).toEqual([page, 2]);

    portal.advanceClock(10 * 60 * 60 * 1000);
    await browser.visit(page);
    expect(browser.text('main')).toContain('Requested on 10 February');
    expect(browser.has(again)).toBe(false);
  },
);

test('P412: the list of the page stays as it was', async () => {
  const { browser } = await openPortal({ at: `${paths.leadCapture}?q=ada`, now });
  await browser.press('Request Licenses');
  await browser.visit(browser.$(again).attr('href') ?? '');
  await browser.press('Ask again');
  expect(browser.address).toBe(`${paths.leadCapture}?q=ada`);
});

test('P412: another tab, which does not know of the request, is asked, too', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture, now });
  const first = browser.form('Request Licenses');
  await browser.visit(paths.leadCapture);
  const other = browser.form('Request Licenses');
  await browser.post(first.action, first.fields);
  const { headers } = await browser.post(other.action, other.fields);
  expect(topUps(portal)).toBe(1);
  await browser.visit(headers.location ?? '');
  expect(browser.text('dialog[open] h2')).toBe('Ask again?');
});

test('P412: a tab whose dialog does not know of the second request asks once more', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture, now });
  await browser.press('Request Licenses');
  const dialog = browser.$(again).attr('href') ?? '';
  await browser.visit(dialog);
  const first = browser.form('Ask again');
  await browser.visit(dialog);
  const other = browser.form('Ask again');
  portal.advanceClock(60_000);
  await browser.post(first.action, first.fields);
  const { headers } = await browser.post(other.action, other.fields);
  expect(topUps(portal)).toBe(2);
  await browser.visit(headers.location ?? '');
  expect(browser.text('dialog[open]')).toContain('today at 14:04 UTC');
  await browser.press('Ask again');
  expect(topUps(portal)).toBe(3);
});

test('P412: a dialog that is confirmed on the next day sends', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture, now });
  await browser.press('Request Licenses');
  await browser.visit(browser.$(again).attr('href') ?? '');
  portal.advanceClock(10 * 60 * 60 * 1000);
  await browser.press('Ask again');
  expect(topUps(portal)).toBe(2);
});

test('P412: only this session and this product are asked', async () => {
  const { portal, browser } = await openPortal({ at: paths.leadCapture, now });
  await browser.press('Request Licenses');
  await browser.visit(paths.cards);
  expect(browser.has('[data-dialog^="request-"]')).toBe(false);
  await (await portal.signedIn())
    .visit(paths.leadCapture)
    .then(other => expect(other.has(again)).toBe(false));
  await browser.visit(`${paths.cards}?dialog=request-cards`);
  expect(browser.has('dialog[open]')).toBe(false);
});

test('P412: a script that posts without a page is not asked', async () => {
  const { portal, browser } = await openPortal({ now });
  for (let times = 0; times < 2; times++) await browser.post(requestLicensesPath(paths.leadCapture));
  expect(topUps(portal)).toBe(2);
});
