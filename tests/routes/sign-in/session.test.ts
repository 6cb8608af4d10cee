import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import type { Response } from 'supertest';
import { routes } from '../../../server/routes';
import { messages } from '../../../shared/messages';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/units';
import { kindOfCookie, setCookies } from '../../support/browsers/http-client';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { openPortal, type TestPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const [OLD_KEY, NEW_KEY] = ['the-old-secret-0123456789-0123456789', 'the-new-secret-0123456789-0123456789'];
const HTTPS = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1' };

async function expectSignedIn(browser: NoJsBrowser): Promise<Response> {
  const response = await browser.get('/dashboard');
  expect([response.status, response.headers.location]).toEqual([200, undefined]);
  expect(response.text).toContain('Dana Whitfield');
  return response;
}

async function expectSignedOut(browser: NoJsBrowser): Promise<Response> {
  const response = await browser.get('/dashboard');
  expect([response.status, response.headers.location]).toEqual([302, '/login']);
  return response;
}

const kindsOf = (response: Response) => setCookies(response).map(({ name }) => kindOfCookie(name));

const cookiesOf = (response: Response) =>
  setCookies(response).map(({ name, attributes, expired }) => ({
    name: name.replace(/(?<=tokens|session)\.[\da-f]{8}/, ''),
    attributes: attributes.filter(attribute => !/^(expires|max-age)=/.test(attribute)),
    expired,
  }));

describe('the cookies of a session', () => {
  const common = ['httponly', 'path=/', 'samesite=lax'];
  test.each([
    { scheme: 'http', environment: {}, prefix: '', attributes: common },
    { scheme: 'https', environment: HTTPS, prefix: '__Host-', attributes: [...common, 'secure'] },
  ])(
    'T9 T12 P35: over $scheme have all attributes that protect them, and are cleared by Logout',
    async ({ scheme, environment, prefix, attributes }) => {
      const cookies = (state: 'set' | 'cleared', ...names: string[]) =>
        names.map(name => ({ name: prefix + name, attributes, expired: state === 'cleared' }));
      const { browser } = await openPortal({
        as: null,
        environment,
        headers: { 'X-Forwarded-Proto': scheme },
      });
      expect(cookiesOf(await browser.signIn())).toEqual([
        ...cookies('set', 'tokens'),
        ...cookies('cleared', 'pending-email'),
        ...cookies('set', 'session', 'session.sig'),
      ]);
      const login = await browser.post('/login', { email: 'dana@acme.example' });
      expect(cookiesOf(login)).toEqual(cookies('set', 'pending-email'));

      const logout = await browser.post('/logout');
      expect([logout.status, logout.headers.location]).toEqual([303, '/login']);
      expect(logout.headers['clear-site-data']).toBe('"cache"');
      expect(cookiesOf(logout)).toEqual(
        cookies('cleared', 'pending-email', 'tokens', 'session', 'session.sig'),
      );
      await expectSignedOut(browser);
      const inOtherTab = await browser.post('/logout');
      expect([inOtherTab.status, inOtherTab.headers.location]).toEqual([303, '/login']);
      expect(cookiesOf(inOtherTab)).toEqual(cookies('cleared', 'interrupted-page'));
      expect(inOtherTab.headers).not.toHaveProperty('clear-site-data');
    },
  );

  test('T12: are cleared by Logout in Chromium without a search of its whole cache', async () => {
    const { browser } = await openPortal({ headers: { 'Sec-CH-UA': '"Chromium";v="150"' } });
    const logout = await browser.post('/logout');
    expect(logout.headers).not.toHaveProperty('clear-site-data');
    expect(logout.headers['cache-control']).toContain('no-store');
    await expectSignedOut(browser);
  });
});

describe('a cookie that was tampered with', () => {
  type Cookies = readonly [value: string, signature: string];
  const cookies = (browser: NoJsBrowser): Cookies => [
    browser.cookies.get(browser.cookieName('session')) ?? '',
    browser.cookies.get(browser.cookieName('session.sig')) ?? '',
  ];
  const flip = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

  const changes: Readonly<Record<string, (own: Cookies, other: Cookies) => readonly string[]>> = {
    'first byte of the value': ([value, signature]) => [flip(value, 0), signature],
    'half the value': ([value, signature]) => [value.slice(0, value.length >> 1), signature],
    'an empty value': ([, signature]) => ['', signature],
    'last byte of the signature': ([value, signature]) => [value, flip(signature, signature.length - 1)],
    'no signature': ([value]) => [value],
    'the value of another session': ([, signature], [other]) => [other, signature],
    'plain JSON': ([, signature]) => ['{"email":"dana@acme.example"}', signature],
    'text that is not Base64': ([, signature]) => ['%E0%A4%A"é;;', signature],
    '8,000 bytes': ([, signature]) => ['A'.repeat(8000), signature],
  };

  test.each(Object.entries(changes))('T10: is rejected: %s', async (_case, tamper) => {
    const { portal, browser } = await openPortal();
    const other = portal.browser();
    await other.signIn();
    // Caches both sessions, so that the cache could accept the changed cookie.
    for (const either of [browser, other]) expect((await either.get('/dashboard')).status).toBe(200);
    portal.calls.length = 0;
    const [value = '', signature] = tamper(cookies(browser), cookies(other));
    browser.cookies.set(browser.cookieName('session'), value);
    const signatureName = browser.cookieName('session.sig');
    if (signature === undefined) browser.cookies.delete(signatureName);
    else browser.cookies.set(signatureName, signature);
    await expectSignedOut(browser);
    expect(portal.calls).toEqual([]);
    expect((await browser.get('/login')).status).toBe(200);
  });

  test.each(['of another session', 'of nobody', 'that are cut off'])(
    'T10: with the tokens %s is rejected',
    async kind => {
      const { portal, browser } = await openPortal();
      const other = await portal.signedIn();
      const tokens = other.cookies.get(other.cookieName('tokens')) ?? '';
      const own = browser.cookieName('tokens');
      if (kind === 'of nobody') browser.cookies.delete(own);
      else browser.cookies.set(own, kind === 'that are cut off' ? tokens.slice(0, 900) : tokens);
      await expectSignedOut(browser);
      expect(portal.calls).toEqual([]);
    },
  );

  test.each(['', '%E0%A4%A', '{"email":"dana@acme.example"}'])(
    'T10: with a forged pending email address is ignored: %j',
    async value => {
      const { portal } = await openPortal({ as: null });
      const browser = portal.browser();
      browser.cookies.set('pending-email', value);
      const response = await browser.get(await portal.unrequestedLink());
      expect(response.status).toBe(200);
      expect(response.text).toContain('Please provide your email for confirmation');
    },
  );
});

describe('the end of a session', () => {
  test.each([
    ['12 hours', '7 days', {}, 12 * HOUR_MS, 7 * 24 * HOUR_MS],
    [
      'SESSION_IDLE_MINUTES',
      'SESSION_MAX_HOURS',
      { SESSION_IDLE_MINUTES: '10', SESSION_MAX_HOURS: '1' },
      10 * MINUTE_MS,
      HOUR_MS,
    ],
  ])(
    'T12 P62: comes %s after a visit, and %s after its start even if the browser keeps the cookie longer',
    async (_idle, _longest, environment, idle, longest) => {
      const { portal, browser } = await openPortal({ environment });
      const unused = browser.copy();
      portal.advanceClock(idle - 5 * SECOND_MS);
      await expectSignedIn(browser);
      portal.advanceClock(5 * SECOND_MS);
      await expectSignedOut(unused);

      for (let age = idle; age < longest - idle / 2; age += idle / 2) {
        await expectSignedIn(browser);
        portal.advanceClock(idle / 2);
      }
      portal.advanceClock(idle / 2 - 10 * SECOND_MS);
      await expectSignedIn(browser);
      const thief = browser.copy();
      portal.advanceClock(10 * SECOND_MS);
      await expectSignedOut(browser);
      await expectSignedOut(thief);
    },
  );

  test('T12: is postponed by every response a minute after the last visit, because one may be lost', async () => {
    const { portal, browser } = await openPortal();
    const postpones = async () => kindsOf(await browser.copy().get(paths.dashboard));
    expect(await postpones()).toEqual([]);
    portal.advanceClock(MINUTE_MS);
    expect([await postpones(), await postpones()]).toEqual([['seen'], ['seen']]);
  });

  test('T12: is postponed by every change of the session', async () => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(5 * HOUR_MS);
    await expectSignedIn(browser.copy());
    await browser.post(requestLicensesPath(paths.leadCapture));
    portal.advanceClock(11 * HOUR_MS);
    await expectSignedIn(browser);
  });

  test('T12: clears its cookies with the page that says so', async () => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(13 * HOUR_MS);
    await browser.get(paths.login, { 'Sec-Fetch-Dest': 'empty' });
    const login = await browser.get(paths.login);
    expect(login.text).toContain(messages.login.sessionEnded);
    expect(kindsOf(login)).toEqual(['tokens', 'session', 'session.sig']);
  });

  test('T12 P35: does not come with a GET request for /logout, which another site could cause', async () => {
    const { browser } = await openPortal();
    expect((await browser.get('/logout')).status).toBe(404);
    await expectSignedIn(browser);
  });
});

describe('the page to return to after a new sign-in', () => {
  test.each([1000, 5000])('loses its query if that is too long for a cookie: %i', async length => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(13 * HOUR_MS);
    const response = await browser.get(`/leads-capture?q=${'x'.repeat(length)}`);
    expect([response.status, response.headers.location]).toEqual([302, '/login']);
    for (const { size } of setCookies(response)) expect(size).toBeLessThanOrEqual(4096);
    expect((await browser.signIn()).headers.refresh).toBe('2; url=/leads-capture?signed-in');
  });

  test('T25: is on this host, even if the request line names another', async () => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(13 * HOUR_MS);
    const { port } = portal;
    const { cookie } = browser;
    const answer = await new Promise<IncomingMessage>(resolve => {
      get(
        { host: '127.0.0.1', port, path: 'http://evil.example/leads-capture?q=a', headers: { cookie } },
        resolve,
      );
    });
    answer.resume();
    expect(answer.headers.location).toBe('/login');
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = header.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      browser.cookies.set(name, value);
    }
    const again = await browser.signIn();
    expect(again.headers.refresh).toBe('2; url=/leads-capture?q=a&signed-in');
    expect(load(again.text)('[role=status] p').text()).toBe('Redirecting you...');
  });
});

describe('new session keys', () => {
  const withKeys = async (...keys: string[]) =>
    (await openPortal({ as: null, environment: { SESSION_KEYS: keys.join(',') } })).portal;

  test('T13: encrypt sessions while the old key still decrypts them, and then without it', async () => {
    const [before, during, after] = [
      await withKeys(OLD_KEY),
      await withKeys(NEW_KEY, OLD_KEY),
      await withKeys(NEW_KEY),
    ];
    const browser = before.browser();
    await browser.signIn();

    const rolled = browser.copy(during.app);
    const renewed = ['tokens', 'seen', 'session', 'session.sig'];
    expect(kindsOf(await expectSignedIn(rolled))).toEqual(renewed);
    const second = await expectSignedIn(rolled);
    expect(setCookies(second)).toEqual([]);

    await expectSignedIn(rolled.copy(after.app));
    await expectSignedOut(browser.copy(after.app));

    // T70: the page of another tab may show the toast meanwhile.
    await browser.post(paths.requestProfileData);
    expect(kindsOf(await browser.copy(during.app).get(paths.home))).toEqual(renewed);
  });

  test('T44: do not sign administrators out if every replica can decrypt with the new key before one encrypts', async () => {
    let previous = await withKeys(OLD_KEY);
    let browser = previous.browser();
    await browser.signIn();
    for (const keys of [[OLD_KEY, NEW_KEY], [NEW_KEY, OLD_KEY], [NEW_KEY]]) {
      const next = await withKeys(...keys);
      // Requests reach old and new replicas in turn.
      for (const replica of [next, previous, next, previous, next]) {
        browser = browser.copy(replica.app);
        await expectSignedIn(browser);
      }
      previous = next;
    }
  });

  test('T13: do not interrupt a sign-in', async () => {
    const [before, during] = [await withKeys(OLD_KEY), await withKeys(NEW_KEY, OLD_KEY)];
    const browser = before.browser();
    await browser.post('/login', { email: 'dana@acme.example' });
    const response = await browser.copy(during.app).post(await during.unrequestedLink());
    expect(response.text).toContain('Sign-in Successful!');
  });
});

describe('the size of a session', () => {
  const signInWith = async (portal: TestPortal, tokenBytes: number) => {
    portal.identity.tokenBytes = tokenBytes;
    const browser = portal.browser();
    return { browser, response: await browser.signIn() };
  };

  test('T14: fits into cookies of 4,096 bytes if an ID token has up to 2.8 KB', async () => {
    const { portal } = await openPortal({ as: null });
    for (const bytes of [500, 1021, 1320, 2800]) {
      const { browser, response } = await signInWith(portal, bytes);
      expect(Math.max(...setCookies(response).map(({ size }) => size))).toBeLessThanOrEqual(4096);
      await expectSignedIn(browser);
    }
  });

  test('T14 P61: fails the sign-in if a token is too long, without a redirect loop, and says why', async () => {
    const { portal } = await openPortal({ as: null });
    const { browser, response } = await signInWith(portal, 3900);
    expect(response.status).toBe(502);
    expect(response.text).toContain('Sign-in Failed');
    const { rejected, tooLarge } = messages.finishSignIn;
    expect(load(response.text)('[role=alert]').text()).toBe(rejected);
    expect(load(response.text)('main').text()).toContain(tooLarge);
    expect(browser.cookieName('tokens')).toBe('');
    await expectSignedOut(browser);
    const lines = portal.logLines();
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, err: expect.objectContaining({ type: 'SessionTooLarge' }) }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ audit: 'sign-in', outcome: 'failed' }));
    expect(lines).not.toContainEqual(expect.objectContaining({ audit: 'sign-in', outcome: 'ok' }));
  });

  test('T14: ends the session when a token that is too long comes with a refresh', async () => {
    const { portal, browser } = await openPortal();
    portal.identity.tokenBytes = 3900;
    portal.advanceClock(56 * MINUTE_MS);
    await expectSignedOut(browser);
    expect(browser.cookieName('session')).toBe('');
    expect(portal.logLines()).toContainEqual(expect.objectContaining({ level: 50, msg: 'Request failed' }));
  });
});

test('P17: without a session, every page, download and action redirects to the login page and calls no backend', async () => {
  const { portal } = await openPortal({ as: null });
  const open: readonly string[] = [paths.login, paths.linkSent, paths.finishSignIn, paths.logout];
  const guarded = routes(portal.dependencies).stack.flatMap(({ route }) =>
    typeof route?.path === 'string' && !open.includes(route.path) ? [route] : [],
  );
  expect(guarded.length).toBeGreaterThan(20);
  for (const { path, stack } of guarded) {
    const isForm = stack.some(({ method }) => method === 'post');
    const responses = isForm
      ? [await portal.browser().post(path, { licenseId: 'U-1', cardId: 'c1' })]
      : [await portal.browser().get(path), await portal.browser().head(path)];
    for (const { status, headers } of responses) {
      expect([path, status, headers.location]).toEqual([path, 302, '/login']);
      expect(headers['cache-control']).toBe('no-store, no-transform');
      expect(headers['content-disposition']).toBeUndefined();
    }
  }
  expect(portal.calls).toEqual([]);
  expect(portal.identity.calls).toEqual([]);
});

test('P11: the start page is Lead Capture', async () => {
  const { browser } = await openPortal();
  const response = await browser.get('/');
  expect([response.status, response.headers.location]).toEqual([302, '/leads-capture']);
});

describe('a token that expires', () => {
  test('T17 P64: is renewed when less than five minutes are left, and not before', async () => {
    const { portal, browser } = await openPortal();
    await browser.get('/dashboard');
    const first = portal.calls.at(-1)?.authorization;
    portal.advanceClock(54 * MINUTE_MS);
    await expectSignedIn(browser);
    expect(portal.identity.calls).toEqual([]);

    portal.advanceClock(MINUTE_MS + SECOND_MS);
    const response = await expectSignedIn(browser);
    expect(portal.identity.calls).toEqual(['refresh']);
    expect(kindsOf(response)).toEqual(['tokens', 'seen']);
    const renewed = portal.calls.at(-1)?.authorization;
    expect(renewed).not.toBe(first);

    await expectSignedIn(browser);
    expect(portal.identity.calls).toEqual(['refresh']);
    expect(portal.calls.at(-1)?.authorization).toBe(renewed);
  });

  test('T17 P64: is renewed once for all tabs that load at the same time', async () => {
    const renewal = Promise.withResolvers<void>();
    const { portal, browser } = await openPortal({
      replace: ({ identity }) => ({
        identity: {
          ...identity,
          async refresh(refreshToken: string) {
            const tokens = await identity.refresh(refreshToken);
            await renewal.promise;
            return tokens;
          },
        },
      }),
    });
    // Caches the session, so that each request below waits for the renewal as soon as it has arrived.
    await browser.get(paths.dashboard);
    portal.advanceClock(56 * MINUTE_MS);
    let arrived = 0;
    const { server } = portal;
    server.on('request', () => arrived++);
    const tabs = Array.from({ length: 20 }, () => browser.copy(server));
    const loading = Promise.all(tabs.map(tab => tab.get('/leads-capture')));
    await eventually('the requests of all tabs have arrived', async () => arrived === tabs.length);
    renewal.resolve();
    expect((await loading).map(({ status }) => status)).toEqual(tabs.map(() => 200));
    expect(portal.identity.calls).toEqual(['refresh']);
    for (const tab of tabs) await expectSignedIn(tab.copy(portal.app));
    expect(portal.identity.calls).toEqual(['refresh']);
  });

  test('T17: causes no redirect loop if it is always about to expire', async () => {
    const { portal } = await openPortal({ as: null });
    portal.identity.tokenLife = 60;
    const browser = portal.browser();
    await browser.signIn();
    for (let visit = 0; visit < 3; visit++) await expectSignedIn(browser);
  });
});

describe('a token that a backend rejects', () => {
  async function withRejectedToken() {
    const { portal, browser } = await openPortal();
    await browser.get('/dashboard');
    portal.identity.revoked.add(portal.calls.at(-1)?.authorization?.replace('Bearer ', '') ?? '');
    portal.calls.length = 0;
    portal.advanceClock(MINUTE_MS);
    return { portal, browser };
  }

  test('T17 P181: is renewed once, and the call is made again', async () => {
    const { portal, browser } = await withRejectedToken();
    const response = await browser.get('/leads-capture');
    expect(response.status).toBe(200);
    expect(response.text).toContain('U-1');
    expect(portal.calls.map(({ line }) => line)).toEqual([
      'GET /portalusers',
      'GET /portalusers',
      'GET /portal/scanneraccount/acme/stats',
    ]);
    expect(portal.identity.calls).toEqual(['refresh']);
    await browser.get('/leads-capture');
    expect(portal.identity.calls).toEqual(['refresh']);
  });

  test('T17: ends the session only when the identity provider has ended it', async () => {
    const { portal, browser } = await withRejectedToken();
    portal.identity.failure = 'is unavailable';
    const page = await browser.get('/leads-capture');
    expect(page.status).toBe(200);
    expect(page.text).toContain('dana@acme.example');

    portal.identity.failure = 'rejects';
    await expectSignedOut(browser);
    expect(browser.cookieName('session')).toBe('');
  });
});
