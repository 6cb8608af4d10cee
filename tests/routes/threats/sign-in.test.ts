import { expect, test } from '@jest/globals';
import { dana, eve } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { eventually } from '../../support/time/eventually';

const DANA = 'dana@acme.example';
const EVE = 'eve@evil.example';
const REJECTED = 'Failed to sign in. Please try requesting a new magic link.';

test('T4 P44 P54: the link of another account signs in no browser, whatever it has requested, and changes no session', async () => {
  const { portal, browser: victim } = await openPortal();
  const cookies = new Map(victim.cookies);
  const link = await portal.unrequestedLink(EVE);
  const withoutEmail = await victim.post(`${link}&email=${EVE}`);
  expect(withoutEmail.text).toContain('Email is required to complete sign-in.');
  expect(portal.identity.calls).toEqual([]);
  expect((await victim.post(link, { email: DANA })).text).toContain(REJECTED);
  expect(victim.cookies).toEqual(cookies);

  await victim.post('/login', { email: DANA });
  expect((await victim.submit(link, [['email', EVE]])).text('main')).toContain(REJECTED);
  expect(portal.identity.calls).toEqual(['sign in', 'sign in']);
  expect((await victim.get('/dashboard')).text).toContain('Dana Whitfield');
});

test('T8 T40 P65: signing in replaces a session that an attacker has planted, including its data, and ends it', async () => {
  const { portal, browser: attacker } = await openPortal({ accounts: [eve(), dana()] });
  // Leaves a toast for the next page.
  await attacker.post('/leads-capture/request-licenses');
  const stranger = portal.browser();
  stranger.cookies.set('session.0badc0de', 'planted').set('session.0badc0de.sig', 'planted');
  for (const planted of [attacker.copy(), stranger]) {
    const before = [...planted.cookies.values()];
    await planted.signIn(DANA);
    const { text } = await planted.get('/leads-capture');
    for (const value of planted.cookies.values()) expect(before).not.toContain(value);
    expect(text).toContain('Dana Whitfield');
    expect(text).not.toContain('License request submitted');
  }
  expect((await attacker.get('/leads-capture')).headers.location).toBe('/login');
});

const badLink = (code: string) => `/finishsignup?mode=signIn&apiKey=k&oobCode=${code}`;

test('P60 T39: after 30 failures, sign-ins from that IP address are rejected without a call; others are not', async () => {
  const { portal } = await openPortal({ as: null, environment: { TRUST_PROXY: '1' } });
  const attacker = portal.browser({ 'X-Forwarded-For': '203.0.113.9' });
  for (let count = 0; count < 30; count++) {
    expect((await attacker.post(badLink(`c${count}`), { email: DANA })).status).toBe(400);
  }
  portal.identity.calls.length = 0;
  const refused = await attacker.post(badLink('last'), { email: DANA });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect(portal.identity.calls).toEqual([]);
  const colleague = portal.browser({ 'X-Forwarded-For': '203.0.113.10' });
  expect((await colleague.signIn()).text).toContain('Sign-in Successful!');
});

test('T39: successful sign-ins do not count, because a company may share one IP address', async () => {
  const { name, company, summary } = dana();
  const accounts = ['p1', 'p2', 'p3', 'p4', 'p5'].map(person => ({
    email: `${person}@acme.example`,
    name,
    company,
    summary,
    roles: [],
  }));
  const { portal } = await openPortal({ as: null, accounts, environment: { FINISH_LIMIT_PER_IP: '2' } });
  for (const { email } of accounts) {
    expect((await portal.browser().signIn(email)).text).toContain('Sign-in Successful!');
  }
  const stranger = portal.browser();
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    statuses.push((await stranger.post(badLink(`c${count}`), { email: DANA })).status);
  }
  expect(statuses).toEqual([400, 400, 429]);
});

/** Starts a portal over HTTP, and an identity provider that responds when the test resolves `waiting`. */
async function withSlowProvider(environment = {}) {
  const waiting: (() => void)[] = [];
  const aborted: string[] = [];
  const { portal } = await openPortal({
    as: null,
    environment,
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        async signIn(email, link, signal) {
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            signal?.addEventListener('abort', () => {
              aborted.push(email);
              reject(new Error('aborted'));
            });
          });
          return identity.signIn(email, link);
        },
      },
    }),
  });
  const { port } = portal;
  const attempt = async (path: string, { signal } = new AbortController()): Promise<string> => {
    const body = new URLSearchParams({ email: DANA, once: '4a6a4f0e-7a4e-4c54-9d4e-0d8a4b8f2c11' });
    return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, signal }).then(
      response => response.text(),
      () => 'disconnected',
    );
  };
  return { portal, waiting, aborted, attempt };
}

test('T39: an IP address has at most 8 attempts in flight', async () => {
  const { portal, waiting, attempt } = await withSlowProvider();
  const attempts = Array.from({ length: 8 }, (_, index) => attempt(badLink(`c${index}`)));
  await eventually('eight are in flight', async () => waiting.length === 8);
  const ninth = await portal.browser().post(badLink('ninth'), { email: DANA });
  expect([ninth.status, Number(ninth.headers['retry-after']) > 0, waiting.length]).toEqual([429, true, 8]);

  waiting[0]?.();
  await Promise.race(attempts);
  const next = attempt(badLink('next'));
  await eventually('the next attempt starts', async () => waiting.length === 9);
  for (const answer of waiting) answer();
  for (const text of await Promise.all([...attempts, next])) expect(text).toContain('Sign-in Failed');
});

test('T71: 45 colleagues behind one address sign in at once, and none of them has failed', async () => {
  const accounts = Array.from({ length: 45 }, (_, at) => dana({ email: `p${at}@acme.example` }));
  const { portal } = await openPortal({ as: null, accounts });
  const links = await Promise.all(accounts.map(({ email }) => portal.unrequestedLink(email)));
  const texts = await Promise.all(
    accounts.map(async ({ email }, at) => (await portal.browser().post(links[at] ?? '', { email })).text),
  );
  expect(texts.filter(text => !text.includes('Sign-in Successful!'))).toEqual([]);
});

test('T39: an attempt counts if its browser does not wait for the answer', async () => {
  const { portal, waiting, attempt } = await withSlowProvider({ FINISH_LIMIT_PER_IP: '2' });
  for (const count of [1, 2]) {
    const browser = new AbortController();
    const attempted = attempt(badLink(`c${count}`), browser);
    await eventually('the attempt has started', async () => waiting.length === count);
    browser.abort();
    await attempted;
  }
  await eventually('both have ended', async () => portal.log().split('request aborted').length === 3);
  expect((await portal.browser().post(badLink('last'), { email: DANA })).status).toBe(429);
});

test('T39: an attempt takes no place if its browser leaves while its cookies are opened', async () => {
  const opening: (() => void)[] = [];
  const { portal, browser } = await openPortal({
    environment: { TRUST_PROXY: '1' },
    headers: { 'X-Forwarded-For': '203.0.113.9' },
    replace: ({ endedSessions }) => ({
      endedSessions: {
        ...endedSessions,
        async has(id) {
          await new Promise<void>(resolve => opening.push(resolve));
          return endedSessions.has(id);
        },
      },
    }),
  });
  const leaving = new AbortController();
  const attempts = Array.from({ length: 8 }, (_, index) =>
    fetch(`http://127.0.0.1:${portal.port}${badLink(`c${index}`)}`, {
      method: 'POST',
      headers: { ...browser.headers, Cookie: browser.cookie },
      body: new URLSearchParams({ email: DANA }),
      signal: leaving.signal,
    }),
  );
  await eventually('their cookies are being opened', async () => opening.length === 8);
  leaving.abort();
  await Promise.allSettled(attempts);
  await eventually('they have left', async () => portal.log().split('request aborted').length === 9);
  for (const open of opening) open();
  await eventually('none is carried out', async () => portal.log().split('Request refused').length === 9);
  const next = await portal.browser().post(badLink('next'), { email: DANA });
  expect(next.status).toBe(400);
});

test('T39: an attempt is aborted when its last browser disconnects', async () => {
  const { portal, waiting, aborted, attempt } = await withSlowProvider();
  const link = await portal.unrequestedLink();
  const [first, alone] = [new AbortController(), new AbortController()];
  const abandoned = [attempt(link, first)];
  await eventually('the attempt has started', async () => waiting.length === 1);
  const second = attempt(link);
  // Its request arrives before the response to the next one.
  await portal.browser().get('/login');
  first.abort();
  // This attempt is abandoned later than the first: once it is aborted, the first would have been aborted, too.
  abandoned.push(attempt(badLink('alone'), alone));
  await eventually('the other attempt has started', async () => waiting.length === 2);
  alone.abort();
  await eventually('the abandoned attempt is aborted', async () => aborted.length === 1);
  waiting[0]?.();
  expect(await second).toContain('Sign-in Successful!');
  expect(await Promise.all(abandoned)).toEqual(['disconnected', 'disconnected']);
});
