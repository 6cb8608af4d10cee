import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request from 'supertest';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { setCookies } from '../../support/browsers/http-client';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana } from '../../support/data/accounts';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';
const MINUTE = 60_000;
const HIGH_LIMITS = { LOGIN_LIMIT_PER_EMAIL: '1000', LOGIN_LIMIT_PER_IP: '1000' };

test('T11: no cookie reveals a token, an email or a name, decoded once or twice', async () => {
  const { portal, browser } = await openPortal();
  await browser.post(requestLicensesPath(paths.leadCapture));
  await browser.post('/login', { email: DANA });
  portal.advanceClock(13 * 60 * MINUTE);
  await browser.get('/leads-capture?q=dana');
  expect([...browser.cookies.keys()].toSorted()).toEqual([
    'interrupted-page',
    'pending-email',
    'session',
    'session.sig',
  ]);
  const claims = portal.calls.find(({ call }) => call === 'portalUsers')?.authorization?.split('.')[1] ?? '';
  expect(claims.length).toBeGreaterThan(50);
  for (const cookie of browser.cookies.values()) {
    const decoded = (text: string) => Buffer.from(text, 'base64').toString('latin1');
    const plain = decodeURIComponent(cookie);
    for (const text of [plain, decoded(plain), decoded(decoded(plain))]) {
      // Encrypted text contains short words by chance.
      expect(text).not.toMatch(/dana@|acme\.|whitfield|AMf-refresh/i);
      expect(text).not.toContain(claims);
    }
  }
});

test('T14: the size of the session cookie does not depend on roles or names', async () => {
  const more = Array.from({ length: 200 }, (_, at) => ({ product: 2 as const, entityId: `acme-${at}` }));
  const roles = [...dana().roles, ...more];
  const sizes = [];
  for (const account of [dana(), dana({ name: 'n'.repeat(5000), company: 'c'.repeat(5000), roles })]) {
    const { portal, browser } = await openPortal({ accounts: [account] });
    portal.advanceClock(2 * MINUTE);
    const response = await browser.get('/dashboard');
    expect(response.status).toBe(200);
    sizes.push(setCookies(response).map(({ size }) => size));
  }
  expect(sizes[0]).toHaveLength(2);
  expect(sizes[0]).toEqual(sizes[1]);
});

interface Form {
  readonly path: string;
  /** The URL that the form is posted to, if it differs from `path`. */
  readonly address?: (portal: TestPortal) => Promise<string>;
  readonly fields?: Record<string, string>;
  /** The status of a same-origin submission. */
  readonly status: number;
}

const forms: readonly Form[] = [
  { path: paths.login, fields: { email: DANA }, status: 303 },
  {
    path: paths.finishSignIn,
    address: portal => portal.unrequestedLink(),
    fields: { email: DANA },
    status: 200,
  },
  { path: paths.logout, status: 303 },
  { path: requestLicensesPath(paths.leadCapture), status: 303 },
  { path: paths.revokeLicense, fields: { licenseId: 'U-1', email: 'ada@acme.example' }, status: 303 },
  { path: requestLicensesPath(paths.cards), status: 303 },
  { path: paths.deactivateCard, fields: { cardId: 'c1', email: 'ada@acme.example' }, status: 303 },
  { path: paths.requestProfileData, status: 303 },
  { path: paths.addCard, status: 501 },
  { path: paths.leavers, fields: { people: DANA }, status: 303 },
  { path: paths.compare, status: 200 },
  { path: paths.reviewRemovals, fields: { license: 'U-1' }, status: 303 },
  { path: paths.leaveOut, status: 303 },
  { path: paths.removalRun, fields: { review: 'unknown' }, status: 303 },
];

test('T16: every route that accepts a form is tested below', async () => {
  const { portal } = await openPortal({ as: null });
  expect(formPaths(portal.dependencies).toSorted()).toEqual(forms.map(({ path }) => path).toSorted());
});

const sameOrigin: readonly Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' },
  // Older browsers send Origin only.
  { Origin: 'http://portal.example' },
  // A page with the referrer policy no-referrer.
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
  // Not a browser.
  {},
];

const crossSite: readonly Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://portal.example' },
  { 'Sec-Fetch-Site': 'same-origin, cross-site' },
  { 'Sec-Fetch-Site': '' },
  { Origin: 'http://evil.example' },
  { Origin: 'https://portal.example' },
  { Origin: 'http://portal.example:8080' },
  { Origin: 'http://portal.example.evil.example' },
  { Origin: 'null' },
  { Origin: '' },
  { Origin: 'http://evil.example', Host: 'evil.example' },
  { Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' },
];

/** Posts a form with these headers and all cookies of a session. */
async function post(
  portal: TestPortal,
  browser: NoJsBrowser,
  { path, address, fields }: Form,
  headers: Record<string, string>,
) {
  const target = address ? await address(portal) : path;
  portal.calls.length = 0;
  portal.identity.calls.length = 0;
  const response = await browser.post(target, fields, headers);
  return { response, calls: [...portal.calls.map(({ line }) => line), ...portal.identity.calls] };
}

test.each(forms)(
  'T16 P66: the form to $path from another site is rejected without backend calls',
  async form => {
    const { portal, browser } = await openPortal({ environment: { ...HIGH_LIMITS, TRUST_PROXY: '1' } });
    for (const headers of crossSite) {
      const { response, calls } = await post(portal, browser, form, headers);
      expect([headers, response.status, calls]).toEqual([headers, 403, []]);
      expect(setCookies(response)).toEqual([]);
      expect(load(response.text)('h1').text()).toBe('This form came from another site');
    }
    expect((await browser.get('/dashboard')).status).toBe(200);
  },
);

test.each(forms)('T16: the form to $path from the portal itself is accepted', async form => {
  const { portal } = await openPortal({ as: null, environment: HIGH_LIMITS });
  for (const headers of sameOrigin) {
    const browser = portal.browser();
    await browser.signIn();
    const { response, calls } = await post(portal, browser, form, headers);
    expect([headers, response.status]).toEqual([headers, form.status]);
    const withoutCall: readonly string[] = [paths.logout, paths.addCard, paths.removalRun];
    expect(calls.length > 0).toBe(!withoutCall.includes(form.path));
  }
});

test('T16: other methods from another site are rejected as well, while links work', async () => {
  const { portal, browser } = await openPortal();
  const { cookie } = browser;
  for (const method of ['put', 'patch', 'delete'] as const) {
    const sent = request(portal.app)[method](paths.revokeLicense).set('Cookie', cookie);
    await sent.set('Sec-Fetch-Site', 'cross-site').expect(403);
  }
  expect(portal.calls).toEqual([]);
  expect((await browser.get('/dashboard', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200);
});

test.each([
  ['ahead', 5 * MINUTE],
  ['behind', -5 * MINUTE],
])('T17: a portal whose clock is five minutes %s works without redirect loops', async (_case, skew) => {
  const { portal, browser } = await openPortal({ replace: ({ now }) => ({ now: () => now() + skew }) });
  for (let count = 0; count < 3; count++) expect((await browser.get('/dashboard')).status).toBe(200);
  expect(portal.identity.calls).toEqual([]);
  portal.advanceClock(56 * MINUTE);
  for (let count = 0; count < 3; count++) expect((await browser.get('/dashboard')).status).toBe(200);
  expect(portal.identity.calls.length).toBeLessThanOrEqual(1);
  portal.advanceClock(4.5 * MINUTE);
  const page = await browser.get('/leads-capture');
  expect([page.status, page.text.includes('U-1')]).toEqual([200, true]);
  expect(portal.identity.calls).toEqual(['refresh']);
});
