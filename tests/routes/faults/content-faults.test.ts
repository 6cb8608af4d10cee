import { describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { csvRows, figures, toasts } from '../../support/browsers/lists';
import { openPortal } from '../../support/portal/portal';
import { expectSafe, products, uncached } from './outcomes';

const unreadable = {
  scanner: 'Failed to fetch licenses',
  ecard: 'Failed to fetch digital business cards',
};

describe.each(products)('the $title backend', product => {
  async function openWith(stats: faults.Fault) {
    const options = { environment: uncached, at: product.path };
    return (await openPortal({ ...options, faults: [product.stats, stats] })).browser;
  }

  /** Faults with the total of each row that is shown, by its email address. */
  const invalidRows: [string, faults.Fault, Record<string, string>][] = [
    [
      'with counts that are text, negative or missing',
      faults.invalidCounts,
      { 'odd-1@odd.example': '41', 'odd-2@odd.example': '0', 'odd-3@odd.example': '0' },
    ],
    [
      'with the same ID twice',
      faults.duplicateIds,
      { 'odd-1@odd.example': '2', 'odd-2@odd.example': '2', 'twin@odd.example': '2' },
    ],
    ['that are not objects', faults.badRows, { 'odd-1@odd.example': '2' }],
  ];

  test.each(invalidRows)('F11 P179: sends rows %s: the valid data is shown', async (_case, fault, totals) => {
    const expected = Object.entries(totals);
    const browser = await openWith(fault);
    expectSafe(browser.response);
    expect(browser.has('main .alert')).toBe(false);
    const rows = browser.rows(product.table).map(cells => cells.join(' '));
    expect(rows).toHaveLength(expected.length);
    for (const [email, total] of expected) {
      expect(rows.filter(row => row.includes(email) && row.includes(total))).toHaveLength(1);
    }

    const download = await browser.get(`${product.csv}?visits=1`);
    expectSafe(download);
    const lines = csvRows(download);
    expect(lines.map(cells => [cells.find(cell => cell.includes('@')), cells.at(-1)]).toSorted()).toEqual(
      expected,
    );

    await browser.visit(paths.dashboard);
    expectSafe(browser.response);
    expect(browser.text('main')).toContain(product.activity);
  });

  test('F11 P179: sends rows without an ID, with a number as ID, or with an invalid text: each is shown', async () => {
    const rows = [
      { email: 'no-id@odd.example', name: { not: 'text' } },
      { appId: 77, code: 77, email: 'number@odd.example', name: 5 },
      { appId: 'no-email', code: 'no-email', email: { not: 'text' } },
    ];
    const browser = await openWith(faults.json({ userStats: rows }));
    const shown = browser.rows(product.table).map(cells => cells.join(' '));
    expect(shown).toEqual([
      expect.stringContaining('no-id@odd.example'),
      expect.stringMatching(/number@odd\.example.* 77 /),
    ]);
    expect(browser.texts(':is(#non-activated-licenses, #non-claimed-cards) code')).toEqual(['no-email']);
    // Only a row with an ID can be removed.
    const $rows = browser.table(product.table).find('tbody tr');
    expect($rows.find('input')).toHaveLength(1);
    expect($rows.find('a[data-dialog]')).toHaveLength(1);
  });

  test('F11 P179: sends no fields: counts are 0, and lists are empty', async () => {
    const browser = await openWith(faults.json({}));
    expect(new Set(Object.values(figures(browser)))).toEqual(new Set(['0']));
    expect(browser.text('main .notice')).toMatch(/^No .* yet /);
    expect(browser.has('main .alert')).toBe(false);
  });

  test.each(['a text', 5, true, { 0: { appId: 'U-1', code: 'c1' } }])(
    'P85 P109 P162: sends an unreadable list: the page says so next to the overview: %j',
    async userStats => {
      const browser = await openWith(faults.json({ licencesPurchased: 9, licencesClaimed: '4', userStats }));
      expect(browser.texts('main [role=alert]')).toEqual([unreadable[product.backend]]);
      expect(figures(browser)).toMatchObject(
        product.productKey === 'license' ? { Available: '5' } : { 'Available Cards': '5' },
      );
      expect(browser.has('main table')).toBe(false);
      expect((await browser.get(product.csv)).status).toBe(502);
    },
  );

  test('T74: sends a name of a million letters: all rows are shown, and the name is cut', async () => {
    const browser = await openWith(faults.hugeName);
    expectSafe(browser.response);
    const emails = browser.rows(product.table).map(cells => cells.join(' '));
    expect(emails.map(email => email.includes(`${'e'.repeat(100)}…`)).sort()).toEqual([false, true]);
    expect(Math.max(...emails.map(({ length }) => length))).toBeLessThan(50_000);
    const download = await browser.get(product.csv);
    expect(csvRows(download)).toHaveLength(2);
  });
});

test.each(products)(
  'a selection for $title is refused while the list is not readable, and the log says why',
  async ({ backend, productKey, stats }) => {
    const { portal, browser } = await openPortal({ environment: uncached });
    portal.faults.on(stats, faults.json({ userStats: 5 }));
    await browser.submit(`${paths.reviewRemovals}?of=${productKey}`, [[productKey, 'U-1']]);
    expect(browser.address).not.toContain('review=');
    expect(portal.log()).toContain(`"${unreadable[backend]}"`);
  },
);

test.each(products)(
  'F16 P417: a removal for $title is reported as done while the list is not available, which is fetched once',
  async ({ path, stats, message, removal }) => {
    const { portal, browser } = await openPortal({ environment: uncached, at: path + removal.open });
    portal.calls.length = 0;
    portal.faults.on(removal.call, ({ pass }) => {
      portal.faults.on(stats, faults.status(500));
      pass();
    });
    await browser.send(removal.button);
    expect(portal.calls.filter(({ call }) => call === stats)).toHaveLength(2);
    await browser.visit(path);
    expectSafe(browser.response);
    expect(toasts(browser)).toEqual([`success: ${removal.done}`]);
    expect(browser.texts('main .alert.error[role=alert]')).toEqual([`${message} Try again`]);
  },
);
