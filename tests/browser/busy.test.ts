import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths, requestLicensesPath } from '../../shared/paths';
import { openPage } from '../support/browsers/chromium';
import { dana } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [dana()] });
});

interface Button {
  readonly label: string;
  readonly spinner: string;
}

/**
 * Delays POST requests to a path until the form's button is disabled. Returns the button's appearance at that moment, and
 * the number of requests.
 */
async function watchButton(page: Page, path: string, form: string) {
  const { promise: disabled, resolve } = Promise.withResolvers<Button>();
  let posts = 0;
  await page.route(`**${path}*`, async route => {
    if (route.request().method() === 'POST') {
      posts += 1;
      await disabled;
    }
    await route.continue();
  });
  await page.exposeFunction('reportDisabled', resolve);
  await page.evaluate(selector => {
    const button = document.querySelector<HTMLButtonElement>(`${selector} button`);
    if (!button) return;
    new MutationObserver(() => {
      const look = {
        label: button.innerText.replace(/\s+/g, ' '),
        spinner: getComputedStyle(button, '::before').content,
      };
      if (button.disabled) Reflect.get(window, 'reportDisabled')(look);
    }).observe(button, { attributes: true });
  }, form);
  return { disabled, posts: () => posts };
}

test("P38: while a magic link is sent, the button says 'Sending Magic Link...' with a spinner", async () => {
  const page = await openPage(portal, { at: '/login' });
  const { disabled } = await watchButton(page, '/login', 'form');
  await page.getByLabel('Email Address').fill(EMAIL);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  expect(await disabled).toEqual({ label: 'Sending Magic Link...', spinner: '""' });
  await page.getByText('Check your inbox').waitFor();
});

test.each([
  [paths.dashboard, paths.leadCapture, 'Requesting... for Lead Capture'],
  [paths.leadCapture, paths.leadCapture, 'Requesting...'],
  [paths.cards, paths.cards, 'Requesting...'],
])(
  'P9: Request Licenses on %s shows its progress, and sends one request when clicked repeatedly',
  async (at, product, label) => {
    const page = await openPage(portal, { as: EMAIL, at });
    const form = `form[action*="${requestLicensesPath(product)}"]`;
    const { disabled, posts } = await watchButton(page, requestLicensesPath(product), form);
    await page.evaluate(selector => {
      const button = document.querySelector<HTMLButtonElement>(`${selector} button`);
      for (let press = 0; press < 3; press++) button?.click();
    }, form);
    expect(await disabled).toEqual({ label, spinner: '""' });
    await page.locator('.toast').filter({ hasText: 'License request submitted successfully!' }).waitFor();
    expect(posts()).toBe(1);
  },
);

test('P10: the header is 80 pixels high and the sidebar 250 wide', async () => {
  const page = await openPage(portal, {
    as: EMAIL,
    at: '/dashboard',
    viewport: { width: 1440, height: 900 },
  });
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(80);
  expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width).toBe(250);
});
