import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { download, holdRequests, openPage, waitForClosedDialog } from '../support/browsers/chromium';
import {
  cards,
  claimedCards,
  licenses,
  nonClaimedCards,
  ownCompany,
  scanner,
} from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

/** Returns an administrator with an own company, which no other test changes. */
function account(name: string) {
  return ownCompany(name, {
    scanner: scanner({ licensesPurchased: 100, licenses: [...licenses(60), { appId: 'N-1' }] }),
    ecard: cards({
      licensesPurchased: 100,
      cards: [...claimedCards(30), ...nonClaimedCards(30)].map(card => ({
        ...card,
        code: `${name}-${card.code}`,
      })),
    }),
  });
}

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: ['on', 'off'].map(account), topUpDelay: 300 });
});

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).first();

test('an administrator signs in and manages licenses', async () => {
  const email = 'on@acme.example';
  const page = await openPage(portal);
  const row = (owner: string) => page.getByRole('row').filter({ hasText: owner });
  const emails = () => page.getByRole('rowheader').allTextContents();
  const figures = () => page.locator('.metrics dd:not(.hint)').allTextContents();
  const pages = page.getByRole('navigation', { name: 'Pages of activated licenses', exact: true });

  await page.goto('/');
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox: we have sent you a secure link to sign in.').waitFor();

  const releaseDashboard = await holdRequests(page, '/dashboard');
  await page.goto(await portal.latestLink(email));
  await page.getByText('Sign-in Successful!').waitFor();
  await releaseDashboard();
  await page.waitForURL('/dashboard');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lead Capture' }).click();
  await page.getByText('Showing 60 items').waitFor();
  await page.waitForLoadState();
  expect(await emails()).toHaveLength(25);
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await row('u-0060@acme.example').waitFor();
  await page.waitForLoadState();
  expect(await emails()).toHaveLength(10);

  await page.getByRole('link', { name: 'Leads last 30' }).click();
  await page
    .getByRole('columnheader', { name: 'Leads last 30' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await page.waitForLoadState();
  expect((await emails())[0]).toBe('u-0060@acme.example');

  await page.getByRole('searchbox', { name: 'Search activated licenses' }).fill('u-000');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Showing 9 of 60 results (filtered from 60 total)').waitFor();
  await page.waitForLoadState();
  expect((await emails())[0]).toBe('u-0009@acme.example');

  await page.getByRole('button', { name: 'Export activated licenses' }).click();
  const link = page.getByRole('link', { name: 'Export activated licenses as CSV', exact: true });
  const [{ name, rows }] = await Promise.all([
    download(page, link),
    toast(page, 'Exported 9 license(s) to licenses-export-filtered').waitFor(),
  ]);
  expect(name).toMatch(/^licenses-export-filtered-u_000-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows).toHaveLength(9);
  expect(rows[0]).toEqual(['u-0009@acme.example', 'U-0009', '52', '520']);

  const dialog = page.getByRole('dialog', { name: 'Confirm License Revocation' });
  await row('u-0002@acme.example').getByText('Deactivate').click();
  await dialog.getByText('u-0002@acme.example').waitFor();
  await dialog.getByText('Cancel').click();
  await waitForClosedDialog(page);
  await row('u-0002@acme.example').getByText('Deactivate').click();
  await dialog.getByRole('button', { name: 'Revoke License' }).click();
  await toast(page, 'License revoked successfully').waitFor();
  await row('u-0002@acme.example').waitFor({ state: 'detached' });
  await page.getByText('Showing 8 of 59 results (filtered from 59 total)').waitFor();
  expect((await figures()).map(figure => figure.split(' ')[0])).toEqual(['100', '59', '41']);

  await page.getByRole('button', { name: 'Request Licenses' }).click();
  await toast(page, 'License request submitted successfully!').waitFor();
  await eventually('the requested licenses are listed', async () => {
    await page.reload();
    return (await page.locator('#non-activated-licenses li').count()) === 11;
  });

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email Address').waitFor();
  await page.goto('/leads-capture');
  expect(new URL(page.url()).pathname).toBe('/login');
});

test.each(['on', 'off'])(
  'an administrator manages digital business cards with JavaScript %s',
  async setting => {
    const javaScript = setting === 'on';
    const page = await openPage(portal, { as: `${setting}@acme.example`, javaScriptEnabled: javaScript });
    const figures = () => page.locator('.metrics dd:not(.hint)').allTextContents();

    await page.goto('/dashboard');
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Digital Business Cards' }).click();
    const claimed = page.locator('#claimed-cards');
    await claimed.getByText('Showing 30 items').waitFor();
    await page.waitForLoadState();
    expect(await figures()).toEqual(['30', '70', '100', '465', '4,650']);

    const first = (text: string) => claimed.locator('tbody tr:first-child').filter({ hasText: text });
    await claimed.getByRole('searchbox').fill('  PERSON 002 ');
    await claimed.getByRole('button', { name: 'Search' }).click();
    await claimed.getByText('Showing 10 of 30 results (filtered from 30 total)').waitFor();
    await first('Person 0020').waitFor();

    const menu = claimed.getByRole('button', { name: 'Export claimed cards' });
    await menu.click();
    const plainLink = claimed.getByRole('link', {
      name: 'Export claimed cards without profile visits as CSV',
    });
    const [plain] = await Promise.all([
      download(page, plainLink),
      javaScript && toast(page, 'Exported 10 digital business card(s) to digital-business').waitFor(),
    ]);
    expect(plain.name).toMatch(/^digital-business-cards-export-filtered-PERSON_002-\d{4}-\d\d-\d\d\.csv$/);
    expect(plain.rows).toHaveLength(10);
    const columns = ['Person 0020', 'p0020@acme.example', 'Title 0020', `${setting}-c0020`];
    expect(plain.rows[0]).toEqual([...columns, '0', '0']);

    // With JavaScript, the menu closes when its export has ended.
    if (javaScript) await plainLink.waitFor({ state: 'hidden' });
    if (javaScript) await menu.click();
    const withVisits = await download(
      page,
      claimed.getByRole('link', { name: 'Export claimed cards with profile visits as CSV' }),
    );
    expect(withVisits.rows[0]).toEqual([...columns, '11', '110']);

    const row = claimed.getByRole('row').filter({ hasText: 'Person 0021' });
    const dialog = page.getByRole('dialog');
    await row.getByText('Deactivate').click();
    await dialog.getByRole('heading', { name: 'Confirm Card Deactivation' }).waitFor();
    await dialog.getByText('Person 0021').waitFor();
    await dialog.getByText('p0021@acme.example').waitFor();
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await waitForClosedDialog(page);
    await row.getByText('Deactivate').click();
    await dialog.getByRole('button', { name: 'Deactivate Card' }).click();
    await toast(page, 'Digital business card deactivated successfully').waitFor();
    await claimed.getByText('Showing 9 of 29 results (filtered from 29 total)').waitFor();
    await page.waitForLoadState();
    expect(await row.count()).toBe(0);
    expect((await figures()).slice(0, 2)).toEqual(['29', '71']);

    const profileData = page.getByRole('link', { name: 'Request All Profile Data' });
    await profileData.click();
    await dialog.getByRole('heading', { name: 'Request Profile Data Export' }).waitFor();
    await dialog.getByRole('link', { name: 'Cancel' }).click();
    await waitForClosedDialog(page);
    await profileData.click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toast(page, 'Export request submitted successfully. You will receive an email').waitFor();

    await page.getByRole('button', { name: 'Request Licenses' }).click();
    await toast(page, 'License request submitted successfully!').waitFor();
    await eventually('the requested cards are listed', async () => {
      await page.reload();
      return (await figures())[2] === '110';
    });
  },
);
