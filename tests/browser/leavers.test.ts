import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/chromium';
import { cards, license, ownCompany, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const people = ['ada', 'ben', 'cleo'];

const company = (name: string) =>
  ownCompany(name, {
    scanner: scanner({
      licenses: people.map(each => license({ appId: `U-${each}`, email: `${each}@acme.example` })),
    }),
    ecard: cards({ cards: [{ code: 'c-ada', email: 'ada@acme.example' }] }),
  });

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: ['dana', 'rows-true', 'rows-false'].map(company) });
});

const list = 'ada@acme.example\nben@acme.example\ncleo@acme.example\n';

const box = (page: Page, person: string) =>
  page.getByRole('checkbox', { name: `Select ${person}@acme.example` });

/** Returns the people who are selected. */
const selected = (page: Page) =>
  page
    .locator('[name=person]:checked')
    .evaluateAll(boxes => boxes.map(each => (each as HTMLInputElement).value.split('@')[0]));

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('People who have left').fill(text);
  await page.getByRole('button', { name: 'Find their licenses and cards' }).click();
}

describe.each([true, false])('with JavaScript: %s', javaScriptEnabled => {
  const open = (as = 'dana@acme.example') => openPage(portal, { as, at: '/leavers', javaScriptEnabled });

  test('P290: Back and Forward lead through the form, the answer and the review, and change nothing', async () => {
    const page = await open();
    await send(page, list);
    await page.waitForURL('**/leavers?answer=*');
    expect(await selected(page)).toEqual(['ada', 'ben', 'cleo']);
    await box(page, 'cleo').uncheck();
    await page.getByRole('button', { name: 'Review removal' }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();

    await page.goBack();
    await page.getByRole('heading', { name: 'Remove leavers' }).waitFor();
    expect(await selected(page)).toEqual(['ada', 'ben']);
    await page.goBack();
    expect(await page.getByLabel('People who have left').inputValue()).toBe(list);
    await page.goForward();
    await page.goForward();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/leavers?answer=*&review=*');
    expect(await selected(page)).toEqual(['ada', 'ben']);
    await page.reload();
    expect(await selected(page)).toEqual(['ada', 'ben']);
  });

  test('P378: a list that is not read stays in the form', async () => {
    const page = await open();
    await send(page, 'ben@acme\nnobody');
    await page.getByText('There is no email address in this list.').waitFor();
    expect(await page.getByLabel('People who have left').inputValue()).toBe('ben@acme\nnobody');
  });

  test('P253: Back selects nobody by their place if the answer has other rows by then', async () => {
    const page = await open(`rows-${javaScriptEnabled}@acme.example`);
    await send(page, list);
    await page.waitForURL('**/leavers?answer=*');
    await box(page, 'cleo').uncheck();
    await page.getByRole('button', { name: 'Review removal' }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/leads-capture?revoke=U-ben');
    await other.getByRole('button', { name: 'Revoke License' }).click();
    await other.locator('.toast', { hasText: 'License revoked successfully' }).waitFor();

    await page.goBack();
    await page.getByRole('heading', { name: 'Remove leavers' }).waitFor();
    await page.getByRole('checkbox').first().waitFor();
    await page.waitForLoadState();
    expect(await selected(page)).not.toContain('cleo');
  });

  test('P291: one click selects everybody in a text, or nobody', async () => {
    const page = await open();
    await send(page, `Leavers:\n${list}`);
    await page.waitForURL('**/leavers?answer=*');
    expect(await selected(page)).toEqual([]);
    await page.getByRole('link', { name: 'Select all 3' }).click();
    await page.waitForURL('**select=all');
    expect(await selected(page)).toEqual(['ada', 'ben', 'cleo']);
    await page.getByRole('link', { name: 'Select none' }).click();
    await page.waitForURL('**select=none');
    expect(await selected(page)).toEqual([]);
  });
});
