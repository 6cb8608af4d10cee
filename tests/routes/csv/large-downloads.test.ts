import { expect, test } from '@jest/globals';
import { writeToString } from 'fast-csv';
import { awkwardText, cards, dana, scanner } from '../../support/accounts';
import { startPortal } from '../../support/portal';

// Enough rows for several blocks, which worker threads format.
const COUNT = 12_000;
const indices = Array.from({ length: COUNT }, (_, index) => index);

/** Returns a text that must be escaped. `inert` returns it as it is written to the file. */
const textAt = (index: number) => (index % 11 === 0 ? '=HYPERLINK("x","y")' : awkwardText(index));
const inert = (text: string) => text.replace(/^=/, "'=");

// In the order of the list: by the counts of the last 30 days, descending.
const licenses = indices.map(index => ({
  appId: `${textAt(index)}-${index}`,
  email: `${textAt(index + 7)}${index}@acme.example`,
  leadsLast30Days: COUNT - index,
  leadsTotal: index,
}));
const people = indices.map(index => ({
  code: `${textAt(index)}-${index}`,
  email: `${textAt(index + 7)}${index}@acme.example`,
  name: textAt(index + 1),
  title: textAt(index + 2),
  activitiesLast30Days: COUNT - index,
  activitiesTotal: index,
}));

test.each([
  {
    items: 'licenses',
    address: '/leads-capture/licenses.csv',
    headings: ['email', 'userId', 'leadsLast30Days', 'totalLeads'],
    rows: licenses.map(row => [inert(row.email), inert(row.appId), row.leadsLast30Days, row.leadsTotal]),
  },
  {
    items: 'claimed cards',
    address: '/digital-business-cards/claimed-cards.csv',
    headings: ['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews'],
    rows: people.map(row => [inert(row.name), inert(row.email), inert(row.title), inert(row.code), 0, 0]),
  },
])(
  'P157: a file of many $items has the same bytes as one that fast-csv writes at once',
  async ({ address, headings, rows }) => {
    const portal = await startPortal({
      accounts: [
        dana({
          scanner: scanner({ licensesPurchased: COUNT, licenses }),
          ecard: cards({ licensesPurchased: COUNT, cards: people }),
        }),
      ],
      environment: { UPSTREAM_TIMEOUT_MS: '60000' },
    });
    const browser = await portal.signedIn();
    const { text: file } = await browser.agent.get(`${address}?excel=1`).buffer(true);
    const whole = await writeToString([headings, ...rows], {
      rowDelimiter: '\r\n',
      includeEndRowDelimiter: true,
    });
    // Compared line by line, for readable failures.
    const [lines, expected] = [file.split('\r\n'), `\uFEFF${whole}`.split('\r\n')];
    expect(lines.length).toBe(expected.length);
    expect(lines.filter((line, index) => line !== expected[index])).toEqual([]);
  },
);
