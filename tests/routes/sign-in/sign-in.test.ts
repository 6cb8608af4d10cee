import { afterAll, describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { createIdentity } from '../../../server/backends/identity';
import { messages } from '../../../shared/messages';
import { paths } from '../../../shared/paths';
import { kindOfCookie, setCookies } from '../../support/browsers/http-client';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { openPortal, type PortalOptions, type TestPortal } from '../../support/portal/portal';

const DANA = 'dana@acme.example';
const EMAIL_MISSING = 'Please enter your email address';
const REJECTED = 'Failed to sign in. Please try requesting a new magic link.';
const COOKIES_BLOCKED =
  'This browser blocks the cookies of the portal, or has deleted them. Allow cookies for this site, then request a new link.';

async function requestLink(browser: NoJsBrowser, email = DANA): Promise<NoJsBrowser> {
  await browser.visit('/login');
  return browser.fill('Email Address', email).press('Send Magic Link');
}

/** Starts a portal and a browser that has requested a link for Dana. Also returns the link. */
async function withLink(options: PortalOptions = {}) {
  const { portal } = await openPortal({ as: null, ...options });
  const browser = await requestLink(portal.browser());
  const link = portal.latestLink(DANA);
  portal.calls.length = 0;
  return { portal, browser, link };
}

describe('the login page', () => {
  test('P11 P37 P39: has a field for the email address, with an explanation', async () => {
    const { browser } = await openPortal({ as: null, at: '/login' });
    expect(browser.status).toBe(200);
    expect(browser.text()).toContain('We will email you a secure link. No password needed.');
    expect(browser.value('Email Address')).toBe('');
    expect(browser.texts('h1')).toHaveLength(1);
    expect(browser.has('input#email[type=email][name=email][required]')).toBe(true);
    // The server's sentences are seen in every browser.
    expect(browser.has('form[novalidate]')).toBe(true);
    const button = browser.$('form[method=post][action="/login"] button[type=submit]');
    expect(button.text()).toBe('Send Magic Link');
    expect(button.attr('data-busy-label')).toBe('Sending Magic Link...');
  });

  test.each([
    ['spaces', `  ${DANA} `],
    ['spaces, commas and invisible characters', ' dana\u200b@acme.example, '],
  ])('P40 P42 T37: sends the link to an address with %s around it', async (_case, email) => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser(), email);
    expect(browser.status).toBe(200);
    expect(browser.text('[role=status]')).toContain('Check your inbox');
    expect(portal.store.emails(DANA)).toHaveLength(1);
    expect(portal.calls).toMatchObject([
      { line: 'POST /portalusers/magiclink', authorization: undefined, contentType: 'application/json' },
    ]);
  });

  test.each([
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['o’brien@acme.example', "o'brien@acme.example"],
  ])('P432: sends the link for %s to %s', async (typed, email) => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser(), typed);
    expect(browser.value('Email Address')).toBe(email);
    expect(browser.text()).toContain('Check the spelling of the address');
    expect(portal.calls).toMatchObject([{ line: 'POST /portalusers/magiclink' }]);
  });

  test.each([
    'Dana Whitfield <dana@acme.example>',
    '"Whitfield, Dana" <dana@acme.example>;',
    '<mailto:dana@acme.example>',
    'mailto:dana@acme.example?subject=Link&cc=eve@evil.example',
    '"dana@acme.example"',
    "'dana@acme.example'",
    '“dana@acme.example”',
    'dana@acme.example <mailto:dana@acme.example>',
  ])('P42: takes the one address of what was pasted: %s', async pasted => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser(), pasted);
    expect(browser.text()).toContain(`The link is for ${DANA}.`);
    expect(portal.calls).toHaveLength(1);
  });

  test('P432: says that a name with such letters is not supported', async () => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser(), 'jürgen@acme.example');
    expect(browser.text('[role=alert]')).toBe(EMAIL_MISSING);
    expect(browser.text()).toContain('The part before the @ has letters');
    expect(portal.calls).toEqual([]);
  });

  test('P433: leads signed-in administrators to the portal, unless they ask for the form', async () => {
    const { browser } = await openPortal();
    const response = await browser.get('/login');
    expect([response.status, response.headers.location]).toEqual([302, '/']);
    expect((await browser.get('/login?again')).text).toContain('Send Magic Link');
  });

  test('P434: a link for another address than the last one of this browser works with its own', async () => {
    const { portal, browser } = await withLink();
    await browser.visit(await portal.unrequestedLink('ben@acme.example'));
    await browser.press('Continue to the portal');
    expectFailure(browser, REJECTED);
    expect(browser.$('main button').first().text()).toBe('Send a new link');
    expect(browser.texts('main .primary')).toEqual(['Send a new link']);
    expect(browser.has('[aria-invalid], [autofocus]')).toBe(false);
    await browser.fill('Email Address', 'ben@acme.example').press('Sign in');
    expect(browser.text('h1')).toBe('Sign-in Successful!');
    expect(portal.identity.calls).toEqual(['sign in', 'sign in']);
  });

  test('P204: explains where the link is sent, what to do if it does not arrive, and how to request another; a reload sends nothing', async () => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser());
    expect(browser.address).toBe('/login/sent');
    expect(browser.$('title').text()).toBe('Link sent – License Portal');
    expect(browser.text()).toContain(`The link is for ${DANA}. It works once, within six hours.`);
    expect(browser.text()).toContain(
      'If it does not arrive within a few minutes, check the spelling and your spam folder. Asked several times? Wait 15 minutes.',
    );
    await browser.reload();
    expect(browser.text('[role=status]')).toContain('Check your inbox');
    expect(portal.store.emails(DANA)).toHaveLength(1);
    await browser.press('Send the link again');
    expect(browser.address).toBe('/login/sent');
    expect(portal.store.emails(DANA)).toHaveLength(2);
    await browser.follow('Use another address');
    expect(browser.value('Email Address')).toBe('');
  });

  test('P435: /login/sent says that cookies are blocked if the browser has sent none', async () => {
    const { portal, browser } = await openPortal({ as: null, at: '/login/sent' });
    expect(browser.text('[role=alert]')).toBe(COOKIES_BLOCKED);
    const { headers } = await portal.browser().post('/login', { email: DANA });
    expect((await portal.browser().visit(headers.location ?? '')).text('[role=alert]')).toBe(COOKIES_BLOCKED);
  });

  test('P435: the page after a sign-in says that cookies are blocked if the browser has sent none', async () => {
    const { portal, browser } = await openPortal({ as: null });
    await browser.visit('/people?q=a');
    for (const visitor of [browser, portal.browser()]) {
      const { headers } = await visitor.signIn();
      const next = headers.refresh?.replace('2; url=', '') ?? '';
      const withoutCookies = await portal.browser().visit(next);
      expect(withoutCookies.text('[role=alert]')).toBe(COOKIES_BLOCKED);
      expect(withoutCookies.text('h1')).toBe('Sign in');
      await visitor.visit(next);
      expect(visitor.address).toBe(visitor === browser ? '/people?q=a' : '/dashboard');
    }
    // A mark in another place is not the portal's, and would redirect to itself without end.
    for (const search of ['?signed-in=1', '?signed-in&q=a', '?signed%2Din', '?q=signed-in']) {
      expect((await browser.get(`/people${search}`)).status).toBe(200);
    }
    // Not a redirect to another site.
    const elsewhere = await browser.get('//evil.example/?signed-in');
    expect(elsewhere.headers.location).toBe('/evil.example/');
  });

  test.each([
    ['nothing', ''],
    ['only spaces', '   '],
    ['no @', 'dana'],
    ['nothing after the @', 'dana@'],
    ['two @', 'dana@acme@example'],
    ['a space inside', 'dana smith@acme.example'],
    ['two dots', 'dana@acme..example'],
    ['a hyphen before the domain', 'dana@-acme.example'],
    ['two addresses', 'Dana <dana@acme.example>, Eve <eve@evil.example>'],
    ['more after an address', 'dana@acme.example@evil.example'],
    ['a second line', 'dana@acme.example\nBcc: eve@evil.example'],
    ['more than 254 characters', `${'a'.repeat(250)}@acme.example`],
    ['10,000 characters', `${'a'.repeat(10_000)}@acme.example`],
    ['markup', '"><img src=x onerror=alert(1)>'],
  ])('P41 T37: asks again for an address when it gets %s, and keeps the input', async (_case, email) => {
    const { portal } = await openPortal({ as: null });
    const browser = await requestLink(portal.browser(), email);
    expect(browser.status).toBe(400);
    expect(browser.text('[role=alert]')).toBe(EMAIL_MISSING);
    expect(browser.value('Email Address')).toBe(email.trim());
    expect(browser.$('#email').attr('aria-invalid')).toBe('true');
    expect(browser.has('img')).toBe(false);
    expect(portal.calls).toEqual([]);
    expect(setCookies(browser.response)).toEqual([]);
  });

  test.each([
    ['no field', ''],
    ['the field twice', 'email=dana%40acme.example&email=eve%40evil.example'],
    ['an array', 'email[]=dana%40acme.example'],
    ['a NUL', 'email=x%40y%00'],
  ])('T37: asks again for an address when the form has %s', async (_case, form) => {
    const { portal } = await openPortal({ as: null });
    const response = await portal.browser().post('/login', form);
    expect(response.status).toBe(400);
    expect(response.text).toContain(EMAIL_MISSING);
    expect(portal.calls).toEqual([]);
  });
});

describe('a flood of links', () => {
  test('T1 T37 P45: to one address stops after five in 15 minutes, however it is spelled, and says to use the latest', async () => {
    const { portal } = await openPortal({ as: null });
    await requestLink(portal.browser());
    const answers: string[] = [];
    for (const spelling of [
      DANA.toUpperCase(),
      ' Dana@Acme.Example ',
      'dana@acme.example,',
      'dana@acme.example; ',
      'da\u200bna@acme.example',
      '\ufeffdana@acme.example',
      'ｄａｎａ@acme.example',
      'dana＠acme.example',
    ]) {
      answers.push((await requestLink(portal.browser(), spelling)).address);
    }
    expect(answers.filter(address => address === '/login/sent')).toHaveLength(4);
    expect(portal.calls).toHaveLength(5);

    const limited = await requestLink(portal.browser());
    expect(portal.calls).toHaveLength(5);
    expect(limited.status).toBe(429);
    expect(limited.text('[role=alert]')).toBe(
      'Too many links were requested for this address. Use the latest link, or try again in 15 min.',
    );
    expect(limited.value('Email Address')).toBe(DANA);
    const retryAfter = Number(limited.response.headers['retry-after']);
    expect([retryAfter > 890, retryAfter <= 900]).toEqual([true, true]);
    expect(setCookies(limited.response)).toEqual([]);

    await requestLink(portal.browser(), 'ben@acme.example');
    expect(portal.calls).toHaveLength(6);
  });

  test('P45 T71: a link that the backend refuses uses up nothing, and the next one is sent', async () => {
    const { portal } = await openPortal({ as: null, environment: { LOGIN_LIMIT_PER_EMAIL: '1' } });
    portal.faults.on('magicLink', faults.status(500));
    for (let count = 0; count < 3; count++) {
      expect((await requestLink(portal.browser())).text('[role=alert]')).toContain('Failed to send');
    }
    portal.faults.off();
    const sent = portal.calls.length;
    expect((await requestLink(portal.browser())).address).toBe('/login/sent');
    expect(portal.calls).toHaveLength(sent + 1);
    await requestLink(portal.browser());
    expect(portal.calls).toHaveLength(sent + 1);
  });

  test('T1 P46: from one IP address is rejected after sixty in 15 minutes, whatever the email addresses', async () => {
    const { portal, browser } = await openPortal({ as: null });
    for (let count = 1; count <= 60; count++) {
      const { status } = await browser.post('/login', { email: `p${count}@acme.example` });
      expect(status).toBe(200);
    }
    portal.calls.length = 0;
    await requestLink(browser);
    expect(browser.status).toBe(429);
    const retryAfter = Number(browser.response.headers['retry-after']);
    expect([retryAfter > 0, retryAfter <= 900]).toEqual([true, true]);
    expect(browser.text('main')).toMatch(/Too many requests.*too many attempts to sign in/);
    expect(portal.calls).toEqual([]);
  });

  test.each([
    ['forged addresses, without a proxy', '0', (count: number) => `198.51.100.${count}`],
    ['forged addresses, behind one proxy', '1', (count: number) => `198.51.100.${count}, 203.0.113.7`],
    ['other ports', '1', (count: number) => `203.0.113.9:${1000 + count}`],
    ['other ports of IPv6', '1', (count: number) => `[2001:db8:1:1::7]:${1000 + count}`],
    ['other addresses of its IPv6 network', '1', (count: number) => `2001:db8:1:${count}::7`],
    ['invalid addresses', '1', (count: number) => `unknown-${count}`],
  ])('T1 T37: from one IP address is limited despite %s', async (_case, proxies, forwarded) => {
    const { portal } = await openPortal({
      as: null,
      environment: { LOGIN_LIMIT_PER_IP: '3', TRUST_PROXY: proxies },
    });
    const statuses: number[] = [];
    for (let count = 1; count <= 4; count++) {
      const browser = portal.browser({ 'X-Forwarded-For': forwarded(count) });
      statuses.push((await browser.post('/login', { email: `p${count}@acme.example` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('from one IP address does not affect others behind the same proxy', async () => {
    const { portal } = await openPortal({
      as: null,
      environment: { LOGIN_LIMIT_PER_IP: '1', TRUST_PROXY: '1' },
    });
    for (const address of ['203.0.113.7', '203.0.113.8', '2001:db8:1::1', '2001:db8:2::1']) {
      const browser = portal.browser({ 'X-Forwarded-For': address });
      const { status } = await browser.post('/login', {
        email: `p-${address.replaceAll(':', '-')}@acme.example`,
      });
      expect([address, status]).toEqual([address, 200]);
    }
  });
});

describe('a link that is only opened', () => {
  test('T3 P47: stays valid when a mail scanner opens it, and when a browser does in advance, even the one that requested it', async () => {
    const { portal, browser, link } = await withLink();
    const inAdvance = ['prefetch', 'prefetch;prerender'].map(purpose => ({ 'Sec-Purpose': purpose }));
    for (const visitor of [portal.browser(), browser]) {
      for (const headers of [{}, ...inAdvance]) {
        for (const response of [await visitor.get(link, headers), await visitor.head(link, headers)]) {
          expect([response.status, setCookies(response)]).toEqual([200, []]);
        }
      }
      for (const headers of inAdvance) expect((await visitor.post(link, {}, headers)).status).toBe(403);
    }
    expect(portal.identity.calls).toEqual([]);

    await browser.visit(link);
    await browser.press('Continue to the portal');
    expect(browser.text('h1')).toBe('Sign-in Successful!');
  });

  test('T3 P48: submits itself only in the browser that requested it, because mail scanners also run scripts', async () => {
    const { portal, browser, link } = await withLink();
    await browser.visit(link);
    expect(browser.text('h1')).toBe('Signing you in...');
    expect(browser.has('form[method=post][data-auto-submit] button[type=submit]')).toBe(true);
    const other = await portal.browser().visit(link);
    expect(other.has('[data-auto-submit]')).toBe(false);
    expect(other.text()).toContain('Please provide your email for confirmation');
    expect(other.has('#email[autofocus]:not([aria-invalid])')).toBe(true);
  });
});

describe('completing a sign-in', () => {
  test('P2 P57 P58: takes one click without JavaScript, then leads to the dashboard', async () => {
    const { portal, browser, link } = await withLink();
    await browser.visit(link);
    await browser.press('Continue to the portal');
    expect(browser.status).toBe(200);
    expect(browser.text('h1')).toBe('Sign-in Successful!');
    expect(browser.text()).toContain('Redirecting you to the dashboard...');
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard?signed-in');
    // WCAG 2.2.1 counts a refresh in the page as a failure.
    expect(browser.has('meta[http-equiv]')).toBe(false);
    expect(portal.identity.calls).toEqual(['sign in']);
    await browser.follow('Go to the dashboard now');
    expect([browser.status, browser.address]).toEqual([200, '/dashboard']);
    expect(browser.text('header')).toContain('Dana Whitfield');
  });

  test.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['an invalid address', 'dana'],
  ])('P49 P50: in another browser asks for an address, again after %s', async (_case, typed) => {
    const { portal, link } = await withLink();
    const browser = await portal.browser().visit(link);
    expect(browser.$('#email').attr('required')).toBe('required');
    await browser.fill('Email Address', typed).press('Sign in');
    expect(browser.status).toBe(400);
    expect(browser.text('h1')).toBe('Sign-in Failed');
    expect(browser.text('[role=alert]')).toBe('Email is required to complete sign-in.');
    expect(portal.identity.calls).toEqual([]);
    await browser.fill('Email Address', ` ${DANA} `).press('Sign in');
    expect(browser.text('h1')).toBe('Sign-in Successful!');
  });

  test('P55: after a wrong address in another browser, the same link can be tried with another address', async () => {
    const { portal, link } = await withLink();
    const browser = await portal.browser().visit(link);
    await browser.fill('Email Address', 'dina@acme.example').press('Sign in');
    expectFailure(browser, REJECTED);
    expect(browser.text()).toContain('try the same link with that one.');
    expect(browser.value('Email Address')).toBe('dina@acme.example');
    await browser.fill('Email Address', DANA).press('Sign in');
    expect(browser.text('h1')).toBe('Sign-in Successful!');
  });

  test.each([
    ['rejects', 400],
    ['is unavailable', 503],
  ] as const)(
    'P55 P56: fails when the identity provider %s, without revealing why, and can be retried',
    async (failure, status) => {
      const { portal, browser, link } = await withLink();
      portal.identity.failure = failure;
      await browser.visit(link);
      const { action, fields } = browser.form('Continue to the portal');
      await browser.press('Continue to the portal');
      expect(browser.status).toBe(status);
      expectFailure(browser, REJECTED);
      expect(browser.response.text).not.toContain('INVALID_OOB_CODE');
      expect(setCookies(browser.response)).toEqual([]);
      await browser.follow('Return to Login');
      expect([browser.status, browser.address]).toEqual([200, '/login']);

      portal.identity.failure = undefined;
      expect((await browser.post(action, fields)).text).toContain('Sign-in Successful!');
    },
  );

  test('T4 P54: uses only the code of the link, not an email or continue URL in it', async () => {
    const { portal, link } = await withLink();
    const address = `${link}&email=${DANA}&continueUrl=${encodeURIComponent('https://evil.example/')}`;
    const browser = await portal.browser().visit(address);
    expect(browser.text()).toContain('Please provide your email for confirmation');
    expect(browser.value('Email Address')).toBe('');
    await browser.fill('Email Address', DANA).press('Sign in');
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard?signed-in');
    expect(browser.$('a').attr('href')).toBe('/dashboard?signed-in');
  });

  test('asks for the email when the link was requested more than six hours ago', async () => {
    const { browser, link } = await withLink();
    const { headers } = await browser.post('/login', { email: DANA });
    expect(String(headers['set-cookie'])).toMatch(/^pending-email=\S+; Max-Age=21600;/);
    browser.cookies.delete('pending-email');
    await browser.visit(link);
    expect(browser.text()).toContain('Please provide your email for confirmation');
  });
});

describe('a link that is used again', () => {
  test('T7 P59: succeeds in the browser that it has signed in, and fails in every other browser', async () => {
    const { portal, browser, link } = await withLink();
    await browser.visit(link);
    const { action, fields } = browser.form('Continue to the portal');
    const first = await browser.post(action, fields);
    const second = await browser.post(action, fields);
    for (const { text } of [first, second]) expect(text).toContain('Sign-in Successful!');
    expect(portal.identity.calls).toEqual(['sign in']);

    await browser.visit(link);
    expect([browser.status, browser.address]).toEqual([200, '/dashboard']);

    const other = await portal.browser().visit(link);
    await other.fill('Email Address', DANA).press('Sign in');
    expectFailure(other, REJECTED);
    await other.visit('/dashboard');
    expect(other.address).toBe('/login');
  });

  test('signs in once when it was opened in two tabs', async () => {
    const { portal, browser, link } = await withLink({ replace: signInOnceBothArrive });
    const tabs = [];
    for (let count = 0; count < 2; count++) {
      await browser.visit(link);
      tabs.push(browser.form('Continue to the portal'));
    }
    const answers = await Promise.all(tabs.map(({ action, fields }) => browser.post(action, fields)));
    for (const answer of answers) {
      expect(answer.text).toContain('Sign-in Successful!');
      expect(setCookies(answer).map(({ name }) => kindOfCookie(name))).toContain('session');
    }
    expect(portal.identity.calls).toEqual(['sign in']);
  });

  test('T7: signs in one of two browsers that use it at the same time', async () => {
    const { portal, link } = await withLink({ replace: signInOnceBothArrive });
    const browsers = [portal.browser(), portal.browser()];
    for (const browser of browsers) (await browser.visit(link)).fill('Email Address', DANA);
    await Promise.all(browsers.map(browser => browser.press('Sign in')));
    expect(browsers.map(browser => browser.text('h1')).toSorted()).toEqual([
      'Sign-in Failed',
      'Sign-in Successful!',
    ]);
  });

  test('T7: fails after a logout, even with the form that worked before', async () => {
    const { portal, link } = await withLink();
    const browser = await portal.browser().visit(link);
    browser.fill('Email Address', DANA);
    const { action, fields } = browser.form('Sign in');
    expect((await browser.post(action, fields)).text).toContain('Sign-in Successful!');
    await browser.post('/logout', {});
    const again = await browser.post(action, fields);
    expect(again.text).toContain(REJECTED);
    expect(setCookies(again)).toEqual([]);
  });
});

describe('an invalid link', () => {
  const code = 'mode=signIn&apiKey=some-key&oobCode=some-code';
  const nested = (query: string, name = 'link') => `${name}=${encodeURIComponent(`https://x/?${query}`)}`;
  const other = 'mode=signIn&apiKey=K&oobCode=other';
  const INVALID = 'Invalid sign-in link. Please request a new magic link.';
  const INVALID_FORMAT = 'Invalid sign-in link format.';

  test.each([
    ['no parameters', false, ''],
    ['another mode', false, 'mode=resetPassword&apiKey=some-key&oobCode=some-code'],
    ['a mode in another case', false, 'mode=signin&apiKey=some-key&oobCode=some-code'],
    ['no key', true, 'mode=signIn&oobCode=some-code'],
    ['no code', true, 'mode=signIn&apiKey=some-key'],
    ['an empty code', true, 'mode=signIn&apiKey=some-key&oobCode='],
    ['no mode', true, 'apiKey=some-key&oobCode=some-code'],
    ['an `&#38;` that the browser has taken for a fragment', true, 'apiKey=some-key&'],
    ['an empty key in the middle', false, 'mode=signIn&apiKey=&oobCode=some-code'],
    ['no code before its end', false, 'mode=signIn&apiKey=some-key&lang=en'],
    ['another purpose at its end', false, 'apiKey=some-key&mode=resetPassword'],
    ['two codes', false, `${code}&oobCode=another-code`],
    ['names in another case', false, 'MODE=signIn&APIKEY=some-key&OOBCODE=some-code'],
    ['array names', false, 'mode[]=signIn&apiKey[]=some-key&oobCode[]=some-code'],
  ])('T5 P51: is invalid: %s (its end is missing: %s)', async (_case, isCutOff, query) => {
    const { browser } = await expectProblem(`/finishsignup?${query}`, INVALID);
    expect(browser.text().includes(messages.finishSignIn.linkIncomplete)).toBe(isCutOff);
  });

  test.each([
    ['a nested link without parameters', nested('')],
    ['a nested link with a code of its own', nested(other)],
    ['a nested link for another purpose', nested('mode=resetPassword&apiKey=K&oobCode=some-code')],
    ['a nested deep link', nested(other, 'deep_link_id')],
    ['a link nested twice', nested(nested(other))],
    ['a broken escape', 'lang=%E0%A4%A'],
    ['a broken escape in a nested link', nested('a=%E0%A4%A')],
    ['a broken escape two links deep', nested('link=%25zz')],
  ])('T5 P52: has an invalid format: %s', async (_case, query) => {
    await expectProblem(`/finishsignup?${code}&${query}`, INVALID_FORMAT);
  });

  test('T5: has an invalid format: an invalid escape sequence in the code', async () => {
    await expectProblem('/finishsignup?mode=signIn&apiKey=K&oobCode=%E0%A4%A', INVALID_FORMAT);
  });

  test.each(['the browser that requested it', 'another browser'])(
    'that is cut off inside its code says that it has to be whole, in %s',
    async where => {
      const { portal, browser, link } = await withLink();
      const visitor = where === 'another browser' ? portal.browser() : browser;
      await visitor.visit(link.replace(/....&lang=en$/, ''));
      if (visitor === browser) await visitor.press('Continue to the portal');
      else await visitor.fill('Email Address', DANA).press('Sign in');
      expectFailure(visitor, REJECTED);
      expect(visitor.text()).toContain(messages.finishSignIn.linkUsedOrCut);
    },
  );

  test.each<[string, (query: string) => string]>([
    ['&amp; of HTML', query => query.replaceAll('&', '&amp;')],
    ['&amp; with an encoded semicolon', query => query.replaceAll('&', '&amp%3B')],
    ['&#38; of HTML', query => query.replaceAll('&', '&%2338;')],
    ['&#x26; of HTML', query => query.replaceAll('&', '&%23x26;')],
    ['&amp; of HTML twice', query => query.replaceAll('&', '&amp;amp;')],
    ['=3D of quoted-printable', query => query.replaceAll('=', '=3D')],
    ['both', query => query.replaceAll('=', '=3D').replaceAll('&', '&amp;')],
    ...['>', ').', '%29', '%2e'].map(
      end => [`${end} at its end`, (query: string) => query + end] as [string, (query: string) => string],
    ),
    ['every parameter twice', query => `${query}&${query}`],
  ])('is repaired if it was changed on its way: %s', async (_case, change) => {
    const { portal } = await openPortal({ as: null, replace: realLinks });
    for (const parts of [
      ['mode', 'apiKey', 'oobCode'],
      ['apiKey', 'mode', 'oobCode', 'lang'],
    ]) {
      const [path, query] = (await portal.unrequestedLink()).split('?');
      const parameters = new URLSearchParams(query);
      const link = parts.map(name => `${name}=${parameters.get(name)}`).join('&');
      const browser = portal.browser();
      await browser.visit(`${path}?${change(link)}`);
      await browser.fill('Email Address', DANA).press('Sign in');
      expect(browser.text('h1')).toBe('Sign-in Successful!');
      expect((await browser.get(paths.dashboard)).status).toBe(200);
    }
  });

  test('differs from the links in emails, which are accepted', async () => {
    const { browser } = await openPortal({
      as: null,
      at: `/finishsignup?${code}&lang=en&continueUrl=https%3A%2F%2Fx`,
      replace: realLinks,
    });
    expect(browser.status).toBe(200);
    expect(browser.text()).toContain('Please provide your email for confirmation');
  });

  // The SDK of the identity provider parses links without network access.
  const real = createIdentity({
    projectId: 'demo-portal',
    apiKey: 'portal-key',
    emulatorHost: undefined,
    timeout: 1000,
  });
  afterAll(() => real.close());

  function realLinks({ identity }: TestPortal['dependencies']) {
    return { identity: { ...identity, readCode: real.readCode } };
  }

  async function expectProblem(address: string, reason: string) {
    const { portal, browser } = await openPortal({ as: null, at: address, replace: realLinks });
    expect(browser.status).toBe(400);
    expectFailure(browser, reason);

    const posted = await portal.browser().post(address, { email: DANA });
    expect(posted.status).toBe(400);
    expect(posted.text).toContain(reason);
    expect(setCookies(posted)).toEqual([]);
    expect([portal.calls, portal.identity.calls]).toEqual([[], []]);
    return { browser };
  }
});

test('T15: a portal behind https fails a sign-in over plain http, and does not consume the link', async () => {
  const environment = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: '1' };
  const { portal } = await openPortal({ as: null, environment });
  const browser = portal.browser();
  const response = await browser.signIn();
  expect(response.status).toBe(503);
  expect(response.text).toContain('Sign-in Failed');
  expect(response.text).toContain(REJECTED);
  expect(setCookies(response)).toEqual([]);
  expect(portal.identity.calls).toEqual([]);
  expect(portal.log()).toContain('TRUST_PROXY');

  const link = portal.latestLink(DANA);
  const proxied = await browser.post(link, { email: DANA }, { 'X-Forwarded-Proto': 'https' });
  expect(proxied.text).toContain('Sign-in Successful!');
});

function expectFailure(browser: NoJsBrowser, reason: string): void {
  expect(browser.text('h1')).toBe('Sign-in Failed');
  expect(browser.text('[role=alert]')).toBe(reason);
  expect(browser.href('Return to Login')).toBe('/login');
}

/** Returns an identity provider that signs in once two pages have opened the link, and both have sent their forms. */
function signInOnceBothArrive({ identity }: TestPortal['dependencies']) {
  const enough = Promise.withResolvers<void>();
  let count = 0;
  return {
    identity: {
      ...identity,
      readCode(link: string) {
        count++;
        if (count === 4) enough.resolve();
        return identity.readCode(link);
      },
      async signIn(email: string, link: string) {
        await enough.promise;
        return identity.signIn(email, link);
      },
    },
  };
}
