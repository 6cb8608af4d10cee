import { expect, test } from '@jest/globals';
import readWorkbook from 'read-excel-file/node';
import { status } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { csvRows, fileName, toasts } from '../../support/browsers/lists';
import { cards, dana, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const NOON = Date.parse('2026-03-09T12:00:00Z');

const account = dana({
  scanner: scanner({
    licenses: [
      {
        appId: '007',
        email: 'ada@acme.example',
        leadsLast30Days: 3,
        leadsTotal: 1200,
        activationDate: '2025-11-27',
      },
      { appId: 'U-11', email: 'ben@acme.example', leadsLast30Days: 0, leadsTotal: 4 },
      { appId: 'U-10', email: '=lucía@acme.example', leadsLast30Days: 0, leadsTotal: 0 },
      { appId: '1.20E+05', email: null },
    ],
  }),
  ecard: cards({
    cards: [
      { code: '0042', email: 'ada@acme.example', name: 'Ada', activitiesLast30Days: 5, activitiesTotal: 9 },
      { code: 'c2', email: null },
    ],
  }),
});

async function rowsOf(bytes: Buffer): Promise<readonly (readonly unknown[])[]> {
  const [sheet] = await readWorkbook(bytes, { trim: false });
  return sheet?.data ?? [];
}

test.each([
  [`${paths.leadCapture}/licenses`, '', 'licenses-export'],
  [`${paths.leadCapture}/licenses`, '?q=LUCIA', 'licenses-export-filtered-LUCIA'],
  [`${paths.leadCapture}/non-activated-licenses`, '', 'non-activated-licenses-export'],
  [`${paths.cards}/claimed-cards`, '', 'digital-business-cards-export'],
  [`${paths.cards}/claimed-cards`, '?visits=1', 'digital-business-cards-export-with-profile-visits'],
  [`${paths.cards}/non-claimed-cards`, '', 'non-claimed-cards-export'],
  [`${paths.people}/people`, '', 'people-export'],
])('P411: the workbook %s.xlsx%s has the rows of the CSV file', async (path, query, name) => {
  const { browser } = await openPortal({ accounts: [account], now: NOON });
  const workbook = await browser.getBytes(`${path}.xlsx${query}`);
  expect(workbook.status).toBe(200);
  expect(fileName(workbook)).toBe(`${name}-2026-03-09.xlsx`);
  expect(workbook.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const csv = csvRows(await browser.get(`${path}.csv${query}`));
  const [headings, ...rows] = await rowsOf(workbook.body);
  expect(headings?.length).toBe(rows[0]?.length);
  const isInCsv = (_: unknown, index: number) => !/status$|^Activated on$/i.test(String(headings?.[index]));
  const texts = rows.map(row => row.filter(isInCsv).map(cell => String(cell ?? '')));
  expect(texts).toEqual(csv.map(row => row.map(cell => cell.replace(/^'/, ''))));
  expect(rows.length).toBeGreaterThan(0);
  await browser.visit(paths.dashboard);
  const file = `${name}-2026-03-09.xlsx`;
  expect(toasts(browser).filter(text => text.includes(file))).toHaveLength(1);
});

test.each([
  [
    `${paths.leadCapture}/licenses`,
    ['Email', 'UserID', 'Leads, last 30 days', 'Leads, total', 'Status', 'Activated on'],
    [
      ['ada@acme.example', '007', 3, 1200, 'Used', '2025-11-27'],
      ['=lucía@acme.example', 'U-10', 0, 0, 'Never used', null],
      ['ben@acme.example', 'U-11', 0, 4, 'Idle', null],
    ],
  ],
  [
    `${paths.cards}/claimed-cards`,
    ['Name', 'Email', 'Job title', 'CardID', 'Profile visits, last 30 days', 'Profile visits, total'],
    [['Ada', 'ada@acme.example', 'Not specified', '0042', 0, 0]],
  ],
  [
    `${paths.people}/people`,
    ['Name', 'Email', 'Job title', 'Licenses', 'UserIDs', 'Leads, last 30 days', 'Leads, total'],
    undefined,
  ],
])('P471: the workbook %s.xlsx has headings for people', async (path, headings, rows) => {
  const { browser } = await openPortal({ accounts: [account], now: NOON });
  const [found = [], ...others] = await rowsOf((await browser.getBytes(`${path}.xlsx`)).body);
  expect(found.slice(0, headings.length)).toEqual(headings);
  if (rows) expect(others).toEqual(rows);
});

test.each([
  ['of both products', undefined, ['Used', 'Never used'], ['Idle', '']],
  [
    'while cards are not available',
    ['ecardStats', status(500)],
    ['Used', 'not available'],
    ['Idle', 'not available'],
  ],
] as const)(
  'P471: the workbook of People has a status for each product: %s',
  async (_case, faults, ada, ben) => {
    const company = dana({
      scanner: scanner({
        licenses: [
          { appId: 'U-1', email: 'ada@acme.example', leadsLast30Days: 0, leadsTotal: 0 },
          { appId: 'U-2', email: 'Ada@acme.example', leadsLast30Days: 1, leadsTotal: 2 },
          { appId: 'U-3', email: 'ben@acme.example', leadsLast30Days: 0, leadsTotal: 4 },
        ],
      }),
      ecard: cards({ cards: [{ code: 'c1', email: 'ada@acme.example', name: 'Ada' }] }),
    });
    const { browser } = await openPortal({ accounts: [company], now: NOON, ...(faults && { faults }) });
    const [found = [], ...rows] = await rowsOf((await browser.getBytes(`${paths.people}/people.xlsx`)).body);
    const columns = ['License status', 'Card status'].map(heading => found.indexOf(heading));
    const statuses = (email: string) =>
      rows.filter(row => row.includes(email)).map(row => columns.map(index => row[index] ?? ''));
    expect(statuses('ada@acme.example')).toEqual([ada]);
    expect(statuses('ben@acme.example')).toEqual([ben]);
  },
);
