import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request, { type Response } from 'supertest';
import { status } from '../../../scripts/sandbox/faults';
import { createForms } from '../../../server/http/forms';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { securityHeaders } from '../../support/data/security-headers';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';

const topUps = ({ calls }: TestPortal) => calls.filter(({ line }) => line.endsWith('/topup')).length;

/** Expects an error page without details of the request or the code. */
function expectErrorPage({ headers, text }: Response): void {
  expect(headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store, no-transform' });
  expect(load(text)('h1').text()).not.toBe('');
  expect(text).not.toMatch(/secret=1|Error:|\bat .*[jt]s:\d|node_modules|URIError|klingon/);
}

describe('a form that is sent twice', () => {
  test('T27: shows the same failure twice, and the form on the next page tries again', async () => {
    const { portal, browser } = await openPortal({ at: '/leads-capture' });
    portal.faults.on('scannerTopUp', status(500));
    const { action, fields } = browser.form('Request Licenses');
    for (let times = 0; times < 2; times++) {
      await browser.post(action, fields);
      await browser.visit('/leads-capture');
      expect(browser.texts('.toast p')).toEqual(['Failed to request licenses. Please try again.']);
    }
    expect(topUps(portal)).toBe(1);
    portal.faults.off();
    await browser.press('Request Licenses');
    expect(browser.texts('.toast p')).toEqual(['License request submitted successfully!']);
    expect(topUps(portal)).toBe(2);
  });

  test('T70: is remembered, and its outcome shown once, whether or not the browser drops the first response', async () => {
    const { portal, browser } = await openPortal({ at: '/leads-capture' });
    const { action, fields } = browser.form('Request Licenses');
    const dropped = await browser.copy().post(action, fields);
    const second = await browser.copy().post(action, fields);
    for (const received of [[second], [dropped, second]]) {
      const tab = browser.copy();
      for (const response of received) tab.store(response);
      await tab.visit('/leads-capture');
      expect(tab.texts('.toast p')).toEqual(['License request submitted successfully!']);
      expect(tab.text('main')).toContain('Requested today');
    }
    expect(topUps(portal)).toBe(1);
  });

  test('T27 T70: is not carried out by another replica, which leads to its page and says so', async () => {
    const forms = createForms({ add: async () => false, remove: async () => {} });
    const { portal, browser } = await openPortal({ at: '/leads-capture', replace: () => ({ forms }) });
    await browser.press('Request Licenses');
    expect(browser.address).toBe('/leads-capture');
    expect(browser.texts('.toast p')).toEqual(['This was already sent.']);
    expect(browser.text('main')).not.toContain('Requested today');
    expect(topUps(portal)).toBe(0);
  });

  test('T27: never shares its response with another session', async () => {
    const { portal } = await openPortal({ as: null });
    const [first, second] = [portal.browser(), portal.browser()];
    for (const browser of [first, second]) {
      await browser.signIn();
      await browser.post(requestLicensesPath(paths.leadCapture), {
        once: '4a6a4f0e-7a4e-4c54-9d4e-0d8a4b8f2c11',
      });
    }
    expect(topUps(portal)).toBe(2);
  });
});

describe('an unusual form', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');

  test.each([
    ['17,000 characters', `email=${DANA}&more=${'x'.repeat(17_000)}`, 413],
    ['101 fields', `email=${DANA}&${fields(100)}`, 413],
    ['1,100 fields', fields(1100), 413],
    ['100 fields', `email=${DANA}&${fields(99)}`, 303],
    ['broken escapes', 'email=%E0%A4%A&%=%', 400],
    ['names of built-in properties', '__proto__=1&constructor=2&email[__proto__]=x', 400],
  ])('T31: is accepted within the limits, and rejected beyond them: %s', async (_case, form, expected) => {
    const { portal } = await openPortal({ as: null });
    const response = await portal.browser().post('/login', form);
    expect(response.status).toBe(expected);
    if (expected !== 303) expectErrorPage(response);
    expect(portal.calls).toHaveLength(expected === 303 ? 1 : 0);
  });

  test.each([
    ['an unknown charset', { 'Content-Type': 'application/x-www-form-urlencoded; charset=klingon' }, 415],
    ['a compressed body', { 'Content-Encoding': 'gzip' }, 415],
    ['JSON', { 'Content-Type': 'application/json' }, 400],
    ['no type', { 'Content-Type': '' }, 400],
  ])('T31 T52: is rejected if its type is unsupported: %s', async (_case, headers, expected) => {
    const { portal } = await openPortal({ as: null });
    const response = await portal.browser().post('/login', { email: DANA }, headers);
    expect(response.status).toBe(expected);
    expectErrorPage(response);
    expect(portal.calls).toEqual([]);
  });
});

const methods = ['put', 'patch', 'delete', 'trace', 'propfind'] as const;

test.each(methods)('T31: the method %s is rejected', async method => {
  const { portal } = await openPortal({ as: null });
  const { stylesheet } = portal.dependencies.assets;
  for (const [address, status, allowed] of [
    [paths.login, 405, 'GET, HEAD, POST'],
    [paths.dashboard, 405, 'GET, HEAD'],
    [paths.revokeLicense, 405, 'POST'],
    [paths.healthz, 405, 'GET, HEAD'],
    [stylesheet, 405, 'GET, HEAD'],
    ['/nothing', 404, undefined],
  ] as const) {
    const response = await request(portal.app)[method](address).set('Cookie', 'secret=1');
    expect([address, response.status, response.headers.allow]).toEqual([address, status, allowed]);
    expectErrorPage(response);
  }
});
