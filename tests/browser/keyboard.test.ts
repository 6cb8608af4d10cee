import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPage, waitForClosedDialog } from '../support/browsers/chromium';
import { dana, licenses, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

/** Has one page of licenses, which is longer than a window. */
const FEW = 'few@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    accounts: [
      dana({ scanner: scanner({ licensesPurchased: 100, licenses: licenses(30) }) }),
      dana({
        email: FEW,
        roles: [{ product: 2, entityId: 'few' }],
        scanner: scanner({ licensesPurchased: 100, licenses: licenses(8) }),
      }),
    ],
  });
});

const leadCapture = { as: EMAIL, at: '/leads-capture' };

interface Focused {
  readonly name: string;
  /** Whether the element has a focus ring and is within the viewport. */
  readonly visible: boolean;
}

function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const label = labels.map(id => document.getElementById(id)?.textContent).join(' ');
    return {
      name: ((element.ariaLabel ?? label) || element.textContent?.replace(/[\s↑↓↕]+/g, ' ').trim()) ?? '',
      visible:
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        width > 1 &&
        bottom > 0 &&
        top < innerHeight,
    };
  });
}

async function tab(page: Page): Promise<Focused> {
  await page.keyboard.press('Tab');
  return focused(page);
}

/** Whether no point of the focused element is on top of the page; undefined if nothing has the focus. */
function isFocusCovered(page: Page): Promise<boolean | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    if (element === document.body) return undefined;
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    const isOnTop = ({ x, y, width, height }: DOMRect) =>
      parts.some(across =>
        parts.some(down =>
          element.contains(document.elementFromPoint(x + width * across, y + height * down)),
        ),
      );
    return ![...element.getClientRects()].some(isOnTop);
  });
}

/** Presses Tab until the name of the focused element starts with this text. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if ((await tab(page)).name.startsWith(name)) return;
  }
  throw new Error(`Not reached within 60 tab stops: ${name}`);
}

describe('with only the keyboard', () => {
  test('Tab moves down to the first row in the order of the page, always with a visible focus', async () => {
    const page = await openPage(portal, leadCapture);
    const stops: Focused[] = [];
    while (!stops.at(-1)?.name.startsWith('Deactivate') && stops.length < 40) stops.push(await tab(page));
    expect(stops.map(({ name }) => name)).toEqual([
      'Skip to content',
      'Logout',
      'Dashboard',
      'Lead Capture',
      'Digital Business Cards',
      'People',
      'Leavers',
      'Compare exports',
      'Invite people',
      'Copy Download Link',
      'Invite people',
      'Request Licenses',
      'Copy corporate code ACME-4711',
      'Used in 30 days 30 30%',
      'How many leads Active licenses by leads, last 30 days',
      'Export activated licenses',
      'Search activated licenses',
      'Search in',
      'Activity',
      'Search',
      'Select this page',
      'Leads last 30',
      'Leads all time',
      'Select the license of u-0001@acme.example',
      'u-0001@acme.example',
      'Copy U-0001',
      'Deactivate the license of u-0001@acme.example',
    ]);
    expect(stops.filter(({ visible }) => !visible)).toEqual([]);
  });

  test('the first tab stop skips to the content', async () => {
    const page = await openPage(portal, leadCapture);
    expect(await tab(page)).toEqual({ name: 'Skip to content', visible: true });
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'content');
    expect((await tab(page)).name).toBe('Copy Download Link');
  });

  test('a list is sorted and searched with Enter, and Escape clears the search', async () => {
    const page = await openPage(portal, leadCapture);
    await tabTo(page, 'Leads all time');
    await page.keyboard.press('Enter');
    await page.locator('[aria-sort=descending]').filter({ hasText: 'Leads all time' }).waitFor();
    await page.waitForLoadState();
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('u-0007');
    await page.keyboard.press('Enter');
    await page.getByText('Showing 1 of 30 results').waitFor();
    await page.waitForLoadState();
    await tabTo(page, 'Deactivate the license');
    await page.keyboard.press('/');
    await page.keyboard.type('u-000');
    expect(await page.getByRole('searchbox').inputValue()).toBe('u-000');
    await page.keyboard.press('Escape');
    await page.getByText('Showing 30 items').waitFor();
  });

  test('Escape in a search box without a search keeps the filters', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/leads-capture?activity=used30' });
    const url = page.url();
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('u-0');
    await page.keyboard.press('Escape');
    await page.waitForLoadState();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(page.url()).toBe(url);
  });

  test('/ focuses the search of the list that has the focus, and does nothing outside of a list', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/digital-business-cards' });
    await page.getByRole('link', { name: 'Lead Capture' }).focus();
    await page.keyboard.press('/');
    expect((await focused(page)).name).toBe('Lead Capture');
    await page.locator('#non-claimed-cards').getByRole('link', { name: 'CardID' }).focus();
    await page.keyboard.press('/');
    expect((await focused(page)).name).toBe('Search non-claimed cards');
    expect(await page.locator(':focus').getAttribute('aria-keyshortcuts')).toBe('/');
  });

  test.each([
    ['checkbox', 'Select this page'],
    ['combobox', 'Activity'],
  ] as const)('/ focuses the search from a %s, which takes no text', async (role, name) => {
    const page = await openPage(portal, leadCapture);
    await page.getByRole(role, { name }).focus();
    await page.keyboard.press('/');
    expect((await focused(page)).name).toBe('Search activated licenses');
  });

  test('the search box shows its key only while the focus came from the keyboard', async () => {
    const page = await openPage(portal, leadCapture);
    const key = page.locator('#activated-licenses .search-key');
    await page.getByRole('checkbox', { name: 'Select the license of u-0001' }).click();
    expect(await key.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await key.isVisible()).toBe(true);
  });

  test('the next tab stop of a row that was ticked leads to the actions for selected rows', async () => {
    const page = await openPage(portal, leadCapture);
    const tick = page.getByRole('checkbox', { name: 'Select the license of u-0003' });
    // The script that adds the button has started.
    await page.locator('[data-select-submit][disabled]').waitFor({ state: 'attached' });
    await tick.focus();
    await page.keyboard.press('Space');
    expect(await tab(page)).toEqual({ name: 'Skip to the actions', visible: true });
    await page.keyboard.press('Enter');
    expect((await focused(page)).name).toBe('Remove selected');
    // It is gone with the tick.
    await tick.focus();
    await page.keyboard.press('Space');
    expect((await tab(page)).name).toBe('u-0003@acme.example');
  });

  test('the dialog restores the focus, also at an address with a fragment', async () => {
    const page = await openPage(portal, { as: EMAIL, at: '/leads-capture?q=u-000#activated-licenses' });
    const opener = page.getByRole('link', { name: 'Deactivate the license of u-0003@acme.example' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Confirm License Revocation' }).waitFor();
    await page.keyboard.press('Escape');
    await waitForClosedDialog(page);
    await page.waitForURL(/#activated-licenses$/);
    // The browser scrolls to the fragment, and forgets the focus, somewhat later.
    await page.waitForTimeout(300);
    expect((await focused(page)).name).toBe('Deactivate the license of u-0003@acme.example');
  });

  test('the dialog opens, traps the focus, closes with Escape and restores the focus; Enter confirms', async () => {
    const page = await openPage(portal, leadCapture);
    const dialog = page.getByRole('dialog', { name: 'Confirm License Revocation' });
    const opener = 'Deactivate the license of u-0003@acme.example';
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect(await focused(page)).toEqual({ name: 'Cancel', visible: true });
    expect(await page.title()).toMatch(/^Confirm License Revocation – /);
    await page.keyboard.press('Escape');
    await waitForClosedDialog(page);
    expect(await focused(page)).toEqual({ name: opener, visible: true });
    expect(await page.title()).toMatch(/^Lead Capture – /);

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect((await focused(page)).name).toBe('Cancel');
    expect(await tab(page)).toEqual({ name: 'Revoke License', visible: true });
    await page.keyboard.press('Enter');
    await page.locator('.toast').filter({ hasText: 'License revoked successfully' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'u-0003@acme.example' }).waitFor({ state: 'detached' });
  });

  test.each([
    [1440, 600, true],
    [768, 600, true],
    [390, 844, true],
    [1440, 600, false],
    [390, 844, false],
  ])(
    'P314: at %d × %d px, neither the table head nor the bar covers the focus; with JavaScript: %s',
    async (width, height, javaScriptEnabled) => {
      const at = '/leads-capture?license=U-0001';
      const page = await openPage(portal, { as: FEW, at, viewport: { width, height }, javaScriptEnabled });
      await page.locator('.selection-bar').waitFor();
      const covered: string[] = [];
      let stops = 0;
      // Forward through the page, and back again from its end.
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let isOnPage = true; isOnPage && stops < 300; stops++) {
          await page.keyboard.press(key);
          const isCovered = await isFocusCovered(page);
          isOnPage = isCovered !== undefined;
          if (isCovered) covered.push(`${key}: ${(await focused(page)).name}`);
        }
      }
      expect(covered).toEqual([]);
      // Every row has a checkbox, an address and an action.
      expect(stops).toBeGreaterThan(2 * 8 * 3);
    },
  );

  test('the focus is on the heading of the list after a search, a sort, and a page change', async () => {
    const page = await openPage(portal, leadCapture);
    const list = page.locator('#activated-licenses');
    for (const [role, name] of [
      ['button', 'Search'],
      ['link', 'Leads all time'],
      ['link', 'Page 2'],
    ] as const) {
      await Promise.all([page.waitForEvent('load'), list.getByRole(role, { name }).first().click()]);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
      expect((await focused(page)).name).toMatch(/^Activated Licenses/i);
    }
  });

  test.each([
    [
      'a license is revoked',
      '/leads-capture?sort=leadsTotal&license=U-0002',
      'Revoke License',
      'License revoked successfully',
    ],
    [
      'a card is deactivated',
      '/digital-business-cards',
      'Deactivate Card',
      'Digital business card deactivated successfully',
    ],
  ])('the focus is on the action of the next row after %s', async (_case, at, button, toast) => {
    const page = await openPage(portal, { as: EMAIL, at });
    const actions = page.getByRole('link', { name: /^Deactivate the (license|card) of/ });
    const first = await actions.nth(0).getAttribute('aria-labelledby');
    const next = await actions
      .nth(1)
      .evaluate(link => link.closest('tr')?.querySelector('[dir=ltr]')?.textContent);
    await actions.nth(0).click();
    const navigated = page.waitForEvent('load');
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await navigated;
    await page.locator('.toast').filter({ hasText: toast }).first().waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('a[data-dialog]'));
    const row = page.locator(':focus').locator('xpath=ancestor::tr');
    expect(await row.locator('[dir=ltr]').first().textContent()).toBe(next);
    expect(await page.locator(':focus').getAttribute('aria-labelledby')).toBe(first);
  });

  describe.each([true, false])(
    'P316: with JavaScript: %s, the focus is on the field that needs a correction',
    javaScriptEnabled => {
      const refused = { javaScriptEnabled, expected: /status of 400|^status 400/ };
      const expectCorrection = async (page: Page, label: string, message: string) => {
        const field = page.getByLabel(label);
        await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
        expect(await field.evaluate(element => element === document.activeElement)).toBe(true);
        expect((await focused(page)).visible).toBe(true);
        const problem = await field.getAttribute('aria-describedby');
        expect(await page.locator(`[id="${problem}"]`).textContent()).toBe(message);
      };
      /** Lets the server check the field, instead of the browser. */
      const sendUnchecked = async (page: Page, button: string) => {
        await page.locator('form:has(#email)').evaluate(form => form.setAttribute('novalidate', ''));
        await page.getByRole('button', { name: button }).click();
      };

      test('of a removal whose number is wrong', async () => {
        const page = await openPage(portal, { ...leadCapture, javaScriptEnabled });
        await page.locator('[name=license]').first().check();
        await page.getByRole('button', { name: /^Select all/ }).click();
        await page.getByLabel(/^Type \d+ to confirm$/).fill('3');
        await page.getByRole('button', { name: /^Revoke/ }).click();
        await page.waitForURL(/typed=3/);
        const label = await page.locator('label[for=count]').textContent();
        await expectCorrection(page, label ?? '', `Please ${label?.toLowerCase()}.`);
        expect(await page.locator('#count').inputValue()).toBe('3');
      });

      test('of the sign-in form', async () => {
        const page = await openPage(portal, { ...refused, at: '/login' });
        await sendUnchecked(page, 'Send Magic Link');
        await expectCorrection(page, 'Email Address', 'Please enter your email address');
      });

      test('of a sign-in that needs another address', async () => {
        const page = await openPage(portal, refused);
        await portal.browser().post('/login', { email: EMAIL });
        await page.goto(portal.latestLink(EMAIL));
        await sendUnchecked(page, 'Sign in');
        await expectCorrection(page, 'Email Address', 'Email is required to complete sign-in.');
      });
    },
  );

  test('a sign-in link is requested with Enter', async () => {
    const page = await openPage(portal, { at: '/login' });
    expect((await tab(page)).visible).toBe(true);
    await page.keyboard.type(EMAIL);
    await page.keyboard.press('Enter');
    await page.getByText('Check your inbox').waitFor();
  });
});

describe('the live region', () => {
  test('exists when the page loads, so that later toasts are announced', async () => {
    const page = await openPage(portal, leadCapture);
    const region = page.getByRole('status').and(page.locator('.toasts'));
    expect(await region.textContent()).toBe('');
    // Announces only the new toast.
    expect(await region.getAttribute('aria-atomic')).toBe('false');
    await region.evaluate(element => {
      element.setAttribute('data-test', 'initial');
    });
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await page.getByText('Copy Download Link').click();
    // The same element: screen readers ignore a live region that is inserted with its message.
    await page
      .locator('[data-test="initial"][role=status]')
      .getByText('Download link copied to clipboard!')
      .waitFor();
  });
});
