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
    accounts: ['browse-on', 'browse-off', 'manage-on', 'manage-off'].map(account),
    topUpDelay: 300,
  });
});

/** Each column with its first card in descending, then in ascending order. */
const columns = [
  ['Name', 'Person 0030', 'Person 0001'],
  ['Email', 'p0030@acme.example', 'p0001@acme.example'],
  ['Job title', 'Title 0030', 'Title 0001'],
  ['CardID', 'c0030', 'c0001'],
  ['Profile visits (30 days)', 'c0001', 'c0030'],
  ['Profile visits (total)', 'c0001', 'c0030'],
] as const;

test.each(['on', 'off'])(
  'an administrator browses the non-claimed cards with JavaScript %s',
  async setting => {
    const javaScript = setting === 'on';
    const { page } = await openSignedIn(portal, `browse-${setting}@acme.example`, {
      javaScriptEnabled: javaScript,
    });
    await page.goto('/digital-business-cards');

    const list = page.locator('#non-claimed-cards');
    const first = (id: string) => list.locator('tbody tr:first-child').filter({ hasText: id });
    await list.getByText('Showing 30 items').waitFor();
    const header = list.getByRole('columnheader', { name: 'CardID' });
    for (const [order, id] of [
      ['descending', 'n0030'],
      ['ascending', 'n0001'],
      ['descending', 'n0030'],
    ] as const) {
      await header.getByRole('link').click();
      await header.and(page.locator(`[aria-sort=${order}]`)).waitFor();
      await first(id).waitFor();
    }

    const pages = page.getByRole('navigation', { name: 'Pages of non-claimed cards', exact: true });
    await pages.getByRole('link', { name: 'Next page' }).click();
    await first('n0005').waitFor();

    await list.getByPlaceholder('Search non-claimed cards...').fill('N000');
    await list.getByRole('button', { name: 'Search' }).click();
    await list.getByText('Showing 9 of 30 results (filtered from 30 total)').waitFor();
    await first('n0009').waitFor();

    const { name, rows } = await download(page, list.getByRole('link', { name: 'Export' }));
    expect(name).toMatch(/^non-claimed-cards-export-filtered-N000-\d{4}-\d\d-\d\d\.csv$/);
    expect(rows.flat()).toEqual(
      Array.from({ length: 9 }, (_, index) => `browse-${setting}-n000${9 - index}`),
    );

    await list.getByRole('searchbox').fill('nothing like this');
    await list.getByRole('button', { name: 'Search' }).click();
    await list.getByText('No non-claimed cards found').waitFor();
    expect(await list.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    await list.getByRole('link', { name: 'Clear' }).click();
    await list.getByText('Showing 30 items').waitFor();
  },
);

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
    for (const [column, down, up] of columns) {
      const header = claimed.getByRole('columnheader', { name: column });
      for (const [order, expected] of [
        ['descending', down],
        ['ascending', up],
      ] as const) {
        await header.getByRole('link').click();
        await header.and(page.locator(`[aria-sort=${order}]`)).waitFor();
        await first(expected).waitFor();
      }
    }

    const pages = page.getByRole('navigation', { name: 'Pages of claimed cards', exact: true });
    await pages.getByRole('link', { name: 'Page 2' }).click();
    await first('Person 0005').waitFor();
    await page.waitForLoadState();
    expect(await claimed.locator('tbody tr').count()).toBe(5);

    await claimed.getByRole('searchbox').fill('  PERSON 002 ');
    await claimed.getByRole('button', { name: 'Search' }).click();
    await claimed.getByText('Showing 10 of 30 results (filtered from 30 total)').waitFor();
    await first('Person 0029').waitFor();

    const [plain] = await Promise.all([
      download(page, claimed.getByRole('link', { name: 'Export claimed cards' })),
      javaScript && toast('Exported 10 digital business card(s) to digital-business').waitFor(),
    ]);
    expect(plain.name).toMatch(/^digital-business-cards-export-filtered-PERSON_002-\d{4}-\d\d-\d\d\.csv$/);
    expect(plain.rows).toHaveLength(10);
    expect(plain.rows[0]).toEqual([
      'Person 0029',
      'p0029@acme.example',
      'Title 0029',
      `manage-${setting}-c0029`,
      '0',
      '0',
    ]);

    const withVisits = await download(
      page,
      claimed.getByRole('link', { name: 'Export with profile visits' }),
    );
    expect(withVisits.rows[0]).toEqual([
      'Person 0029',
      'p0029@acme.example',
      'Title 0029',
      `manage-${setting}-c0029`,
      '2',
      '20',
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

    await claimed.getByRole('searchbox').fill('nobody-is-called-this');
    await claimed.getByRole('button', { name: 'Search' }).click();
    await claimed.getByText('No digital business cards found').waitFor();
    await page.waitForLoadState();
    expect(await claimed.getByRole('button', { name: 'Export claimed cards' }).isDisabled()).toBe(true);
    await claimed.getByRole('link', { name: 'Clear' }).click();
    await claimed.getByText('Showing 29 items').waitFor();

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
  // Loads dozens of pages.
  180_000,
);
