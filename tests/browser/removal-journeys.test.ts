import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { holdCalls } from '../support/backends/held-calls';
import { openPage } from '../support/browsers/chromium';
import { dana, license, licenses, ownCompany, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const settings = ['on', 'off'] as const;
const tests = ['history', 'tabs', 'restart', 'title', 'long'];

/** Each test has its own company with forty licenses. */
function company(name: string) {
  return ownCompany(name, {
    company: 'Acme',
    roles: [{ product: 2, entityId: name }],
    scanner: scanner({
      licensesPurchased: 100,
      licenses: name.startsWith('long') ? [license({ appId: 'U-1', email: LONG })] : licenses(40),
    }),
  });
}

const LONG = `${'é'.repeat(20_000)}@acme.example`;

const rosa = seedAccounts().find(({ email }) => email === 'rosa@relay.example') ?? dana();

let portal: ServedPortal;
beforeAll(async () => {
  const names = tests.flatMap(name => settings.map(setting => `${name}-${setting}`));
  const accounts = names.map(company).map(({ ecard: _cards, ...account }) => account);
  // They share no memory, so the second is like the first after a restart.
  portal = await servePortal({ accounts: [...accounts, rosa], replicas: 2 });
  portal.sendTo(0);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, person: string) =>
  page.getByRole('checkbox', { name: `Select the license of ${person}@acme.example` });
const removals = (entity: string) =>
  portal.faults.calls.filter(({ line }) => line.startsWith('DELETE') && line.includes(`/${entity}/`)).length;

const confirmed = (page: Page, count: number) =>
  page.locator('.run-end').getByText(`Confirmed: all ${count} are gone from the list`).waitFor();

/** Selects two licenses on the second page of a sorted list, and opens their review. */
async function openReview(page: Page): Promise<void> {
  await page.goto('/leads-capture?sort=leadsTotal&dir=asc&page=2');
  await row(page, 'u-0010').check();
  await row(page, 'u-0012').check();
  await button(page, 'Remove selected').click();
  await button(page, 'Revoke 2 Licenses').waitFor();
}

describe.each(settings)('with JavaScript %s', setting => {
  const openAs = (as: string, at?: string) =>
    openPage(portal, { as, ...(at && { at }), javaScriptEnabled: setting === 'on' });
  const open = (name: string) => openAs(`${name}-${setting}@acme.example`);

  test('P253: Back and Forward in each step of a removal show what is true, and repeat nothing', async () => {
    const page = await open('history');
    await openReview(page);
    const review = page.url();

    await page.goBack();
    await row(page, 'u-0010').waitFor();
    // Scripts add the selected rows to the address.
    expect(new URL(page.url()).search).toMatch(/^\?sort=leadsTotal&dir=asc&page=2/);
    expect(await page.locator('tbody [type=checkbox]:checked').count()).toBe(2);
    await page.goForward();
    await button(page, 'Revoke 2 Licenses').waitFor();
    expect(page.url()).toBe(review);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await row(page, 'u-0012').and(page.locator(':checked')).waitFor();
    await page.goBack();

    await button(page, 'Revoke 2 Licenses').click();
    await confirmed(page, 2);
    const run = page.url();
    await page.goBack();
    await main(page).getByText('This review has been confirmed').waitFor();
    expect(page.url()).toBe(review);
    await page.goBack();
    await main(page).getByText('Showing 38 items').waitFor();
    await page.waitForLoadState();
    expect(await page.locator('tbody [type=checkbox]:checked').count()).toBe(0);
    expect(await button(page, 'Remove selected').isVisible()).toBe(false);
    await page.goForward();
    await page.goForward();
    await confirmed(page, 2);
    expect(page.url()).toBe(run);
    await page.reload();
    await confirmed(page, 2);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await main(page).getByText('Showing 38 items').waitFor();
    await page.goBack();
    await confirmed(page, 2);
    expect(removals(`history-${setting}`)).toBe(2);
  });

  test('P254 T55: two tabs that confirm the same review show one run', async () => {
    const page = await open('tabs');
    await openReview(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await Promise.all([page, other].map(tab => button(tab, 'Revoke 2 Licenses').click()));
    await Promise.all([page, other].map(tab => confirmed(tab, 2)));
    expect(other.url()).toBe(page.url());
    expect(removals(`tabs-${setting}`)).toBe(2);
  });

  test('P253: a review that is confirmed after a restart has ended, removes nothing, and leads back to the list', async () => {
    const page = await open('restart');
    await openReview(page);
    portal.sendTo(1);
    await button(page, 'Revoke 2 Licenses').click();
    await main(page).getByText('This review has expired').waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await main(page).getByText('Showing 40 items').waitFor();
    expect(new URL(page.url()).search).toBe('?sort=leadsTotal&dir=asc&page=2');
    portal.sendTo(0);
    expect(removals(`restart-${setting}`)).toBe(0);
  });

  test('P282: the title, the focus and an announcement say how a run has ended', async () => {
    const page = await open('title');
    await openReview(page);
    const held = holdCalls(portal.faults, 'scannerRevoke', { email: `title-${setting}@acme.example` });
    await button(page, 'Revoke 2 Licenses').click({ noWaitAfter: true });
    await eventually('both calls are in flight', async () => held.count() === 2);
    await page.locator('.run-count:visible', { hasText: '0 of 2 done' }).waitFor();
    expect(await page.title()).toBe('Revoking 2 licenses – Acme');
    expect(await page.getByRole('status').count()).toBeGreaterThan(0);
    held.release();
    await confirmed(page, 2);
    await page.waitForLoadState();
    expect(await page.locator('[slot=announcement]').textContent()).toBe(
      '2 licenses revoked. Confirmed: all 2 are gone from the list.',
    );
    await page.locator('h1:focus', { hasText: '2 licenses revoked' }).waitFor();
    expect(await main(page).getByText('2 licenses revoked').count()).toBe(1);
    if (setting === 'off') await page.reload();
    await page.waitForLoadState();
    // Also in shadow roots.
    await eventually('the page in progress is gone', async () => (await page.locator('main').count()) === 1);
    expect(await page.title()).toBe('2 licenses revoked – Acme');
  });

  test('P280 T54: a license with an address of 20,000 characters is revoked from its dialog', async () => {
    const page = await open('long');
    await page.goto('/leads-capture');
    await page.locator('a[data-dialog]').click();
    await button(page, 'Revoke License').click();
    await page.locator('.toast', { hasText: 'License revoked successfully' }).waitFor();
    expect(removals(`long-${setting}`)).toBe(1);
  });

  test('P381 T54: a license that was given to another person since it was selected is not in the review', async () => {
    const page = await openAs(rosa.email, '/leads-capture?sort=leadsTotal');
    const passedOn = /(anna\.keller|ceo|intern)@relay\.example/;
    const rows = main(page).locator('tbody tr');
    const owner = (await rows.filter({ hasText: passedOn }).textContent())?.match(passedOn)?.[0] ?? '';
    await rows.filter({ hasText: passedOn }).getByRole('checkbox').check();
    await rows.filter({ hasNotText: passedOn }).getByRole('checkbox').first().check();
    await button(page, 'Remove selected').click();
    const notice = page.locator('.alert', { hasText: 'Selected for another person, and not in this review' });
    const [next = ''] = (await notice.textContent())?.match(passedOn) ?? [];
    expect([next === '', next === owner]).toEqual([false, false]);
    const reviewed = main(page).locator('.review tbody tr');
    expect([await reviewed.count(), await reviewed.filter({ hasText: passedOn }).count()]).toEqual([1, 0]);
    // Only this license is selected, and it has gone to the next person again.
    await button(page, 'Review it separately').click();
    await main(page).getByText('Nothing is left to review').waitFor();
    await notice.waitFor();
    expect(removals('scan-relay')).toBe(0);
  });

  test('P280 T54: a license that was given to another person since its dialog was opened is not revoked', async () => {
    const page = await openAs(rosa.email, '/leads-capture?sort=leadsTotal');
    const passedOn = /^(anna\.keller|ceo|intern)@relay\.example$/;
    const owner = await page.getByRole('rowheader', { name: passedOn }).textContent();
    await page.getByRole('link', { name: `Deactivate the license of ${owner}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm License Revocation' });
    await dialog.getByText(owner ?? '').waitFor();
    await dialog.getByRole('button', { name: 'Revoke License' }).click();
    const toast = page.locator('.toast', { hasText: 'Not revoked: the license belongs to' });
    const [, next = ''] = /belongs to (\S+) now\./.exec((await toast.textContent()) ?? '') ?? [];
    expect([passedOn.test(next), next === owner]).toEqual([true, false]);
    await page.getByRole('rowheader', { name: passedOn }).waitFor();
    expect(removals('scan-relay')).toBe(0);
  });
});
