import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { SeedRole } from '../../scripts/sandbox/seed';
import { cards, dana, scanner } from '../support/accounts';
import { openSignedIn } from '../support/chromium';
import { eventually } from '../support/eventually';
import { type RealPortal, startRealPortal } from '../support/server';

const settings = ['on', 'off'];

/** Each setting has its own accounts, so that changes do not affect other tests. */
function accounts(setting: string) {
  const roles = (entity: string): SeedRole[] => [
    { product: 2, entityId: `${entity}-${setting}` },
    { product: 3, entityId: `${entity}-cards-${setting}` },
  ];
  const { cards: [ada, ben] = [], ...company } = cards();
  const own = [ada, ben].map((card, index) => ({ ...card, code: `${setting}-${index}` }));
  const { scanner: _, ecard: __, ...withoutProducts } = dana();
  return [
    dana({
      email: `active-${setting}@acme.example`,
      roles: roles('active'),
      ecard: { ...company, cards: own },
    }),
    dana({
      email: `not-active-${setting}@acme.example`,
      roles: roles('new'),
      scanner: scanner({ licensesPurchased: 0, licenses: [], integrations: [] }),
      ecard: cards({ licensesPurchased: 0, cards: [] }),
    }),
    { ...withoutProducts, email: `no-access-${setting}@acme.example`, roles: [] },
  ];
}

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal({ accounts: settings.flatMap(accounts), topUpDelay: 300 });
});

async function openDashboard(name: string, setting: string): Promise<Page> {
  const javaScript = setting === 'on';
  const { page } = await openSignedIn(portal, `${name}-${setting}@acme.example`, {
    javaScriptEnabled: javaScript,
  });
  await page.goto('/dashboard');
  return page;
}

const products = ['Lead Capture', 'Digital Business Cards'];
const card = (page: Page, name: string) => page.getByRole('region', { name });
const figures = (page: Page, name: string) => card(page, name).locator('.figures div').allTextContents();

/** Clicks a product's button, and waits until the page shows this many licenses. */
async function requestLicenses(
  page: Page,
  product: string,
  button: string,
  purchased: number,
): Promise<void> {
  await card(page, product).getByRole('button', { name: button }).click();
  await page
    .locator('.toast')
    .filter({ hasText: 'License request submitted successfully!' })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await eventually(`${product} has the requested licenses`, async () => {
    await page.reload();
    return (await figures(page, product))[0] === `Licenses purchased${purchased}`;
  });
}

test.each(settings)(
  'the dashboard shows both products and the integration, and requests licenses, with JavaScript %s',
  async setting => {
    const page = await openDashboard('active', setting);
    expect(await figures(page, 'Lead Capture')).toEqual([
      'Licenses purchased10',
      'Licenses activated3',
      'Leads, last 30 days17',
      'Leads, all time90',
    ]);
    expect(await figures(page, 'Digital Business Cards')).toEqual([
      'Licenses purchased5',
      'Licenses activated2',
      'Profile visits, last 30 days9',
      'Profile visits, all time160',
      'Leads from cards12',
    ]);
    expect(await card(page, 'CRM Integrations').locator('.card-body').textContent()).toBe(
      'Salesforce Active',
    );
    await requestLicenses(page, 'Lead Capture', 'Request Licenses', 20);
    await requestLicenses(page, 'Digital Business Cards', 'Request Licenses', 15);
  },
);

test.each(settings)(
  'an inactive product is purchased from the dashboard with JavaScript %s',
  async setting => {
    const page = await openDashboard('not-active', setting);
    await card(page, 'CRM Integrations').getByText('No Integrations Activated').waitFor();
    for (const product of products) {
      await card(page, product).getByText('Not active yet').waitFor();
      await requestLicenses(page, product, 'Purchase Licenses', 10);
      await card(page, product).getByRole('button', { name: 'Request Licenses' }).waitFor();
    }
  },
);

test.each(settings)('without access, “Learn more” opens another tab with JavaScript %s', async setting => {
  const page = await openDashboard('no-access', setting);
  const context = page.context();
  await context.route('https://help.example/**', route => route.fulfill({ body: 'Help' }));
  const main = page.getByRole('navigation', { name: 'Main' });
  expect(await main.getByRole('link').allTextContents()).toEqual(['Dashboard']);
  for (const product of [...products, 'CRM Integrations']) {
    const [help] = await Promise.all([
      context.waitForEvent('page'),
      card(page, product).getByRole('link', { name: 'Learn more' }).click(),
    ]);
    await help.getByText('Help').waitFor();
    await help.close();
  }
  for (const product of products) {
    await card(page, product).getByText('No access').waitFor();
    expect(await card(page, product).getByRole('button').count()).toBe(0);
  }
});
