import { describe, expect, test } from '@jest/globals';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { csvRows, fileName, toasts } from '../../support/browsers/lists';
import { dana, details } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import {
  activatedLicenses,
  claimedCards,
  nonActivatedLicenses,
  nonClaimedCards,
} from '../../support/portal/product-lists';

// Already the next day in time zones ahead of UTC, but far enough from midnight for a slow machine.
const LATE_IN_THE_DAY = Date.parse('2026-03-09T23:45:00Z');

/** Rows in which every text is the same. */
const rowsOf = (texts: readonly string[]) =>
  texts.map(text => ({ id: text, email: `${text}@x.example`, name: text, title: text }));

// Properties that all exports share. rows.test.ts tests their rows.
describe.each([
  {
    of: 'P151 P216: activated licenses',
    list: activatedLicenses,
    headings: 'email,userId,leadsLast30Days,totalLeads',
    texts: 2,
  },
  { of: 'P151 P216: non-activated licenses', list: nonActivatedLicenses, headings: 'userId', texts: 1 },
  {
    of: 'P153 P216: claimed cards',
    list: claimedCards,
    headings: 'name,email,jobTitle,cardId,viewsLast30Days,totalViews',
    texts: 4,
  },
  { of: 'P151 P216: non-claimed cards', list: nonClaimedCards, headings: 'cardId', texts: 1 },
])('the export of $of', ({ list, headings, texts }) => {
  const { csv: address, page, file: name, toast, parameters } = list;

  /** Returns a signed-in browser of a company with rows that have these texts. */
  async function withRows(rows: readonly string[]) {
    const accounts = [dana(list.account(rowsOf(rows)))];
    const { browser } = await openPortal({ accounts, now: LATE_IN_THE_DAY });
    return browser;
  }

  test('T19 P157: is a CSV file in UTF-8 that is not cached, with headings and CRLF', async () => {
    const browser = await withRows(['ünï-Ж-中', 'b']);
    const download = await browser.get(address);
    expect(download.status).toBe(200);
    expect(download.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(download.headers['content-disposition']).toBe(`attachment; filename=${name}-2026-03-09.csv`);
    expect(download.headers['cache-control']).toBe('no-store, no-transform');
    const lines = download.text.split('\r\n');
    expect(lines).toHaveLength(4);
    expect([lines[0], lines.at(-1)]).toEqual([headings, '']);
    expect(download.text).toContain('ünï-Ж-中');
    expect(download.text).not.toMatch(/[^\r]\n/);
  });

  test.each([
    ['', ''],
    ['?excel=1', '\uFEFF'],
    ['?excel=0', ''],
    ['?excel=1&excel=1', ''],
  ])('P157: begins with a byte order mark only for Excel (%j)', async (query, mark) => {
    const browser = await withRows(['a']);
    const { text } = await browser.get(address + query);
    expect(text.slice(0, text.indexOf('\r'))).toBe(mark + headings);
  });

  test.each([
    { query: 'b', sanitized: 'b' },
    { query: ' Ben@acme.example ', sanitized: 'Ben_acme_example' },
    { query: 'a"\r\nX: y/../é', sanitized: 'a___X__y_____' },
    { query: 'K\u212A\u017F', sanitized: 'K__' },
    { query: '名前', sanitized: '__' },
  ])(
    'T20 P156: has the list, the search and the date in its file name: $query',
    async ({ query, sanitized }) => {
      const browser = await withRows([query]);
      const download = await browser.get(
        `${address}?${list.search === undefined ? 'q' : parameters.q}=${encodeURIComponent(query)}`,
      );
      const filtered = list.search === undefined ? '' : `-filtered-${sanitized}`;
      expect(fileName(download)).toBe(`${name}${filtered}-2026-03-09.csv`);
      expect(download.headers).not.toHaveProperty('x');
    },
  );

  test('T19 P159: escapes formulas, and does not change other texts', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠1', '-', '=HYPERLINK("x","y")'];
    const others = ['1-1', 'a=b', "'=1", '1+1', 'é', '(1)', '"quoted"', 'a,b', 'line\nbreak', '12'];
    const afterWhitespace = ['\t=1', '\r=1', '\tcmd', ' =1'];
    const browser = await withRows(['\0=NUL', ...formulas, ...afterWhitespace, ...others]);
    const rows = csvRows(await browser.get(address));
    const cells = rows.flatMap(row => row.slice(0, texts));
    // NUL is removed, and the text after it is escaped.
    expect(cells).toContainEqual(expect.stringMatching(/^'+=NUL$/));
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    for (const formula of formulas) {
      expect(cells).toContain(`'${formula}`);
      expect(cells).not.toContain(formula);
    }
    for (const other of others) {
      expect(cells).toContain(other);
      expect(cells).not.toContain(`'${other}`);
    }
    // Numbers are never escaped.
    expect(rows.flatMap(row => row.slice(texts)).every(cell => cell === '0')).toBe(true);
  });

  test('P161: is reported once, on the next page, with its number of rows and its file name', async () => {
    const browser = await withRows(['a', 'b', 'c']);
    await browser.get(address);
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([`success: Exported 3 ${toast} to ${name}-2026-03-09.csv`]);
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([]);
  });

  test('is reported in a cookie for a page that waits for it, and not on the next page', async () => {
    const browser = await withRows(['a', 'b']);
    const download = await browser.get(`${address}?toast=m1k2`);
    const cookie = [download.headers['set-cookie']]
      .flat()
      .find(each => each?.startsWith('export-toast-m1k2='));
    expect(decodeURIComponent(cookie?.split(/[=;]/)[1] ?? '')).toBe(
      `Exported 2 ${toast} to ${name}-2026-03-09.csv`,
    );
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([]);
  });

  test('answers HEAD with the same headers and no file', async () => {
    const browser = await withRows(['a']);
    const head = await browser.head(address);
    expect(head.status).toBe(200);
    expect(head.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(fileName(head)).toBe(`${name}-2026-03-09.csv`);
    expect(head.text ?? '').toBe('');
  });

  test.each([
    ['500', faults.status(500), 502],
    ['a truncated body', faults.truncated, 502],
    ['nothing', faults.hang, 504],
    ['an unreadable list', faults.json({ userStats: 'text' }), 502],
  ])(
    'P162: is an error page instead of a file when its backend answers with %s',
    async (_case, fault, status) => {
      const { portal, browser } = await openPortal({ at: address, faults: [statsCalls, fault] });
      expect(browser.status).toBe(status);
      expect(browser.text('h1')).toBe('The data is not available');
      expect(browser.response.headers).not.toHaveProperty('content-disposition');
      expect(browser.response.headers['cache-control']).toBe('no-store, no-transform');
      portal.faults.off();
      await browser.visit(page);
      expect(toasts(browser)).toEqual([]);
    },
  );

  test('T22 P163: redirects to the page and makes no call without the role', async () => {
    const { portal, browser } = await openPortal();
    const roles = [{ product: page === paths.leadCapture ? 3 : 2, entityId: 'other' }];
    portal.faults.on('portalUsers', details({ roles }));
    const answer = await browser.get(address);
    expect([answer.status, answer.headers.location]).toEqual([302, page]);
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });

  test.each([
    ['an empty list', faults.json({ userStats: [] })],
    ['no list', faults.noUserStats],
  ])('has only the headings if the backend sends %s', async (_case, fault) => {
    const { portal, browser } = await openPortal();
    portal.faults.on(statsCalls, fault);
    expect((await browser.get(address)).text).toBe(`${headings}\r\n`);
  });
});
