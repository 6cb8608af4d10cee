import { expect, test } from '@jest/globals';
import { createIdentity } from '../../../server/backends/identity';
import { answering, closeAfterTest, startStandIn } from '../../support/backends/stand-in-backend';
import { dana, eve } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { unrefTimers } from '../../support/time/unref-timers';

const DANA = 'dana@acme.example';
const EVE = 'eve@evil.example';
const REJECTED = 'Failed to sign in. Please try requesting a new magic link.';
const PROVIDER = { projectId: 'demo-portal', apiKey: 'portal-key', timeout: 5000 };

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
  expect((await victim.post(link, { email: EVE })).text).toContain(REJECTED);
  expect(portal.identity.calls).toEqual(['sign in', 'sign in']);
  expect((await victim.get('/dashboard')).text).toContain('Dana Whitfield');
});

test('T6 P53: a link with another project’s key does not sign in, and no call contains that key', async () => {
  unrefTimers();
  const provider = await startStandIn(
    answering(400, { error: { code: 400, message: 'INVALID_OOB_CODE', errors: [] } }),
  );
  const emulatorHost = provider.origin.replace('http://', '');
  const identity = closeAfterTest(createIdentity({ ...PROVIDER, emulatorHost }));
  const { portal } = await openPortal({ as: null, replace: () => ({ identity }) });
  const browser = portal.browser();
  await browser.post('/login', { email: DANA });
  const response = await browser.post('/finishsignup?mode=signIn&apiKey=ATTACKER&oobCode=c');
  expect(response.text).toContain('Sign-in Failed');
  expect(browser.cookies.has('session')).toBe(false);
  expect(provider.requests).not.toEqual([]);
  expect(JSON.stringify([provider.requests, portal.calls])).not.toContain('ATTACKER');
  expect(provider.requests[0]?.line).toContain('key=portal-key');
});

test('T8 T40 P65: signing in replaces a session that an attacker has planted, including its data, and ends it', async () => {
  const { portal, browser: attacker } = await openPortal({ accounts: [eve(), dana()] });
  // Leaves a toast for the next page.
  await attacker.post('/leads-capture/request-licenses');
  const stranger = portal.browser();
  stranger.cookies.set('session', 'planted').set('session.sig', 'planted');
  for (const planted of [attacker.copy(), stranger]) {
    const before = [...planted.cookies.values()];
    await planted.signIn(DANA);
    for (const value of planted.cookies.values()) expect(before).not.toContain(value);
    const { text } = await planted.get('/leads-capture');
    expect(text).toContain('Dana Whitfield');
    expect(text).not.toContain('License request submitted');
  }
  expect((await attacker.get('/leads-capture')).headers.location).toBe('/login');
});
