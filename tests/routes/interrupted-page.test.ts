import { describe, expect, test } from '@jest/globals';
import type { NoJsBrowser } from '../support/no-js-browser';
import { latestLink, startPortal, type TestPortal } from '../support/portal';

const DAY = 24 * 60 * 60 * 1000;
const LIST = '/leads-capture?q=acme&sort=leadsTotal';

describe('a page that the end of a session interrupts', () => {
  test.each([
    ['that has come to its limit', (portal: TestPortal) => portal.pass(DAY)],
    [
      'that the identity provider has ended',
      (portal: TestPortal) => {
        portal.identity.failure = 'rejects';
        portal.pass(DAY / 24);
      },
    ],
  ])('is where the next sign-in leads, after a session %s', async (_, end) => {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    end(portal);
    await browser.visit(LIST);
    expect(browser.address).toBe('/login');

    portal.identity.failure = undefined;
    await signInAgain(portal, browser);
    expect(browser.response.headers.refresh).toBe(`2; url=${LIST}`);
    expect(browser.href('Continue now')).toBe(LIST);

    // Only once: the sign-in after that leads to the dashboard like any other.
    await browser.visit('/leads-capture').then(() => browser.press('Logout'));
    await signInAgain(portal, browser);
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard');
  });

  test('is never in an address, nor readable in the cookie', async () => {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.pass(DAY);
    const { headers } = await browser.agent.get(LIST);
    expect(headers.location).toBe('/login');
    const cookie = String(headers['set-cookie']);
    expect(cookie).toContain('interrupted-page=');
    expect(cookie + Buffer.from(cookie, 'base64').toString()).not.toContain('acme');
  });

  test.each(['/leads-capture/licenses.csv', '/nothing/here', '/'])('is not %s', async address => {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.pass(DAY);
    await browser.agent.get(address);
    await signInAgain(portal, browser);
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard');
  });

  test('is nothing to a browser that never had a session', async () => {
    const portal = await startPortal();
    const browser = portal.browser();
    await browser.visit(LIST);
    await signInAgain(portal, browser);
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard');
  });
});

async function signInAgain(portal: TestPortal, browser: NoJsBrowser): Promise<void> {
  await browser.visit('/login');
  await browser.fill('Email Address', 'dana@acme.example').press('Send Magic Link');
  await browser.visit(latestLink(portal.store, 'dana@acme.example'));
  await browser.press('Continue to the portal');
}
