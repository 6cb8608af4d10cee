import { describe, expect, test } from '@jest/globals';
import { statsCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { fileName, toasts } from '../../support/browsers/lists';
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
  },
  { of: 'P151 P216: non-activated licenses', list: nonActivatedLicenses, headings: 'userId' },
  {
    of: 'P153 P216: claimed cards',
    list: claimedCards,
    headings: 'name,email,jobTitle,cardId,viewsLast30Days,totalViews',
  },
  { of: 'P151 P216: non-claimed cards', list: nonClaimedCards, headings: 'cardId' },
])('the export of $of', ({ list, headings }) => {
  const { csv: address, page, file: name, toast, parameters } = list;

  async function withRows(rows: readonly string[]) {
    const accounts = [dana(list.account(rowsOf(rows)))];
    const { browser } = await openPortal({ accounts, now: LATE_IN_THE_DAY });
    return browser;
  }

  test('P157 P161: is a CSV file in UTF-8 that is not cached, with headings and CRLF, and is reported once, on the next page', async () => {
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
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([`success: Exported 2 ${toast} to ${name}-2026-03-09.csv`]);
    await browser.visit('/dashboard');
    expect(toasts(browser)).toEqual([]);
  });

  test.each([
    { query: ' Ben@acme.example ', sanitized: 'Ben_acme_example' },
    { query: 'a"\r\nX: y/../é', sanitized: 'a___X__y_____' },
    { query: 'K\u212A\u017F', sanitized: 'K__' },
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

  test('T22 P163: redirects to the page and makes no call without the role', async () => {
    const { portal, browser } = await openPortal();
    const roles = [{ product: page === paths.leadCapture ? 3 : 2, entityId: 'other' }];
    portal.faults.on('portalUsers', details({ roles }));
    const answer = await browser.get(address);
    expect([answer.status, answer.headers.location]).toEqual([302, page]);
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });
});

const LICENSES = activatedLicenses.csv;

test.each([
  ['', ''],
  ['?excel=1', '\uFEFF'],
  ['?excel=0', ''],
  ['?excel=1&excel=1', ''],
])('P157: an export begins with a byte order mark only for Excel (%j)', async (query, mark) => {
  const { browser } = await openPortal();
  expect((await browser.get(LICENSES + query)).text).toMatch(new RegExp(`^${mark}email,`));
});

test('an export is reported in a cookie for a page that waits for it, and not on the next page', async () => {
  const { browser } = await openPortal({ now: LATE_IN_THE_DAY });
  const { headers } = await browser.get(`${LICENSES}?toast=m1k2`);
  const cookie = [headers['set-cookie']].flat().find(each => each?.startsWith('export-toast-m1k2='));
  expect(decodeURIComponent(cookie?.split(/[=;]/)[1] ?? '')).toBe(
    'Exported 3 license(s) to licenses-export-2026-03-09.csv',
  );
  await browser.visit('/dashboard');
  expect(toasts(browser)).toEqual([]);
});

test('a HEAD request for an export gets its headers and no file', async () => {
  const { browser } = await openPortal({ now: LATE_IN_THE_DAY });
  const head = await browser.head(LICENSES);
  expect([head.status, head.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(fileName(head)).toBe('licenses-export-2026-03-09.csv');
  expect(head.text ?? '').toBe('');
});

test.each([
  ['an empty list', faults.json({ userStats: [] })],
  ['no list', faults.noUserStats],
])('an export has only the headings if the backend sends %s', async (_case, fault) => {
  const { portal, browser } = await openPortal();
  portal.faults.on(statsCalls, fault);
  expect((await browser.get(LICENSES)).text).toBe('email,userId,leadsLast30Days,totalLeads\r\n');
});
