import { beforeAll, expect, test } from '@jest/globals';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { holdRequests, openPage } from '../support/browsers/chromium';
import { type ServedPortal, servePortal } from '../support/programs/server';

const widths = [320, 390, 768, 1440];

// The sandbox's accounts with the longest names, unusual scripts and the largest figures.
const emails = [
  'dana@northwind.example',
  'anna@polyglot.example',
  'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example',
  'nina@newcomer.example',
];

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    accounts: seedAccounts().filter(account => emails.includes(account.email)),
  });
});

test.each(emails)('no page scrolls horizontally for %s, at any width', async email => {
  const page = await openPage(portal, {
    // With JavaScript, the sign-in page submits its form before it is measured.
    javaScriptEnabled: false,
    expected: /status of 404|^status 404/,
  });
  const tooWide: string[] = [];
  const measure = async (name: string) => {
    await page.waitForLoadState();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) tooWide.push(`${name} at ${width}: by ${excess}`);
    }
  };

  await page.goto('/login');
  await measure('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox').waitFor();
  await measure('/login, link sent');
  await page.goto(await portal.latestLink(email));
  await measure('/finishsignup');
  const releaseDashboard = await holdRequests(page, '/dashboard');
  await page.getByRole('button', { name: 'Continue to the portal' }).click();
  await page.getByText('Sign-in Successful!').waitFor();
  await measure('/finishsignup, signed in');
  await releaseDashboard();
  await page.waitForURL('/dashboard');
  await measure('/dashboard');
  for (const path of [
    '/leads-capture',
    '/digital-business-cards',
    '/people',
    '/leavers',
    '/compare',
    '/invite?for=cards',
    '/invite/poster',
    '/invite/cards',
    '/no-such-page',
  ]) {
    await page.goto(path);
    await measure(path);
  }

  await page.goto('/leads-capture');
  const deactivate = page.getByRole('row').getByText('Deactivate').first();
  if (await deactivate.isVisible()) {
    await deactivate.click();
    await page.getByRole('dialog').waitFor();
    await measure('/leads-capture, dialog');
    await page.getByRole('button', { name: 'Revoke License' }).click();
    await page.locator('.toast').waitFor();
    await measure('/leads-capture, toast');
  }
  expect(tooWide).toEqual([]);
});
