import { beforeAll, expect, test } from '@jest/globals';
import { openPage } from '../support/browsers/chromium';
import { dana } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const account = dana();

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [account] });
});

test('P362: the mail program and the clipboard get the edited text', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await openPage(portal, { as: account.email, at: '/invite', permissions });
  const link = page.getByRole('link', { name: 'Open in your mail program' });
  const mail = async () => new URL((await link.getAttribute('href')) ?? '').searchParams;
  await page.getByLabel('Subject').fill('50% off & more');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello,\nworld?');
  await page.locator('a[href$="body=Hello%2C%0D%0Aworld%3F"]').waitFor();
  expect((await mail()).get('subject')).toBe('50% off & more');
  expect((await mail()).get('body')).toBe('Hello,\r\nworld?');

  await page.getByRole('button', { name: 'Copy the text' }).click();
  await page.getByText('Copied!').waitFor();
  // The Permissions-Policy forbids reading the clipboard.
  await page.getByRole('textbox', { name: 'Text' }).fill('');
  await page.keyboard.press('Control+V');
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Hello,\nworld?');
});

test('P362: a text that is too long for a link is not in it, and the page says so', async () => {
  const page = await openPage(portal, { as: account.email, at: '/invite' });
  const hint = page.getByText('The text is too long for a link');
  const link = page.getByRole('link', { name: 'Open in your mail program' });
  expect(await hint.isVisible()).toBe(false);
  await page.getByRole('textbox', { name: 'Text' }).fill('ä'.repeat(400));
  await hint.waitFor();
  expect(await link.getAttribute('href')).not.toContain('body=');
  await page.getByRole('textbox', { name: 'Text' }).fill('short');
  await hint.waitFor({ state: 'hidden' });
  expect(await link.getAttribute('href')).toContain('body=short');
});
