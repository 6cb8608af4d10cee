import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/chromium';
import { cards, license, ownCompany, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const people = ['ada', 'ben', 'cleo', 'dan'];

const company = (name: string) =>
  ownCompany(name, {
    scanner: scanner({
      licenses: people.map(name => license({ appId: `U-${name}`, email: `${name}@acme.example` })),
    }),
    ecard: cards({
      cards: ['ada', 'ben'].map(name => ({ code: `c-${name}`, email: `${name}@acme.example` })),
    }),
  });

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: ['dana', 'rows-true', 'rows-false'].map(company) });
});

const mail =
  'From: dan@acme.example\nTo: dana@acme.example\n\nada@acme.example\nben@acme.example\ncleo@acme.example\n';

const box = (page: Page, what: string, person: string) =>
  page.getByRole('checkbox', { name: `Select the ${what} of ${person}@acme.example` });

/** Returns the people and items that are selected. */
async function selected(page: Page): Promise<string[]> {
  return (
    page
      .locator('.people input:checked')
      // Without the digest of the person.
      .evaluateAll(boxes =>
        boxes.map(each => (each as HTMLInputElement).value.split('*')[0] ?? '').toSorted(),
      )
  );
}

/** Returns the number that the stylesheet counts, which only the accessibility tree has as text. */
async function count(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => name?.value);
  return /(\d+) selected\s*Review selected/.exec(texts.join(''))?.[1];
}

/** Sends the mail about people who have left. */
async function sendMail(page: Page): Promise<void> {
  await page.getByLabel('People who have left').check();
  await page.getByLabel('Email addresses').fill(mail);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.waitForURL('**/leavers?answer=*');
}

describe.each([true, false])('with JavaScript: %s', javaScriptEnabled => {
  const open = (at = '/leavers', as = 'dana@acme.example') => openPage(portal, { as, at, javaScriptEnabled });

  test('P290: Back and Forward lead through the form, the answer and the review, and change nothing', async () => {
    const page = await open();
    await sendMail(page);
    expect(await selected(page)).toEqual(['U-ada', 'U-ben', 'U-cleo', 'c-ada', 'c-ben']);
    await box(page, 'license', 'cleo').uncheck();
    await box(page, 'card', 'ben').uncheck();
    await page.getByRole('button', { name: 'Review selected' }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();

    await page.goBack();
    await page.getByRole('heading', { name: 'Leavers' }).waitFor();
    expect(await selected(page)).toEqual(['U-ada', 'U-ben', 'c-ada']);
    await page.goBack();
    await page.getByLabel('Email addresses').waitFor();
    expect(await page.getByLabel('Email addresses').inputValue()).toBe(mail);
    expect(await page.getByLabel('People who have left').isChecked()).toBe(true);
    await page.goForward();
    await page.goForward();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/leavers?answer=*&review=*');
    expect(await selected(page)).toEqual(['U-ada', 'U-ben', 'c-ada']);
    await page.reload();
    expect(await selected(page)).toEqual(['U-ada', 'U-ben', 'c-ada']);
  });

  test('P378: a rejected list has an address, a reload sends nothing, and Back shows what was typed', async () => {
    const page = await open();
    const posts: string[] = [];
    page.on('request', request => request.method() === 'POST' && posts.push(request.url()));
    await page.getByLabel('Current staff').check();
    await page.getByLabel('Email addresses').fill('ben@acme\nnobody');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('There is no email address in this list.').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?answer=/);
    expect(await page.getByLabel('Current staff').isChecked()).toBe(true);
    await page.reload();
    await page.getByText('There is no email address in this list.').waitFor();
    await page.goBack();
    await page.waitForURL(/\/leavers$/);
    expect(await page.getByLabel('Email addresses').inputValue()).toBe('ben@acme\nnobody');
    expect(await page.getByLabel('Current staff').isChecked()).toBe(true);

    const buffer = Buffer.alloc(4 * 1024 * 1024, 'ada@acme.example ');
    await page.getByLabel('Or a file').setInputFiles({ name: 'all.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('it is larger than 1 MB').waitFor();
    await page.goBack();
    await page.waitForURL(/\/leavers$/);
    expect(await page.getByLabel('Email addresses').inputValue()).toBe('ben@acme\nnobody');
    expect(posts).toHaveLength(2);
  });

  test('P373 P378: a text about people to leave out that has no address is in the form again after Back', async () => {
    const page = await open('/leads-capture');
    await page.getByRole('checkbox', { name: 'ada@acme.example' }).check();
    await page.getByRole('button', { name: 'Remove selected' }).click();
    await page.getByText('Leave out people who have answered').click();
    await page.getByLabel('Their email addresses').fill('nobody');
    await page.getByRole('button', { name: 'Leave out' }).click();
    await page.getByText('There is no email address in this text.').waitFor();
    await page.reload();
    await page.getByText('There is no email address in this text.').waitFor();
    await page.goBack();
    await page.waitForURL(/\?review=[^&#]+$/);
    expect(await page.getByLabel('Their email addresses').inputValue()).toBe('nobody');
  });

  test('P253: Back selects nothing by its place if the answer has other rows by then', async () => {
    const page = await open('/leavers', `rows-${javaScriptEnabled}@acme.example`);
    await sendMail(page);
    await box(page, 'license', 'ada').uncheck();
    await page.getByRole('button', { name: 'Review selected' }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/leads-capture?revoke=U-ada');
    await other.getByRole('button', { name: 'Revoke License' }).click();
    await other.locator('.toast', { hasText: 'License revoked successfully' }).waitFor();

    await page.goBack();
    await page.getByRole('heading', { name: 'Leavers' }).waitFor();
    await page.getByRole('checkbox').first().waitFor();
    await page.waitForLoadState();
    expect(await selected(page)).toEqual(['U-ben', 'U-cleo', 'c-ada', 'c-ben']);
  });

  test('P291: one click selects a group, or everybody, and what is selected is counted', async () => {
    const page = await open();
    await sendMail(page);
    const click = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForLoadState();
    };
    expect(await count(page)).toBe('5');
    await click('Select none of With a license and a card');
    expect(await selected(page)).toEqual(['U-cleo']);
    await click('Select all of Not clear');
    expect(await selected(page)).toEqual(['U-cleo', 'U-dan']);
    expect(await count(page)).toBe('2');
    await click('Select all of everybody');
    expect(await selected(page)).toEqual(
      expect.arrayContaining(['U-ada', 'U-ben', 'U-cleo', 'c-ada', 'c-ben']),
    );
    await click('Select none of everybody');
    expect((await selected(page)).filter(id => id !== 'U-dan')).toEqual([]);
  });
});
