import { expect, test } from '@jest/globals';
import { startPortal } from '../support/portal';

test('an administrator signs in and sees licenses', async () => {
  const portal = await startPortal();
  const browser = await portal.signedIn();
  expect(browser.text()).toContain('Sign-in Successful!');
  await browser.visit('/leads-capture');
  expect(browser.rows('Activated licenses').map(([email]) => email)).toEqual([
    'ben@acme.example',
    'cleo@acme.example',
    'ada@acme.example',
  ]);
  await browser.follow('Deactivate');
  await browser.press('Revoke License');
  expect(browser.text('.toasts')).toContain('License revoked successfully');
  expect(browser.rows('Activated licenses')).toHaveLength(2);
});
