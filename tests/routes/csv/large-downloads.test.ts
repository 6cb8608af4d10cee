import { expect, test } from '@jest/globals';
import { writeToString } from 'fast-csv';
import { awkwardText, dana } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { claimedCards } from '../../support/portal/product-lists';

// Enough rows for several blocks, which worker threads format.
const COUNT = 12_000;

/** Returns a text that must be escaped. `inert` returns it as it is written to the file. */
const textAt = (index: number) => (index % 11 === 0 ? '=HYPERLINK("x","y")' : awkwardText(index));
const inert = (text: string) => text.replace(/^=/, "'=");

// In the order of the list: by the counts of the last 30 days, descending.
const rows = Array.from({ length: COUNT }, (_, index) => ({
  id: `${textAt(index)}-${index}`,
  email: `${textAt(index + 7)}${index}@acme.example`,
  name: textAt(index + 1),
  title: textAt(index + 2),
  last30Days: COUNT - index,
  total: index,
}));

test('P157: a file of many rows has the same bytes as one that fast-csv writes at once', async () => {
  const { browser } = await openPortal({
    accounts: [dana(claimedCards.account(rows))],
    environment: { UPSTREAM_TIMEOUT_MS: '60000' },
  });
  const { text: file } = await browser.get(`${claimedCards.csv}?excel=1&visits=1`);
  const headings = ['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews'];
  const cells = rows.map(({ name, email, title, id, last30Days, total }) => [
    ...[name, email, title, id].map(inert),
    ...[last30Days, total],
  ]);
  const whole = await writeToString([headings, ...cells], {
    rowDelimiter: '\r\n',
    includeEndRowDelimiter: true,
  });
  // Compared line by line, for readable failures.
  const [lines, expected] = [file.split('\r\n'), `\uFEFF${whole}`.split('\r\n')];
  expect(lines.length).toBe(expected.length);
  expect(lines.filter((line, index) => line !== expected[index])).toEqual([]);
});
