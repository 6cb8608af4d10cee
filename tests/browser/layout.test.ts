import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { compareExport, openPage } from '../support/browsers/chromium';
import { type ServedPortal, servePortal } from '../support/programs/server';

// The sandbox's accounts with long lists and with the longest names.
const MANY_ROWS = 'dana@northwind.example';
const LONG_NAMES = 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example';
const emails = [MANY_ROWS, LONG_NAMES];
const accounts = seedAccounts().filter(({ email }) => emails.includes(email));

const LICENSES = '/leads-capture';
const CARDS = '/digital-business-cards';
const PHONE = { width: 390, height: 844 };
/** The minimum size of touch targets, in CSS pixels (WCAG 2.5.5). */
const MIN_TARGET_SIZE = 44;

let portal: ServedPortal;

beforeAll(async () => {
  portal = await servePortal({ accounts });
});

const open = (at: string, options: BrowserContextOptions = {}, as = MANY_ROWS) =>
  openPage(portal, { as, at, ...options });

const firstTable = (page: Page) => page.getByRole('table').first();

/** Returns the names and sizes of a page's visible controls that are too small as touch targets. */
function tooSmall(page: Page): Promise<string[]> {
  const controls = page.locator(
    'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary',
  );
  return controls.evaluateAll(
    (elements, target) =>
      elements
        .filter(element => element.checkVisibility() && !element.matches('.visually-hidden'))
        .map(element => {
          const isBox = element.matches('[type=checkbox], [type=radio]');
          const { width, height } = ((isBox && element.closest('label')) || element).getBoundingClientRect();
          // The target of a small control is this pseudo-element.
          const after = getComputedStyle(element, '::after');
          return {
            name: element.ariaLabel ?? element.textContent,
            width: Math.max(width, Number.parseFloat(after.width) || 0),
            height: Math.max(height, Number.parseFloat(after.height) || 0),
          };
        })
        .filter(({ width, height }) => width < target || height < target)
        .map(({ name, width, height }) => `${name} ${width} × ${height}`),
    MIN_TARGET_SIZE,
  );
}

function truncated(texts: Locator): Promise<string[]> {
  return texts.evaluateAll(elements =>
    elements
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(element => element.textContent ?? ''),
  );
}

describe('table columns are wide enough for their content', () => {
  test.each([
    [CARDS, 1440],
    [LICENSES, 1024],
    [LICENSES, 1100],
    [LICENSES, 1150],
  ])('every row of %s fits on a single line at %d px', async (path, width) => {
    const page = await open(path, { viewport: { width, height: 900 } });
    const table = firstTable(page);
    expect(await table.evaluate(element => getComputedStyle(element).display)).toBe('table');
    const rows = table.locator('tbody tr');
    const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height));
    expect(heights).toHaveLength(25);
    expect(heights.filter(height => height > 42)).toEqual([]);
    const texts = rows.locator('bdi, code, a[dir]').and(page.locator(':not([title])'));
    expect(await truncated(texts)).toEqual([]);
  });

  test('an email stays on one line in the review of a removal if it fits, and its tables have the same columns', async () => {
    const page = await open(LICENSES);
    await page.getByLabel('Select this page').check();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    await page.waitForLoadState();
    for (const width of [900, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const emails = page.locator('.review tbody bdi');
      const lines = await emails.evaluateAll(all => all.map(email => email.getClientRects().length));
      expect(lines.length).toBeGreaterThan(20);
      expect(lines.filter(count => count > 1)).toEqual([]);
      const tables = page.locator('.review > div > table');
      const columns = await tables.evaluateAll(all =>
        all.map(table =>
          [...table.querySelectorAll('tbody tr:first-child > *')].map(cell => cell.clientWidth),
        ),
      );
      expect(columns).toHaveLength(2);
      expect(columns[1]).toEqual(columns[0]);
    }
  });

  test('an email stays on one line in the outcome of a removal if it fits', async () => {
    const page = await open(LICENSES, { viewport: { width: 768, height: 900 } });
    await firstTable(page).locator('[type=checkbox][name]').first().check();
    await page.getByRole('button', { name: 'Remove selected' }).click();
    await page.getByRole('button', { name: 'Revoke 1 License' }).click();
    await page.getByText('Confirmed: the license is gone from the list', { exact: true }).waitFor();
    const email = page.locator('.run-end + .run bdi');
    expect((await email.textContent())?.length).toBeGreaterThan(25);
    expect(await email.evaluate(element => element.getClientRects().length)).toBe(1);
  });

  test('an email is not truncated on a phone', async () => {
    const page = await open(CARDS, { viewport: PHONE }, LONG_NAMES);
    expect(await truncated(firstTable(page).locator('tbody :is(bdi, a[dir])'))).toEqual([]);
  });
});

describe('there is space between', () => {
  /** Returns the space between two elements, in pixels. */
  async function spaceBetween(above: Locator, below: Locator): Promise<number> {
    const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
    if (!upper || !lower) throw new Error('An element is not visible');
    return lower.y - (upper.y + upper.height);
  }

  test('the window and the box of a sign-in, which is as high as its content', async () => {
    const page = await openPage(portal, { at: '/login', viewport: { width: 1440, height: 900 } });
    const [form, box] = await Promise.all(['form', '.panel'].map(part => page.locator(part).boundingBox()));
    expect((box?.height ?? 900) - (form?.height ?? 0)).toBeLessThan(250);
  });

  test('an alert and the overview below it', async () => {
    const page = await open(`${LICENSES}?revoke=gone`);
    const alert = page.getByRole('alert').filter({ hasText: 'no longer in the list' });
    expect(await spaceBetween(alert, page.locator('.panel').first())).toBeGreaterThanOrEqual(16);
  });
});

describe('a table', () => {
  test('has column headers for screen readers at any width', async () => {
    const page = await open(LICENSES);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const heads = await firstTable(page).getByRole('columnheader').allTextContents();
      expect([width, ...heads.map(head => head.replace(/\s[↑↓↕]$/, ''))]).toEqual([
        ...[width, 'Email', 'UserID', 'Leads last 30', 'Leads all time', 'Actions'],
      ]);
    }
  });

  test('keeps its roles in browsers that drop them from blocks', async () => {
    const page = await openPage(portal, { as: MANY_ROWS });
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await page.goto(LICENSES);
    await page.locator('table[role]').first().waitFor();
    const shown = await firstTable(page)
      .locator('thead, thead tr, thead th:nth-child(2), tbody tr:first-child, tbody tr:first-child > *')
      .evaluateAll(elements => elements.map(({ role }) => role));
    const cells = ['cell', 'rowheader', 'cell', 'cell', 'cell', 'cell'];
    expect(shown).toEqual(['rowgroup', 'row', 'columnheader', 'row', ...cells]);
  });

  test('has a sticky header that does not cover the focused element', async () => {
    const page = await open(LICENSES, { viewport: { width: 1280, height: 700 } });
    const link = firstTable(page).getByText('Deactivate').nth(20);
    await link.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 300);
    const head = firstTable(page).getByRole('columnheader').first();
    await expect(head.evaluate(element => element.getBoundingClientRect().top)).resolves.toBeCloseTo(0, 0);

    await firstTable(page).getByText('Deactivate').nth(3).focus();
    const [headBottom, focusTop] = await page.evaluate(() => [
      document.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0,
      document.activeElement?.getBoundingClientRect().top ?? 0,
    ]);
    expect(focusTop).toBeGreaterThanOrEqual(headBottom ?? 0);
  });

  test('has a single heading above its entries', async () => {
    const page = await open(CARDS);
    const table = page.locator('#non-claimed-cards').getByRole('table');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [heading, entry] = await Promise.all(
        [table.locator('thead a'), table.locator('tbody code').first()].map(text => text.boundingBox()),
      );
      expect([width, heading?.x]).toEqual([width, entry?.x]);
    }
  });

  test('shows all its sort links on a phone, without scrolling sideways', async () => {
    const page = await open('/people', { viewport: PHONE, hasTouch: true, isMobile: true });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const links = await firstTable(page)
        .locator('thead a')
        .evaluateAll(all => all.map(link => link.getBoundingClientRect().right));
      expect(links).toHaveLength(7);
      expect([width, Math.max(...links) <= width]).toEqual([width, true]);
    }
  });

  test('has the names of products above their columns, also if it is printed', async () => {
    const page = await open('/people', { viewport: { width: 1280, height: 900 } });
    const edges = (locator: Locator) =>
      locator.evaluateAll(all => all.map(cell => cell.getBoundingClientRect().left));
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const groups = await edges(page.locator('thead [scope=colgroup]'));
      const columns = await edges(
        page.locator('[data-column=leadsLast30Days], [data-column=viewsLast30Days]'),
      );
      expect(groups).toHaveLength(2);
      expect([media, groups]).toEqual([media, columns]);
    }
  });

  test('prints its headings, untruncated texts, the count and the page number, but no controls', async () => {
    const page = await open(`${CARDS}?page=2`, { viewport: { width: 720, height: 900 } });
    await page.emulateMedia({ media: 'print' });
    const section = page.locator('#claimed-cards');
    expect(await firstTable(page).evaluate(element => getComputedStyle(element).display)).toBe('table');
    expect(await truncated(section.locator('tbody :is(bdi, code, a[dir])'))).toEqual([]);
    const printed = await section.evaluate(element => (element as HTMLElement).innerText);
    expect(printed).toContain('Showing 117 items');
    expect(printed).toContain('26–50 of 117');
    expect(printed).not.toMatch(/[↑↓↕]|Actions|Deactivate|Export with|Previous|Next/);
    const oneColumn = page.locator('#non-claimed-cards').getByRole('table');
    expect(await oneColumn.getByRole('columnheader').isVisible()).toBe(true);
    expect(await oneColumn.getByRole('rowheader').first().isVisible()).toBe(true);
  });
});

describe('on touch screens', () => {
  test('P315: every control of every page is large enough at 390 and 1024 px', async () => {
    const touch = { viewport: PHONE, hasTouch: true, isMobile: true };
    const found: string[] = [];
    const measure = async (page: Page, name: string) => {
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const control of await tooSmall(page)) found.push(`${name}, ${width}: ${control}`);
      }
    };

    const link = '/finishsignup?mode=signIn&apiKey=k&oobCode=c';
    const visitor = await openPage(portal, { at: link, ...touch });
    await measure(visitor, 'a sign-in link');
    await visitor.goto('/login');
    await measure(visitor, 'the sign-in form');
    await visitor.getByLabel('Email Address').fill(MANY_ROWS);
    await visitor.getByRole('button', { name: 'Send Magic Link' }).click();
    await visitor.getByText('Check your inbox').waitFor();
    await measure(visitor, 'the link is sent');

    const page = await open('/dashboard', touch);
    await measure(page, 'the dashboard');
    for (const at of [
      `${LICENSES}?page=2`,
      CARDS,
      `${LICENSES}?q=nobody`,
      '/people?select=page',
      '/leavers',
      '/compare',
      '/invite?for=cards&has=license-only',
      '/invite/cards',
    ]) {
      await page.goto(at);
      await measure(page, at);
    }
    await page.goto(LICENSES);
    await page.getByRole('button', { name: 'Menu' }).click();
    await measure(page, 'the menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export activated licenses' }).click();
    await measure(page, 'the exports');
    await page.keyboard.press('Escape');
    await page.getByText('Deactivate').first().click();
    await page.getByRole('dialog').waitFor();
    await measure(page, 'a dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${LICENSES}?activity=idle30`);
    await firstTable(page).locator('[name=license]').first().check();
    await measure(page, 'a selection');
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
    await measure(page, 'a review');
    await page.getByRole('link', { name: 'Ask them first' }).click();
    await page.getByRole('heading', { name: 'Ask first' }).waitFor();
    await measure(page, 'asking first');
    await page.goto('/leavers');
    await page.getByLabel('People who have left').fill('zoe.dahl@northwind.example nobody@northwind.example');
    await page.getByRole('button', { name: 'Find their licenses and cards' }).click();
    await page.getByRole('link', { name: 'Use another list' }).waitFor();
    await measure(page, 'the answer about leavers');
    const exported = await (await page.request.get('/leads-capture/licenses.csv')).text();
    await page.goto('/compare');
    await compareExport(page, exported);
    await page.locator('#compared').waitFor();
    await measure(page, 'a comparison');
    await page.goto(LICENSES);
    await firstTable(page).locator('[name=license]').last().check();
    await page.getByRole('button', { name: 'Remove selected' }).click();
    await page.getByRole('button', { name: 'Revoke 1 License' }).click();
    await page.getByText('Download receipt').waitFor();
    await measure(page, 'the outcome of a removal');
    expect(found).toEqual([]);
  });

  test('the whole header cell is clickable', async () => {
    const page = await open(LICENSES, { viewport: { width: 1280, height: 900 } });
    const head = firstTable(page).getByRole('columnheader', { name: 'Leads all time' });
    const hit = await head.evaluate(element => {
      const { left, bottom } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 2, bottom - 3)?.closest('a') !== null;
    });
    expect(hit).toBe(true);
  });

  test('a phone shows links to the previous and the next page', async () => {
    const page = await open(`${LICENSES}?page=2`, { viewport: PHONE });
    const section = page.locator('#activated-licenses');
    await section.getByRole('link', { name: 'Previous page' }).last().waitFor();
    await section.getByRole('link', { name: 'Next page' }).last().click();
    await page.waitForURL(/page=3/);
  });

  test('without JavaScript, the link to copy fits into a window of 320 px', async () => {
    const page = await open(LICENSES, {
      viewport: { width: 320, height: 700 },
      javaScriptEnabled: false,
    });
    await page.getByText('Copy Download Link').click();
    const box = await page.getByLabel('Address to copy').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  });
});

test('the header shows the full company name and user name at any width', async () => {
  const page = await open(LICENSES, {}, LONG_NAMES);
  const { name, company } = accounts.find(({ email }) => email === LONG_NAMES) ?? {};
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of [name ?? '', company ?? '']) {
      const shown = page.getByRole('banner').getByText(text);
      expect([width, text, await shown.isVisible()]).toEqual([width, text, true]);
      const isWhole = await shown.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1,
      );
      expect([width, text, isWhole]).toEqual([width, text, true]);
    }
  }
});

test('the header of a phone is 64 pixels high, and has the mark if there is room', async () => {
  const page = await open(LICENSES, { viewport: PHONE, hasTouch: true, isMobile: true });
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const header = page.getByRole('banner');
    expect([width, (await header.boundingBox())?.height]).toEqual([width, 64]);
    expect([width, await header.locator('.brand-mark').isVisible()]).toEqual([width, width >= 360]);
  }
});

test('P10: the header is 80 pixels high and the sidebar 250 wide', async () => {
  const page = await openPage(portal, {
    as: MANY_ROWS,
    at: '/dashboard',
    viewport: { width: 1440, height: 900 },
  });
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(80);
  expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width).toBe(250);
});
