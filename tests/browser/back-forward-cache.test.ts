import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage } from '../support/browsers/chromium';
import { dana } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [dana()] });
});

/** Simulates that Back or Forward restores the page from the back/forward cache. */
async function restore(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('restored', '');
    document.body.dataset.restored = '';
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
}

test('P207: a page restored from the back/forward cache is not reloaded, and its forms work again', async () => {
  const page = await openPage(portal, { at: '/login' });
  await page.getByLabel('Email Address').fill(EMAIL);
  const form = page.locator('form[action="/login"]');
  await form.evaluate(element => {
    element.addEventListener('submit', event => event.preventDefault());
  });
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByRole('button', { name: 'Sending Magic Link...', disabled: true }).waitFor();
  await page.evaluate(() => localStorage.clear());

  await restore(page);
  await page.getByRole('button', { name: 'Send Magic Link', disabled: false }).waitFor();
  expect(await form.getAttribute('aria-busy')).toBeNull();
  expect(await page.locator('body[data-restored]').count()).toBe(1);
});

test('P207: a page restored from the back/forward cache is reloaded after an action or a logout in any tab', async () => {
  const page = await openPage(portal, { as: EMAIL, at: '/leads-capture' });
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.waitForURL('**/login');

  await restore(page);
  await page.waitForURL('**/login');
  expect(await page.locator('body[data-restored]').count()).toBe(0);
});
