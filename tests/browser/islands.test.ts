import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { status } from '../../scripts/sandbox/faults';
import { paths, requestLicensesPath } from '../../shared/paths';
import { openPage, waitForClosedDialog } from '../support/browsers/chromium';
import { dana, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';
const HOUR_MS = 3_600_000;

/** Lets the revocations of failing@acme.example fail. */
const { promise: failureReleased, resolve: releaseFailure } = Promise.withResolvers<void>();

let portal: ServedPortal;
beforeAll(async () => {
  const failing = dana({
    email: 'failing@acme.example',
    roles: [{ product: 2, entityId: 'failing' }],
  });
  const { ecard: _, ...withoutCards } = failing;
  portal = await servePortal({
    accounts: [dana({ scanner: scanner({ licensesPurchased: 100, licenses: licenses(30) }) }), withoutCards],
  });
  portal.faults.on('scannerRevoke', exchange => void failureReleased.then(() => status(500)(exchange)), {
    email: failing.email,
  });
});

const leadCapture = { as: EMAIL, at: '/leads-capture' };
/** All tests of the clipboard are in this file: the pages of one Chromium share it, and files run in parallel. */
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Returns the clipboard's text by pasting it, because the Permissions-Policy forbids reading it. */
async function paste(page: Page): Promise<string> {
  const box = page.getByRole('searchbox');
  await box.fill('');
  await box.press('Control+V');
  return box.inputValue();
}

/** Pauses the timers of a page with an installed clock, so that only `page.clock.runFor` runs them. */
const stopTimers = (page: Page) => page.clock.pauseAt(Date.now() + HOUR_MS);

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm License Revocation' });
const deactivate = (page: Page, owner: string) =>
  page.getByRole('link', { name: `Deactivate the license of ${owner}` });

const hasFocus = (link: Locator) => link.evaluate(element => element === document.activeElement);

describe('a copy button', () => {
  test("P140: copies, shows 'Copied!' for two seconds and then its label again", async () => {
    const page = await openPage(portal, { ...leadCapture, ...CLIPBOARD });
    for (const text of ['ACME-4711', 'U-0001']) {
      await page.clock.install();
      await page.reload({ waitUntil: 'networkidle' });
      await stopTimers(page);
      const button = page.getByLabel(new RegExp(`^Copy (.* )?${text}$`));
      await button.click();
      await page.getByText('Copied!').waitFor();
      await page.clock.runFor(1900);
      expect(await page.getByText('Copied!').count()).toBe(1);
      await page.clock.runFor(200);
      await button.waitFor();
      expect(await page.getByText('Copied!').count()).toBe(0);
      await page.clock.resume();
      expect(await paste(page)).toBe(text);
    }
  });

  test('P142: falls back to execCommand if the Clipboard API rejects', async () => {
    const page = await openPage(portal, leadCapture);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.addEventListener('copy', () =>
        document.body.setAttribute('data-copied', String(getSelection())),
      );
    });
    await page.getByLabel('Copy U-0002').click();
    await page.getByText('Copied!').waitFor();
    await page.locator('[data-copied]').waitFor();
  });

  test("P141 P142: never shows 'Copied!' if nothing was copied", async () => {
    const page = await openPage(portal, leadCapture);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => {
        document.body.setAttribute('data-tried', '');
        return false;
      };
    });
    await page.getByLabel('Copy U-0002').click();
    await page.locator('[data-tried]').waitFor();
    expect(await page.getByText('Copied!').count()).toBe(0);
    await page.getByText('Copy Download Link').click();
    await toast(page, 'Failed to copy link to clipboard').waitFor();
    const selected = () =>
      page
        .getByLabel('Address to copy')
        .evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]);
    expect(await selected()).toEqual([0, 'https://apps.example/scanner'.length]);
  });

  test('P141: copies the download link with a toast', async () => {
    const page = await openPage(portal, { ...leadCapture, ...CLIPBOARD });
    await page.getByText('Copy Download Link').focus();
    await page.getByRole('button', { name: 'Copy Download Link' }).click();
    await toast(page, 'Download link copied to clipboard!').waitFor();
    expect(await page.getByLabel('Address to copy').isVisible()).toBe(false);
    expect(await paste(page)).toBe('https://apps.example/scanner');
  });
});

describe('the letter of an invitation', () => {
  test('P362: hands the edited text to the mail program and the clipboard', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/invite', ...CLIPBOARD });
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

  test('P362: leaves a text that is too long out of its link, and says so', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/invite' });
    const hint = page.getByText('open an email without the text');
    const link = page.getByRole('link', { name: 'Open in your mail program' });
    expect(await hint.isVisible()).toBe(false);
    await page.getByRole('textbox', { name: 'Text' }).fill('ä'.repeat(400));
    await hint.waitFor();
    expect(await link.getAttribute('href')).not.toContain('body=');
    expect(await link.textContent()).toBe('Open in your mail program (paste the text)');
    await page.getByRole('textbox', { name: 'Text' }).fill('short');
    await hint.waitFor({ state: 'hidden' });
    expect(await link.getAttribute('href')).toContain('body=short');
  });
});

describe('the revoke dialog', () => {
  let page: Page;
  beforeEach(async () => {
    page = await openPage(portal, leadCapture);
  });

  test('opens over the list, traps the focus, and returns it to the link that opened it', async () => {
    for (const close of ['Escape', 'Cancel', 'Close']) {
      await deactivate(page, 'u-0003@acme.example').click();
      await dialog(page).waitFor();
      expect(await page.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true);
      await page.waitForURL(/\?revoke=U-0003$/);
      for (let tabs = 0; tabs < 6; tabs++) {
        await page.keyboard.press('Tab');
        const inside = await page.evaluate(
          () =>
            document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        );
        expect(inside).toBe(true);
      }
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await dialog(page).getByRole('link', { name: close, exact: true }).click();
      await waitForClosedDialog(page);
      expect(await hasFocus(deactivate(page, 'u-0003@acme.example'))).toBe(true);
    }
  });

  test('that the server renders open becomes modal, and closing it updates the URL', async () => {
    await page.goto('/leads-capture?sort=leadsTotal&revoke=U-0004');
    await page.waitForFunction(() => document.querySelector('dialog')?.matches(':modal'));
    await page.keyboard.press('Escape');
    await waitForClosedDialog(page);
    await page.waitForURL(/\?sort=leadsTotal(#|$)/);
    expect(await hasFocus(deactivate(page, 'u-0004@acme.example'))).toBe(true);
  });

  test('is a history entry: Back closes it, Forward opens it again', async () => {
    await deactivate(page, 'u-0003@acme.example').click();
    await dialog(page).waitFor();
    await page.goBack();
    await waitForClosedDialog(page);
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await dialog(page).waitFor();
    expect(await dialog(page).textContent()).toContain('u-0003@acme.example');
    await page.keyboard.press('Escape');
    await waitForClosedDialog(page);
    await page.waitForURL(/leads-capture(#|$)/);
  });

  test('closes on a click on its backdrop, and its links respond to Space', async () => {
    await deactivate(page, 'u-0003@acme.example').click();
    await dialog(page).waitFor();
    await dialog(page).getByText('This action cannot be undone.').click();
    await page.mouse.click(5, 5);
    await waitForClosedDialog(page);
    await deactivate(page, 'u-0003@acme.example').click();
    await dialog(page).getByRole('link', { name: 'Cancel' }).press('Space');
    await waitForClosedDialog(page);
  });

  test('P100: shows an optimistic toast, and reverts it and the row if the backend fails', async () => {
    const other = await openPage(portal, { as: 'failing@acme.example', at: '/leads-capture' });
    const row = other.getByRole('row').filter({ hasText: 'ada@acme.example' });
    // The next page may load at any time after the toast, so an observer records both.
    await other.evaluate(() =>
      new MutationObserver(() => {
        const hidden = [...document.querySelectorAll('tr[hidden]')].map(row => row.textContent).join();
        const toasts = [...document.querySelectorAll('.toast')].map(shown => shown.textContent).join();
        if (toasts) sessionStorage.setItem('seen', `${toasts} | ${hidden}`);
      }).observe(document.body, { subtree: true, childList: true, attributes: true }),
    );
    await deactivate(other, 'ada@acme.example').click();
    await Promise.all([
      // Resolves when the next page has loaded.
      dialog(other).getByRole('button', { name: 'Revoke License' }).click(),
      other.waitForFunction(() => sessionStorage.getItem('seen')).then(() => releaseFailure()),
    ]);
    await toast(other, 'Failed to revoke license').waitFor();
    const seen = await other.evaluate(() => sessionStorage.getItem('seen'));
    expect(seen).toMatch(/^License revoked successfully \| ada@acme\.example/);
    expect(await toast(other, 'License revoked successfully').count()).toBe(0);
    await row.waitFor();
  });
});

describe('a toast', () => {
  test('P33: disappears after five seconds unless it is focused or hovered, or when it is closed', async () => {
    const page = await openPage(portal, { ...leadCapture, ...CLIPBOARD });
    const shown = page.locator('.toast');
    const copy = async () => {
      await page.getByText('Copy Download Link').click();
      await page.mouse.move(10, 10);
      await toast(page, 'Download link copied').waitFor();
    };
    const close = async () => {
      await page.getByRole('link', { name: 'Close message' }).click();
      await shown.waitFor({ state: 'detached' });
    };
    await page.clock.install();
    await page.reload();
    // The first toast loads the island, which needs the timers.
    await copy();
    await close();

    await stopTimers(page);
    await copy();
    await page.clock.runFor(4900);
    expect(await shown.count()).toBe(1);
    await page.clock.runFor(200);
    await shown.waitFor({ state: 'detached' });

    await copy();
    await shown.hover();
    await page.clock.runFor(60_000);
    expect(await shown.count()).toBe(1);
    await page.mouse.move(10, 10);
    await page.clock.runFor(5100);
    await shown.waitFor({ state: 'detached' });

    await copy();
    await close();
  });

  test('P34: of an action is announced to screen readers although it is server-rendered, and is shown once', async () => {
    const page = await openPage(portal, leadCapture);
    // Screen readers announce insertions into a live region.
    await page.addInitScript(() => {
      new MutationObserver(records => {
        for (const { target, addedNodes } of records) {
          if (!(target instanceof Element) || !target.closest('[role=status]')) continue;
          for (const node of addedNodes) sessionStorage.setItem('announced', node.textContent ?? '');
        }
      }).observe(document, { subtree: true, childList: true });
    });
    await page.getByRole('button', { name: 'Request Licenses' }).click();
    await toast(page, 'License request submitted successfully!').waitFor();
    await page.waitForFunction(
      () => sessionStorage.getItem('announced') === 'License request submitted successfully!',
    );
    await page.waitForLoadState();
    expect(await page.getByText('License request submitted successfully!').count()).toBe(1);
    await page.getByRole('link', { name: 'Close message' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    expect(await page.getByText('License request submitted successfully!').count()).toBe(0);
  });
});

test('the login page loads one small script and never React', async () => {
  const page = await openPage(portal);
  const scripts: string[] = [];
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/login');
  await page.mouse.move(100, 100);
  await page.getByLabel('Email Address').fill('a');
  // React would be loaded at the first activity, or when the browser is idle.
  await page.evaluate(() => new Promise(idle => requestIdleCallback(idle)));
  await page.evaluate(() => fetch('/healthz'));
  expect(scripts).not.toEqual([]);
  expect(scripts.filter(path => !/^\/assets\/(script|chunk)-/.test(path))).toEqual([]);
});

describe('a form that is sent', () => {
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
});

describe('a page that is restored from the back/forward cache', () => {
  /** Simulates that Back or Forward restores the page from the back/forward cache. */
  async function restore(page: Page): Promise<void> {
    await page.evaluate(() => {
      sessionStorage.setItem('restored', '');
      document.body.dataset.restored = '';
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  }

  test('P207: is not reloaded, and its forms work again', async () => {
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

  test('P207: is reloaded after an action or a logout in any tab', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/leads-capture' });
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: 'Logout' }).click();
    await other.waitForURL('**/login');

    await restore(page);
    await page.waitForURL('**/login');
    expect(await page.locator('body[data-restored]').count()).toBe(0);
  });
});
