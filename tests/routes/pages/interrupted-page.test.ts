import { describe, expect, test } from '@jest/globals';
import { afterSignIn } from '../../../server/pages/sign-in/guard';
import { DAY_MS } from '../../../shared/units';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const LIST = '/leads-capture?q=acme&sort=leadsTotal';

describe('a page that is requested without a session', () => {
  test.each([
    ['that has reached its time limit', (portal: TestPortal) => portal.advanceClock(DAY_MS)],
    [
      'that the identity provider has ended',
      (portal: TestPortal) => {
        portal.identity.failure = 'rejects';
        portal.advanceClock(DAY_MS / 24);
      },
    ],
  ])(
    'P18 P205: is where the next sign-in leads, after a session %s, as the login page says',
    async (_, end) => {
      const { portal, browser } = await openPortal();
      end(portal);
      await browser.visit(LIST);
      expect(browser.address).toBe('/login');
      expect(browser.text('[role=alert]')).toBe('Your session has ended. Please sign in again.');

      portal.identity.failure = undefined;
      await browser.signIn();
      expect(browser.response.headers.refresh).toBe(`2; url=${afterSignIn(LIST)}`);
      expect(browser.href('Continue now')).toBe(afterSignIn(LIST));

      // Only once: the next sign-in leads to the dashboard.
      await browser.visit('/leads-capture').then(() => browser.press('Logout'));
      await browser.signIn();
      expect(browser.response.headers.refresh).toBe('2; url=/dashboard?signed-in');
    },
  );

  test.each([
    ['GET', '/compare?list=a', '/compare?list=a'],
    ['POST', '/compare', '/compare'],
    ['GET', '/removals/run?run=some-run', '/removals/run?run=some-run'],
    ['POST', '/removals/review?of=license&q=ann&page=2', '/leads-capture?q=ann&page=2#activated-licenses'],
    ['POST', '/removals/review?of=compare&list=a&in=listed', '/compare?list=a&in=listed#compared'],
  ])('P18: is stored for %s %s', async (method, address, expected) => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(DAY_MS);
    if (method === 'GET') await browser.visit(address);
    else await browser.submit(address, []);
    await browser.signIn();
    expect(browser.href('Continue now')).toBe(afterSignIn(expected));
    await browser.follow('Continue now');
    expect(browser.texts('.toast p')).toEqual([]);
  });

  test.each(['/leads-capture/licenses.csv', '/nothing/here', '/'])('is not stored for %s', async address => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(DAY_MS);
    await browser.get(address);
    await browser.signIn();
    expect(browser.response.headers.refresh).toBe('2; url=/dashboard?signed-in');
  });

  test('is stored for a deep link that is opened while signed out, without a message about the session', async () => {
    const { portal } = await openPortal({ as: null });
    const browser = portal.browser();
    await browser.visit(LIST);
    expect(browser.text()).not.toContain('session');
    await browser.signIn();
    expect(browser.response.headers.refresh).toBe(`2; url=${afterSignIn(LIST)}`);
  });
});

describe('an action that is sent without a session', () => {
  const STATE = '?sort=leadsTotal&page=2';
  test.each([
    [
      `/leads-capture/revoke${STATE}`,
      { licenseId: 'U-1' },
      'the license was not revoked',
      `/leads-capture${STATE}`,
    ],
    ['/leads-capture/request-licenses', {}, 'no licenses were requested', '/leads-capture'],
    ['/leads-capture/request-licenses?from=dashboard', {}, 'no licenses were requested', '/dashboard'],
    [
      '/digital-business-cards/deactivate?q=ann',
      { cardId: 'c-1' },
      'the digital business card was not deactivated',
      '/digital-business-cards?q=ann',
    ],
    ['/digital-business-cards/request-licenses', {}, 'no licenses were requested', '/digital-business-cards'],
    [
      '/digital-business-cards/request-profile-data',
      {},
      'no profile data was requested',
      '/digital-business-cards',
    ],
    [
      '/removals/run?of=card&activity=idle30',
      { review: 'a-review' },
      'nothing was removed',
      '/digital-business-cards?activity=idle30#claimed-cards',
    ],
    [
      '/removals/run?of=compare&list=a',
      { review: 'a-review' },
      'nothing was removed',
      '/compare?list=a#compared',
    ],
  ])(
    'P206: is not carried out; pages before and after the next sign-in say so, and it leads back: %s',
    async (action, form, notDone, back) => {
      const { portal, browser } = await openPortal({ at: '/leads-capture' });
      await browser.press('Logout');
      portal.calls.length = 0;

      const { headers } = await browser.post(action, { once: 'from a tab that was open', ...form });
      expect(headers.location).toBe('/login');
      await browser.visit('/login');
      expect(browser.text('[role=alert]')).toBe(`Your session had ended, so ${notDone}.`);
      expect(portal.calls).toEqual([]);

      await browser.signIn();
      expect(browser.response.headers.refresh).toBe(`2; url=${afterSignIn(back)}`);
      await browser.visit(back);
      expect(browser.text('.toast')).toContain(`Your session had ended, so ${notDone}.`);
      await browser.reload();
      expect(browser.has('.toast')).toBe(false);
    },
  );

  test('is forgotten at a logout', async () => {
    const { portal, browser } = await openPortal();
    portal.advanceClock(DAY_MS);
    await browser.post('/leads-capture/revoke', { licenseId: 'U-1' });
    await browser.visit('/login');
    await browser.post('/logout', {});
    await browser.visit('/login');
    expect(browser.text()).not.toContain('revoked');
  });
});
