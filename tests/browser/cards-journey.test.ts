import { beforeAll, expect, test } from '@jest/globals';
import { cards, claimedCards, dana, nonClaimedCards } from '../support/accounts';
import { download, openSignedIn, waitForClosedDialog } from '../support/chromium';
import { eventually } from '../support/eventually';
import { type RealPortal, startRealPortal } from '../support/server';

/** Each test has its own administrator, so that changes do not affect other tests. */
function account(name: string) {
  const { scanner: _, ...withoutScanner } = dana({
    email: `${name}@acme.example`,
    roles: [{ product: 3, entityId: name }],
    ecard: cards({
      licensesPurchased: 100,
      cards: [...claimedCards(30), ...nonClaimedCards(30)].map(card => ({
        ...card,
        code: `${name}-${card.code}`,
      })),
    }),
  });
  return withoutScanner;
}

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal({
    accounts: ['manage-on', 'manage-off'].map(account),
    topUpDelay: 300,
  });
});

test.each(['on', 'off'])(
  'an administrator manages digital business cards with JavaScript %s',
  async setting => {
    const javaScript = setting === 'on';
    const { page } = await openSignedIn(portal, `manage-${setting}@acme.example`, {
      javaScriptEnabled: javaScript,
    });
    const toast = (text: string) => page.locator('.toast').filter({ hasText: text }).first();
    const figures = () => page.locator('.metric dd').allTextContents();

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

    const [plain] = await Promise.all([
      download(page, claimed.getByRole('link', { name: 'Export claimed cards' })),
      javaScript && toast('Exported 10 digital business card(s) to digital-business').waitFor(),
    ]);
    expect(plain.name).toMatch(/^digital-business-cards-export-filtered-PERSON_002-\d{4}-\d\d-\d\d\.csv$/);
    expect(plain.rows).toHaveLength(10);
    expect(plain.rows[0]).toEqual([
      'Person 0020',
      'p0020@acme.example',
      'Title 0020',
      `manage-${setting}-c0020`,
      '0',
      '0',
    ]);

    const withVisits = await download(
      page,
      claimed.getByRole('link', { name: 'Export with profile visits' }),
    );
    expect(withVisits.rows[0]).toEqual([
      'Person 0020',
      'p0020@acme.example',
      'Title 0020',
      `manage-${setting}-c0020`,
      '11',
      '110',
    ]);

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
    await toast('Digital business card deactivated successfully').waitFor();
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
    await toast('Export request submitted successfully. You will receive an email').waitFor();

    await page.getByRole('button', { name: 'Request Licenses' }).click();
    await toast('License request submitted successfully!').waitFor();
    await eventually('the requested cards are listed', async () => {
      await page.reload();
      return (await figures())[2] === '110';
    });
  },
);
