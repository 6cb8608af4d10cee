import { beforeAll, expect, test } from '@jest/globals';
import { requestLink } from '../../scripts/sign-in';
import { openPage, waitForClosedDialog } from '../support/browsers/chromium';
import { dana, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    accounts: [dana({ scanner: scanner({ licensesPurchased: 100, licenses: licenses(30) }) })],
  });
});

test.each([
  ["the page's script", 'throws', /\/assets\/script-/, 'u-0001@acme.example'],
  ["the page's script", 'fails to load', /\/assets\/script-/, 'u-0002@acme.example'],
  ["the islands' script", 'throws', /\/assets\/hydrate-/, 'u-0003@acme.example'],
  ["the islands' script", 'fails to load', /\/assets\/hydrate-/, 'u-0004@acme.example'],
])('when %s %s, the page works as without JavaScript', async (name, how, script, owner) => {
  const page = await openPage(portal, {
    expected: how === 'throws' ? /a broken script/ : /ERR_FAILED|Failed to fetch dynamically|hydrate-/,
  });
  const isEntry = name.includes('page');
  let errorCount = 0;
  page.on('pageerror', () => {
    errorCount++;
  });
  await page.route(script, route =>
    how === 'throws'
      ? route.fulfill({ contentType: 'text/javascript', body: "throw new Error('a broken script');" })
      : route.abort('failed'),
  );
  await page.goto(await requestLink(page, portal, EMAIL));
  if (isEntry) await page.getByRole('button', { name: 'Continue to the portal' }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/leads-capture');
  const row = page.getByRole('row').filter({ hasText: owner });
  const dialog = page.getByRole('dialog', { name: 'Confirm License Revocation' });
  await row.getByRole('link', { name: 'Deactivate' }).click();
  await page.waitForURL('**/leads-capture?revoke=*');
  await dialog.getByRole('link', { name: 'Cancel' }).click();
  await waitForClosedDialog(page);
  await row.getByRole('link', { name: 'Deactivate' }).click();
  await dialog.getByRole('button', { name: 'Revoke License' }).click();
  await page.locator('.toast').filter({ hasText: 'License revoked successfully' }).waitFor();
  await page.waitForLoadState();
  expect(await row.count()).toBe(0);

  await page.getByRole('link', { name: 'Close message' }).click();
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.getByText('Copy Download Link').click();
  await page.getByLabel('Address to copy').waitFor();
  await page.getByRole('link', { name: 'Leads all time' }).click();
  await page.locator('[aria-sort=descending]').filter({ hasText: 'Leads all time' }).waitFor();
  // At the end of a load, Chromium moves the focus to the URL's fragment.
  await page.waitForLoadState();
  await page.getByRole('searchbox').fill('u-0030');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText(/^Showing 1 of \d+ results/).waitFor();
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Request Licenses' }).click();
  await page.locator('.toast').filter({ hasText: 'License request submitted' }).waitFor();

  // An error in the entry script is uncaught. An error in the islands' script is caught by the code that loads it.
  if (isEntry && how === 'throws') expect(errorCount).toBeGreaterThan(0);
});
