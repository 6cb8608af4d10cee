import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import request from 'supertest';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import { freePort } from '../../../scripts/system/ports';
import { connectSharedState } from '../../../server/replicas/redis-shared';
import { createEndedSessions } from '../../../server/session/ended-sessions';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import { holdCalls } from '../../support/backends/held-calls';
import { kindOfCookie, setCookies } from '../../support/browsers/http-client';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana } from '../../support/data/accounts';
import { closeAfterTest } from '../../support/end';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const DANA = 'dana@acme.example';
const FIELDS = { email: DANA, people: DANA, licenseId: 'U-1', cardId: 'c1', license: 'U-1' };
const HIGH_LIMITS = { LOGIN_LIMIT_PER_EMAIL: '1000', LOGIN_LIMIT_PER_IP: '1000' };

test('T11: no cookie reveals a token, an email or a name, decoded once or twice', async () => {
  const { portal, browser } = await openPortal();
  await browser.post(requestLicensesPath(paths.leadCapture));
  await browser.post('/login', { email: DANA });
  portal.advanceClock(13 * 60 * MINUTE_MS);
  await browser.get('/leads-capture?q=dana');
  expect([...browser.cookies.keys()].map(kindOfCookie).toSorted()).toEqual([
    'changed',
    'interrupted-page',
    'pending-email',
    'requested',
    'session',
    'session.sig',
    'toast',
    'tokens',
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
    portal.advanceClock(2 * MINUTE_MS);
    const response = await browser.get('/dashboard');
    expect(response.status).toBe(200);
    sizes.push(setCookies(response).map(({ size }) => size));
  }
  expect(sizes[0]).toHaveLength(1);
  expect(sizes[0]).toEqual(sizes[1]);
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

test('T16 P66: every form from another site is rejected without backend calls', async () => {
  const { portal, browser } = await openPortal({ environment: { ...HIGH_LIMITS, TRUST_PROXY: '1' } });
  for (const path of formPaths(portal.dependencies)) {
    for (const headers of crossSite) {
      const response = await browser.post(path, FIELDS, headers);
      expect([path, headers, response.status]).toEqual([path, headers, 403]);
      expect(setCookies(response)).toEqual([]);
      expect(load(response.text)('h1').text()).toBe('This form came from another site');
    }
  }
  expect([...portal.calls, ...portal.identity.calls]).toEqual([]);
  expect((await browser.get('/dashboard')).status).toBe(200);
});

test('T16: every form from the portal itself is read', async () => {
  const { portal } = await openPortal({ as: null, environment: HIGH_LIMITS });
  for (const path of formPaths(portal.dependencies)) {
    const browser = await portal.signedIn();
    for (const headers of sameOrigin) {
      const { status } = await browser.copy().post(path, FIELDS, headers);
      expect([path, headers, [200, 303, 400, 422, 501].includes(status)]).toEqual([path, headers, true]);
    }
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
  ['ahead', 5 * MINUTE_MS],
  ['behind', -5 * MINUTE_MS],
])('T17: a portal whose clock is five minutes %s works without redirect loops', async (_case, skew) => {
  const { portal, browser } = await openPortal({ replace: ({ now }) => ({ now: () => now() + skew }) });
  for (let count = 0; count < 3; count++) expect((await browser.get('/dashboard')).status).toBe(200);
  expect(portal.identity.calls).toEqual([]);
  portal.advanceClock(56 * MINUTE_MS);
  for (let count = 0; count < 3; count++) expect((await browser.get('/dashboard')).status).toBe(200);
  expect(portal.identity.calls.length).toBeLessThanOrEqual(1);
  portal.advanceClock(4.5 * MINUTE_MS);
  const page = await browser.get('/leads-capture');
  expect([page.status, page.text.includes('U-1')]).toEqual([200, true]);
  expect(portal.identity.calls).toEqual(['refresh']);
});

test('P36 T40: after logout a copy of the cookie opens no page, and another browser stays signed in', async () => {
  const { portal, browser } = await openPortal();
  const other = await portal.signedIn();
  const copy = browser.copy();
  expect((await copy.get(paths.dashboard)).status).toBe(200);
  await browser.post(paths.logout);
  portal.calls.length = 0;
  for (const path of [paths.dashboard, '/leads-capture/licenses.csv']) {
    const response = await copy.get(path);
    expect([response.status, response.headers.location]).toEqual([302, paths.login]);
  }
  expect(portal.calls).toEqual([]);
  expect((await other.get(paths.dashboard)).status).toBe(200);
});

test('T40: a response that started before logout does not restore the session', async () => {
  const { portal, browser } = await openPortal();
  // The page sets the cookie because it shows a toast.
  await browser.post(requestLicensesPath(paths.leadCapture));
  const copy = browser.copy();
  const { release } = holdCalls(portal.faults, statsCalls);
  const page = copy.get(paths.leadCapture);
  page.catch(() => {});
  portal.calls.length = 0;
  await eventually('the page waits for its list', async () =>
    portal.calls.some(({ line }) => line.endsWith('/stats')),
  );
  await browser.post(paths.logout);
  release();
  expect(setCookies(await page)).toEqual([]);
  expect((await copy.get(paths.dashboard)).status).toBe(302);
});

test('P201 T40: logout works while Redis is unavailable, and the failure is logged', async () => {
  const closed = await freePort();
  const { portal, browser } = await openPortal({
    replace({ config, logger }) {
      const address = { url: `redis://127.0.0.1:${closed}`, timeout: 1000 };
      const { endedSessions } = closeAfterTest(connectSharedState(config, { address, logger }));
      return { endedSessions: createEndedSessions(endedSessions) };
    },
  });
  const copy = browser.copy();
  const { status, headers } = await browser.post(paths.logout);
  expect([status, headers.location]).toEqual([303, paths.login]);
  expect(browser.cookies.size).toBe(0);
  expect((await copy.get(paths.dashboard)).status).toBe(302);
  await eventually('the failure is logged', async () => portal.log().includes('Redis unavailable'));
});

test.each([
  ['a page', (browser: NoJsBrowser) => browser.get(paths.dashboard)],
  ['an action', (browser: NoJsBrowser) => browser.post(requestLicensesPath(paths.leadCapture))],
  ['Logout', (browser: NoJsBrowser) => browser.post(paths.logout)],
])('T75: %s waits once at most for a Redis that hangs', async (_request, send) => {
  const asked: string[] = [];
  const { portal, browser } = await openPortal({
    replace: () => ({
      endedSessions: createEndedSessions({
        async has(id) {
          asked.push(id);
          return false;
        },
        add: async () => true,
        keepComplete: () => {},
      }),
    }),
  });
  await browser.post(requestLicensesPath(paths.cards));
  portal.advanceClock(2 * MINUTE_MS);
  asked.length = 0;
  expect((await send(browser)).status).toBeLessThan(400);
  expect(asked).toHaveLength(1);
});

test('T40: an ended session is forgotten once its cookie has expired', async () => {
  const ended = createEndedSessions();
  await ended.add('one', 1);
  await ended.add('two', 60_000);
  await wait(20);
  expect([await ended.has('one'), await ended.has('two'), await ended.has('three')]).toEqual([
    false,
    true,
    false,
  ]);
});
