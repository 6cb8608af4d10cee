import http from 'node:http';
import https from 'node:https';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { load } from 'cheerio';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import * as faults from '../../../scripts/sandbox/faults';
import { createIdentity } from '../../../server/backends/identity';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { MINUTE_MS } from '../../../shared/units';
import { answering, startStandIn } from '../../support/backends/stand-in-backend';
import { setCookies } from '../../support/browsers/http-client';
import { closeAfterTest } from '../../support/end';
import { openPortal, type TestPortal } from '../../support/portal/portal';
import { patience } from '../../support/time/patience';
import { unrefTimers } from '../../support/time/unref-timers';
import { expectSafe, uncached } from './outcomes';

const DANA = 'dana@acme.example';
const FAILED_TO_SEND = 'Failed to send magic link. Please try again.';
const REJECTED = 'Failed to sign in. Please try requesting a new magic link.';

/** Timeouts of the identity provider, for tests that wait for them and for others, in milliseconds. */
const [SHORT, LONG] = [800, 20_000];
/** Longer than a test may take, and short enough that a test that fails still ends, in milliseconds. */
const LONGER_THAN_A_TEST = patience(90_000);

beforeEach(unrefTimers);

const rejecting = (code: string) =>
  answering(400, { error: { code: 400, message: code, errors: [{ message: code }] } });

/** Starts a portal with a session. Its real identity client calls a provider that answers like this. */
async function withProvider(fault: faults.Fault, timeout = LONG) {
  const { requests, origin } = await startStandIn(fault);
  const emulatorHost = new URL(origin).host;
  const real = closeAfterTest(
    createIdentity({ projectId: 'demo-portal', apiKey: 'portal-key', emulatorHost, timeout }),
  );
  let usesProvider = false;
  const { portal } = await openPortal({
    as: null,
    environment: { FINISH_LIMIT_PER_IP: '2' },
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        signIn: (email, link) => (usesProvider ? real : identity).signIn(email, link),
        refresh: real.refresh,
      },
    }),
  });
  const browser = portal.browser();
  await browser.signIn();
  portal.calls.length = 0;
  usesProvider = true;
  return { portal, browser, requests };
}

describe('a link that cannot be sent', () => {
  const matrix: readonly (readonly [string, faults.Fault])[] = [
    ['a reset connection', faults.reset],
    ['a lost response', faults.lostResponse],
    ['no response', faults.hang],
    ['headers byte by byte', faults.trickleHeaders],
    ['400', faults.status(400)],
    ['403', faults.status(403)],
    ['404', faults.status(404)],
    ['429', faults.status(429, { 'retry-after': '0' })],
    ['500', faults.status(500)],
    ['502', faults.status(502)],
    ['503', faults.status(503, { 'retry-after': '0' })],
    ['504', faults.status(504)],
    ['a redirect', faults.redirect('http://other.invalid/')],
  ];

  test.each(matrix)(
    'T2 P43 F18: because of %s is requested once, and the form keeps the email address',
    async (how, fault) => {
      const { portal, browser } = await openPortal({ as: null, at: paths.login, environment: uncached });
      portal.faults.on('magicLink', fault);
      await browser.fill('Email Address', DANA).press('Send Magic Link');
      expectSafe(browser.response);
      expect([browser.status, browser.text('[role=alert]')]).toEqual([200, FAILED_TO_SEND]);
      // Only these say that the address may be wrong.
      const asks = browser.text().includes('Check the spelling of the address');
      expect(asks).toBe(how === '400' || how === '404');
      expect(browser.value('Email Address')).toBe(DANA);
      expect(setCookies(browser.response)).toEqual([]);
      const made = portal.faults.attempts('magicLink');
      // A slow machine may need longer than a short deadline to connect.
      if (fault === faults.hang || fault === faults.trickleHeaders) expect(made).toBeLessThanOrEqual(1);
      else expect(made).toBe(1);

      portal.faults.off();
      const before = portal.store.emails(DANA).length;
      await browser.press('Send Magic Link');
      expect(browser.text('[role=status]')).toContain('Check your inbox');
      // On a slow machine, a call that was given up may arrive after the fault has ended.
      expect(portal.store.emails(DANA).length).toBeGreaterThan(before);
    },
  );
});

const outages: readonly (readonly [string, faults.Fault])[] = [
  ['500', faults.status(500)],
  ['502', faults.status(502)],
  ['503', faults.status(503)],
  ['an HTML page', faults.html],
  ['an empty body', faults.empty],
  ['a truncated response', faults.truncated],
  ['an endless response', faults.endless],
  ['a reset connection', faults.reset],
  ['no response', faults.hang],
  ['a stalled response', faults.stall],
];

/** For what depends on the outage no more. */
const someOutages = outages.filter(([, fault]) => [faults.html, faults.reset, faults.hang].includes(fault));

/** An error in the form of Google's APIs. */
const refusing = (code: number, message: string, status: string, reason: string) =>
  answering(code, { error: { code, message, status, details: [{ reason }] } });
const refusingKey = (message: string) => refusing(400, message, 'INVALID_ARGUMENT', 'API_KEY_INVALID');

const BLOCKED = 'API_KEY_HTTP_REFERRER_BLOCKED';
const QUOTA = 'RATE_LIMIT_EXCEEDED';
const TOO_MANY = 'TOO_MANY_ATTEMPTS_TRY_LATER';

/** Answers of the provider about the portal, with the code in the log. */
const refusals: readonly (readonly [string, string, faults.Fault])[] = [
  ['an expired key', 'API_KEY_EXPIRED', refusingKey('API key expired. Please renew the API key.')],
  ['a wrong key', 'API_KEY_INVALID', refusingKey('API key not valid. Please pass a valid API key.')],
  [
    'a blocked referer',
    BLOCKED,
    refusing(403, 'Requests from referer <empty> are blocked.', 'PERMISSION_DENIED', BLOCKED),
  ],
  ['a quota', QUOTA, refusing(429, 'Quota exceeded for quota metric', 'RESOURCE_EXHAUSTED', QUOTA)],
  ['a disabled sign-in', 'OPERATION_NOT_ALLOWED', rejecting('OPERATION_NOT_ALLOWED')],
  ['too many attempts', TOO_MANY, rejecting(`${TOO_MANY} : Too many attempts.`)],
  ['an unknown code', 'STATUS_400', answering(400, { error: { message: `${DANA} is unknown` } })],
  ['no code', 'STATUS_404', answering(404, {})],
];

describe('an identity provider that answers a sign-in', () => {
  async function expectFailure(portal: TestPortal, status: number) {
    const visitor = portal.browser();
    const response = await visitor.signIn(DANA);
    expectSafe(response);
    expect(response.status).toBe(status);
    expect(response.text).toContain('Sign-in Failed');
    expect(response.text).toContain(REJECTED);
    expect(visitor.cookieName('session')).toBe('');
    return response;
  }

  test.each([
    'USER_DISABLED',
    'ADMIN_ONLY_OPERATION',
    'BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error',
  ])(
    'P55 P60: with %s refuses this person, which alerts nobody and counts as a failed attempt',
    async code => {
      const { portal, browser } = await withProvider(rejecting(code));
      const address = await portal.unrequestedLink();
      for (let attempt = 0; attempt < 2; attempt++) {
        const response = await portal.browser().post(address, { email: DANA });
        expectSafe(response);
        expect(response.status).toBe(403);
        expect(load(response.text)('[role=alert]').text()).toBe(
          'This address may not sign in here. Ask whoever runs this portal.',
        );
      }
      expect((await portal.browser().post(address, { email: DANA })).status).toBe(429);
      const lines = portal.logLines().filter(({ msg }) => msg === 'Sign-in failed');
      expect(lines[0]).toMatchObject({ level: 40, err: { code: code.split(' ')[0] } });
      expect((await browser.get(paths.dashboard)).status).toBe(200);
    },
  );

  test.each(['INVALID_OOB_CODE', 'EXPIRED_OOB_CODE', 'INVALID_EMAIL'])(
    'P55 F19: with %s refuses it: a generic page is shown, and the reason is logged',
    async code => {
      const { portal, requests } = await withProvider(rejecting(code));
      const { text } = await expectFailure(portal, 400);
      expect(text).not.toMatch(/OOB_CODE|INVALID_EMAIL|auth\//);
      expect(portal.log()).toMatch(/"code":"((INVALID|EXPIRED)_OOB_CODE|INVALID_EMAIL)"/);
      expect(requests.map(({ line }) => line.split('?')[0])).toEqual([
        'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink',
      ]);
    },
  );

  test.each(outages)('F20: with %s fails it in time, without a session', async (_case, fault) => {
    const { portal } = await withProvider(fault, SHORT);
    const { text } = await expectFailure(portal, 503);
    expect(text).toContain(messages.finishSignIn.providerUnavailable);
  });
});

describe('an identity provider that answers a refresh', () => {
  test.each(someOutages)('F21: with %s has no effect while the token is valid', async (_case, fault) => {
    const lasts = fault === faults.hang;
    const { portal, browser, requests } = await withProvider(fault, lasts ? SHORT : LONG);
    portal.advanceClock(57 * MINUTE_MS);
    const response = await browser.get(paths.leadCapture);
    expectSafe(response);
    expect(response.status).toBe(200);
    expect(response.text).toContain('U-1');
    // A slow machine may need longer than a short deadline to connect.
    if (!lasts) expect(requests).toHaveLength(1);
  });

  test.each(outages)(
    'P63 F22: with %s causes 503 once the token has expired, and the session is kept',
    async (_case, fault) => {
      const { portal, browser } = await withProvider(fault, SHORT);
      portal.advanceClock(61 * MINUTE_MS);
      for (const path of [paths.leadCapture, '/leads-capture/licenses.csv']) {
        const response = await browser.get(path);
        expectSafe(response);
        expect(response.status).toBe(503);
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
        expect(response.headers['content-disposition']).toBeUndefined();
        expect(response.text).toContain('The identity provider is not responding correctly.');
        expect(response.text).toContain('You are still signed in');
        expect(setCookies(response).filter(({ expired }) => expired)).toEqual([]);
      }
      expect(portal.calls).toEqual([]);
      expect(browser.cookieName('session')).not.toBe('');
    },
  );

  test('T75: that hangs keeps no page waiting while its token is valid, and is called once in 30 seconds', async () => {
    const { portal, browser, requests } = await withProvider(faults.hang, LONGER_THAN_A_TEST);
    portal.advanceClock(57 * MINUTE_MS);
    for (const path of [paths.leadCapture, paths.dashboard, '/leads-capture/licenses.csv']) {
      expect((await browser.get(path)).status).toBe(200);
    }
    expect(requests).toHaveLength(1);
  });

  test('T75: that has failed is tried again after 30 seconds', async () => {
    const { portal, browser, requests } = await withProvider(faults.status(500));
    portal.advanceClock(56 * MINUTE_MS);
    for (const [seconds, attempts] of [
      [0, 1],
      [29, 1],
      [2, 2],
    ] as const) {
      portal.advanceClock(seconds * 1000);
      expect((await browser.get(paths.dashboard)).status).toBe(200);
      expect(requests).toHaveLength(attempts);
    }
  });

  test.each(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'])(
    'F23: with %s ends the session',
    async code => {
      const { portal, browser } = await withProvider(rejecting(code));
      portal.advanceClock(57 * MINUTE_MS);
      const response = await browser.get(paths.leadCapture);
      expect([response.status, response.headers.location]).toEqual([302, paths.login]);
      expect(portal.logLines().filter(({ level }) => Number(level) > 30)).toEqual([]);
      expect(browser.cookieName('session')).toBe('');
      expect(portal.calls).toEqual([]);
    },
  );

  test.each(someOutages)(
    'with %s, after a backend has rejected the token, affects only the stats of that backend',
    async (_case, fault) => {
      const { portal, browser } = await withProvider(fault, SHORT);
      portal.faults.on('scannerStats', faults.status(401));
      const response = await browser.get(paths.leadCapture);
      expectSafe(response);
      expect(response.status).toBe(200);
      expect(response.text).toContain('Error loading lead capture information');
      expect(browser.cookieName('session')).not.toBe('');
      expect(portal.faults.attempts('scannerStats')).toBe(1);
    },
  );
});

test.each(refusals)(
  'P55 P60 P63 F26: an identity provider with %s, which is about the portal, blames neither the link nor the person, and ends no session',
  async (_case, code, fault) => {
    const { portal, browser } = await withProvider(fault);
    const address = await portal.unrequestedLink();
    // It does not count as a failed attempt.
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await portal.browser().post(address, { email: DANA });
      expectSafe(response);
      expect(response.status).toBe(503);
      expect(response.text).toContain(messages.finishSignIn.portalRefused);
      expect(load(response.text)('a.primary').attr('href')).toBe(address);
    }
    const [line] = portal.logLines().filter(({ msg }) => msg === 'Sign-in failed');
    expect(line).toMatchObject({ level: 50, err: { type: 'IdentityRefusesPortal', code } });
    expect(portal.logLines()).toContainEqual(
      expect.objectContaining({ audit: 'sign-in', outcome: 'failed' }),
    );

    portal.advanceClock(57 * MINUTE_MS);
    expect((await browser.get(paths.leadCapture)).status).toBe(200);
    portal.advanceClock(4 * MINUTE_MS);
    const response = await browser.get(paths.leadCapture);
    expectSafe(response);
    expect(response.status).toBe(503);
    expect(response.text).toContain('The identity provider refuses the portal');
    expect(setCookies(response).filter(({ expired }) => expired)).toEqual([]);
    expect(portal.logLines()).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'Request failed',
        err: expect.objectContaining({ type: 'IdentityRefusesPortal', code }),
      }),
    );
    expect(portal.log()).not.toContain(DANA);
  },
);

test.each([
  ['refuses the portal', refusals[0]?.[2] ?? faults.hang, ['sign-in', 'token renewal']],
  ['is unavailable', faults.status(500), ['sign-in', 'token renewal']],
  ['accepts its key for renewals', rejecting('INVALID_REFRESH_TOKEN'), ['sign-in']],
])(
  'the start of a portal warns about what refuses it: a provider that the identity provider %s',
  async (_case, fault, warned) => {
    const { portal } = await openPortal({ as: null });
    const { origin } = await startStandIn(fault);
    const identity = closeAfterTest(
      createIdentity({
        projectId: 'demo-portal',
        apiKey: 'portal-key',
        emulatorHost: new URL(origin).host,
        timeout: LONG,
      }),
    );
    await identity.check(portal.dependencies.logger);
    const warnings = portal.logLines().filter(({ level }) => level === 40);
    expect(warnings.map(({ call }) => call).toSorted()).toEqual(warned);
    expect(portal.log()).not.toContain('portal-key');
  },
);

test('an endless answer of the provider is not read on', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const { portal } = await withProvider(({ response }) => {
    let sent = 0;
    const send = () => {
      while (!response.destroyed && response.write(' '.repeat(16_384))) sent += 16_384;
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.on('drain', send).on('close', () => resolve(sent));
    send();
  });
  const response = await portal.browser().post(await portal.unrequestedLink(), { email: DANA });
  expect(response.status).toBe(503);
  // Bytes in the buffers of the kernel count, too.
  expect(await closed).toBeLessThan(16 * 1024 * 1024);
});

describe('the public keys that verify tokens', () => {
  // Unsigned tokens are accepted only from an emulator.
  beforeEach(() => {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  });

  const makeKeys = () => generateKeyPair('RS256');
  let known: Awaited<ReturnType<typeof makeKeys>>;
  let unknown: Awaited<ReturnType<typeof makeKeys>>;
  beforeAll(async () => {
    [known, unknown] = await Promise.all([makeKeys(), makeKeys()]);
  });

  /** Starts a portal whose provider issues signed tokens, and whose keys come from a server that answers like this. */
  async function withKeys(faultOf: (publicKey: string) => faults.Fault, timeout = LONG, expiresIn = '5h') {
    const { origin } = await startStandIn(faultOf(await exportSPKI(known.publicKey)));
    jest
      .spyOn(https, 'request')
      .mockImplementation(((options: http.RequestOptions, done: () => void) =>
        http.request(origin, { path: options.path, method: options.method }, done)) as typeof https.request);

    let signer = known.privateKey;
    const token = () =>
      new SignJWT({ email: DANA, auth_time: Math.floor(Date.now() / 1000) - 60 })
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
        .setIssuer('https://securetoken.google.com/demo-portal')
        .setAudience('demo-portal')
        .setSubject('user-dana')
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(signer);
    const refreshToken = `AMf-refresh-${DANA}`;
    const answer = (idToken: string) =>
      faults.json({ id_token: idToken, idToken, refresh_token: refreshToken, refreshToken });
    const answerWhenSigned: faults.Fault = exchange => void token().then(each => answer(each)(exchange));
    const portal = await withProvider(answerWhenSigned, timeout);
    const forge = () => {
      signer = unknown.privateKey;
    };
    return { ...portal, forge };
  }

  const serves =
    (publicKey: string): faults.Fault =>
    ({ response }) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' })
        .end(JSON.stringify({ 'key-1': publicKey }));
    };

  test.each(outages.filter(([, fault]) => fault !== faults.hang && fault !== faults.endless))(
    'F24: cause 503 if they cannot be fetched because of %s, and no unverified token is accepted',
    async (_case, fault) => {
      const { portal, browser } = await withKeys(() => fault, SHORT);
      portal.advanceClock(61 * MINUTE_MS);
      const response = await browser.get(paths.leadCapture);
      expect(response.status).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(setCookies(response).filter(({ expired }) => expired)).toEqual([]);
      expect(portal.calls).toEqual([]);
    },
  );

  test('are cached', async () => {
    let broken = false;
    const { portal, browser, requests } = await withKeys(publicKey => exchange => {
      (broken ? faults.status(500) : serves(publicKey))(exchange);
    });
    portal.advanceClock(61 * MINUTE_MS);
    expect((await browser.get(paths.dashboard)).status).toBe(200);
    broken = true;
    const refreshes = requests.length;
    portal.advanceClock(5 * 60 * MINUTE_MS);
    const later = await browser.get(paths.dashboard);
    expect(later.status).toBe(200);
    expect(requests.length).toBeGreaterThan(refreshes);
  });

  test('P436: a token that has expired already does not promise that the link is valid, and blames the clock', async () => {
    const { portal, browser } = await withKeys(serves, LONG, '-2h');
    await browser.visit(await portal.unrequestedLink());
    await browser.fill('Email Address', DANA).press('Sign in');
    expect(browser.status).toBe(503);
    expect(browser.text('[role=alert]')).toBe(REJECTED);
    expect(browser.text('main')).not.toMatch(/still be valid|stays valid|Try again/);
    expect(browser.texts('main .primary')).toEqual(['Send a new link']);
    expect(portal.log()).toMatch(/check the clock.*auth\/id-token-expired/);
  });

  test('reject a forged token', async () => {
    const { portal, browser, forge } = await withKeys(serves);
    forge();
    portal.advanceClock(61 * MINUTE_MS);
    const response = await browser.get(paths.leadCapture);
    expect([302, 503]).toContain(response.status);
    expect(portal.calls).toEqual([]);
  });
});
