import { describe, expect, test } from '@jest/globals';
import type { ScannerAccount } from '../../scripts/sandbox/seed';
import { awkwardText, dana, license, licenses, scanner } from '../support/accounts';
import { cells, csvRows, fileName, throughPages, toasts } from '../support/lists';
import type { NoJsBrowser } from '../support/no-js-browser';
import { startPortal } from '../support/portal';

const PAGE = '/leads-capture';
const PAGES = 'Pages of activated licenses';
const EXPORT = 'Export activated licenses';
const EXPORT_NON_ACTIVATED = 'Export non-activated licenses';
const MORNING = Date.parse('2026-03-09T07:00:00Z');

async function open(change: Partial<ScannerAccount> = {}, address = PAGE) {
  const portal = await startPortal({ accounts: [dana({ scanner: scanner(change) })], now: MORNING });
  const browser = await portal.signedIn();
  await browser.visit(address);
  return { portal, browser };
}

/** What the page shows of its licenses, to the letter. */
function shownRows(browser: NoJsBrowser): string[][] {
  const columns = ['email', 'userId', 'leadsLast30Days', 'leadsTotal'].map(name =>
    cells(browser, 'Activated licenses', name),
  );
  return (columns[0] ?? []).map((_, row) => columns.map(column => column[row] ?? ''));
}

const awkward = Array.from({ length: 300 }, (_, index) =>
  license({
    appId: `${awkwardText(index)}-${index}`,
    email: `${awkwardText(index + 7)}${index}@acme.example`,
    leadsLast30Days: (index * 37) % 50,
    leadsTotal: (index * 91) % 1000,
  }),
);

describe('the export of licenses', () => {
  test.each([
    { search: '', rows: 300 },
    { search: '?sort=leadsTotal&dir=asc', rows: 300 },
    { search: '?q=%22&field=email', rows: 60 },
    { search: '?q=%C3%BC&sort=leadsTotal&dir=asc&page=2', rows: 90 },
    { search: '?q=%2C&page=99', rows: 90 },
  ])('holds exactly the rows of all pages, in their order: $search', async ({ search, rows }) => {
    const { browser } = await open({ licenses: awkward }, PAGE + search.replace(/&page=\d+/, ''));
    const shown = await throughPages(browser, PAGES, shownRows);
    await browser.visit(PAGE + search);
    const download = await browser.download(EXPORT);
    expect(csvRows(download)).toEqual(shown);
    expect(shown.length).toBeGreaterThanOrEqual(rows);
  });

  test('quotes commas, quotes and line ends, and doubles quotes', async () => {
    const { browser } = await open({
      licenses: [
        license({ appId: 'a,b', email: '"ada"@x.example' }),
        license({ appId: 'c\nd', email: 'ben@x.example' }),
        license({ appId: 'e\r\nf', email: 'cleo@x.example' }),
        license({ appId: 'plain text', email: 'dan@x.example' }),
      ],
    });
    const { text } = await browser.download(EXPORT);
    expect(text).toBe(
      [
        'email,userId,leadsLast30Days,totalLeads',
        '"""ada""@x.example","a,b",0,0',
        'ben@x.example,"c\nd",0,0',
        'cleo@x.example,"e\r\nf",0,0',
        'dan@x.example,plain text,0,0',
        '',
      ].join('\r\n'),
    );
  });

  test('names its file for the search of the page, whatever the other list state', async () => {
    const { browser } = await open(
      { licenses: licenses(60) },
      `${PAGE}?q=u-00&field=id&sort=leadsTotal&page=2&npage=3`,
    );
    const download = await browser.download(EXPORT);
    expect(fileName(download)).toBe('licenses-export-filtered-u_00-2026-03-09.csv');
    await browser.visit(PAGE);
    expect(toasts(browser)).toEqual([
      'success: Exported 60 license(s) to licenses-export-filtered-u_00-2026-03-09.csv',
    ]);
  });

  test('searches in the field of the page', async () => {
    const people = [
      license({ appId: 'ada', email: 'x@x.example' }),
      license({ appId: 'U-2', email: 'ada@x.example' }),
    ];
    const { browser } = await open({ licenses: people }, `${PAGE}?q=ada&field=id`);
    expect(csvRows(await browser.download(EXPORT)).map(([, id]) => id)).toEqual(['ada']);
  });

  test.each([
    ['nobody has a license', { licenses: [{ appId: 'N-1' }] }, PAGE],
    ['the search finds nothing', {}, `${PAGE}?q=nobody`],
  ])('cannot be asked for when %s', async (_why, change, address) => {
    const { browser } = await open(change, address);
    expect(browser.texts('#activated-licenses .actions button[disabled]')).toEqual([EXPORT]);
    expect(() => browser.href(EXPORT)).toThrow('No link');
  });
});

describe('the export of non-activated licenses', () => {
  const unclaimed = Array.from({ length: 60 }, (_, index) => ({ appId: `${awkwardText(index)}-${index}` }));

  test('holds all of them, in their order, whatever the page searches and shows', async () => {
    const { browser } = await open({ licenses: [...licenses(3), ...unclaimed] }, `${PAGE}?q=u-0001&npage=2`);
    const download = await browser.download(EXPORT_NON_ACTIVATED);
    expect(csvRows(download)).toEqual(unclaimed.map(({ appId }) => [appId]));
    expect(fileName(download)).toBe('non-activated-licenses-export-2026-03-09.csv');
    await browser.visit(PAGE);
    expect(toasts(browser)).toEqual([
      'success: Exported 60 non-activated license(s) to non-activated-licenses-export-2026-03-09.csv',
    ]);
  });

  test('is not offered when there are none', async () => {
    const { browser } = await open({ licenses: licenses(1) });
    expect(() => browser.href(EXPORT_NON_ACTIVATED)).toThrow('No link');
  });
});
