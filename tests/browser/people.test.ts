import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/chromium';
import { cards, dana, license, nonClaimedCards, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

/** Thirty people with a license, of whom the first three have a card, too. The others with an even number are unused. */
const account = dana({
  scanner: scanner({
    licenses: Array.from({ length: 30 }, (_, index) =>
      license({
        appId: `U-${index}`,
        email: `person-${index}@acme.example`,
        leadsLast30Days: index % 2 === 0 ? 0 : 100 - index,
      }),
    ),
  }),
  ecard: cards({
    cards: [
      ...[0, 1, 2].map(index => ({
        code: `c${index}`,
        email: `person-${index}@acme.example`,
        name: `Person ${index}`,
      })),
      ...nonClaimedCards(12),
    ],
    licensesPurchased: 20,
  }),
});

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [account] });
});

/** How far a page is wider than its window, and than one of a tablet, in pixels. */
async function excesses(page: Page): Promise<number[]> {
  const size = page.viewportSize();
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const own = await excess();
  await page.setViewportSize({ width: 768, height: 900 });
  const onTablet = await excess();
  if (size) await page.setViewportSize(size);
  return [own, onTablet];
}

/** The texts before the figures of the first row: in a block, the names of their columns. */
const figureNames = (page: Page) =>
  page
    .locator('tbody tr')
    .first()
    .locator('td[data-label]')
    .evaluateAll(cells =>
      cells.map(cell => getComputedStyle(cell, '::before').content.replaceAll(/["/ ]/g, '')),
    );

describe.each([
  { width: 1440, javaScriptEnabled: true },
  { width: 390, javaScriptEnabled: false },
])('at $width pixels, JavaScript $javaScriptEnabled', ({ width, javaScriptEnabled }) => {
  const open = (at: string) =>
    openPage(portal, { as: account.email, at, javaScriptEnabled, viewport: { width, height: 900 } });

  test('P335: people without a card are found and invited', async () => {
    const page = await open('/people');
    expect(await excesses(page)).toEqual([0, 0]);
    await page.getByRole('combobox', { name: 'Has' }).selectOption('License only');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Showing 27 of 30 results').waitFor();
    // “No card” is not a figure.
    const inTable = ['none', 'none', 'none'];
    const inBlock = ['Leadslast30', 'Leadsalltime', ''];
    expect(await figureNames(page)).toEqual(width === 1440 ? inTable : inBlock);
    await page.getByRole('link', { name: 'Invite to Digital Business Cards' }).click();
    await page.getByRole('heading', { name: 'People without a card' }).waitFor();
    expect(await excesses(page)).toEqual([0, 0]);
    const mail = await page.getByRole('link', { name: 'People 1–27' }).getAttribute('href');
    expect(new URL(mail ?? '').searchParams.get('bcc')?.split(',')).toHaveLength(27);
  });

  test('P332 P368 P373: selected people are asked first, and those who answer are left out', async () => {
    const page = await open('/people?sort=leadsLast30Days');
    for (const index of [3, 5, 7]) {
      await page.getByRole('checkbox', { name: `Select person-${index}@acme.example` }).check();
    }
    await page.getByRole('button', { name: 'Ask first' }).click();
    await page.getByText('3 people. Nothing is removed and nothing is sent from here.').waitFor();
    expect(await excesses(page)).toEqual([0, 0]);
    expect(await page.locator('#people-chosen tbody tr').count()).toBe(3);
    await page.getByRole('link', { name: 'Back to the review' }).click();
    await page.getByText('Leave out people who have answered').click();
    await page.getByLabel('Their email addresses').fill('person-5@acme.example');
    await page.getByRole('button', { name: 'Leave out', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke 2 Licenses' }).waitFor();
    expect(await page.locator('#left-out').textContent()).toContain('person-5@acme.example');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('answers');
    expect(await excesses(page)).toEqual([0, 0]);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.getByRole('checkbox', { name: 'Select person-7@acme.example', checked: true }).waitFor();
  });
});
