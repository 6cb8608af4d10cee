import { describe, expect, test } from '@jest/globals';
import { csvRows, readAllPages } from '../../support/browsers/lists';
import { awkwardText } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import {
  activatedLicenses,
  claimedCards,
  listRows,
  productLists,
  showing,
  shownRows,
} from '../../support/portal/product-lists';

const awkwardRows = Array.from({ length: 150 }, (_, index) => ({
  id: `${awkwardText(index)}-${index}`,
  email: `${awkwardText(index + 1)}${index}@acme.example`,
  name: awkwardText(index + 2),
  title: index % 11 === 0 ? null : awkwardText(index + 3),
  last30Days: (index * 37) % 50,
  total: (index * 91) % 1000,
}));

describe.each(productLists)('the export of $name', list => {
  const { q, page } = list.parameters;
  const link = list.exportLinks.findLast(each => each.endsWith(' as CSV')) ?? '';

  test.each([
    { search: '', minRows: 150 },
    { search: '?sort=leadsTotal&dir=asc&ndir=asc', minRows: 150 },
    { search: `?${q}=%22&dir=asc&ndir=desc`, minRows: 15 },
    { search: `?${q}=1&${page}=2`, minRows: 26 },
  ])('P150: has exactly the rows of all pages, in their order: $search', async ({ search, minRows }) => {
    const { browser } = await openPortal(showing(list, awkwardRows, search));
    const download = await browser.download(link);
    await browser.visit(list.page + search.replace(`&${page}=2`, ''));
    const shown = await readAllPages(browser, list.pagination, opened => shownRows(opened, list));
    expect(csvRows(download)).toEqual(shown);
    expect(shown.length).toBeGreaterThanOrEqual(minRows);
  });
});

test.each(productLists)('P313 P411: $name can be exported as CSV and as a workbook', async list => {
  const { browser } = await openPortal(showing(list, listRows(2)));
  expect(browser.attributes(`${list.section} details a[data-export]`, 'aria-label')).toEqual(
    list.exportLinks,
  );
  expect(browser.href(list.exportMenu)).toBe(browser.href(list.exportLinks[0] ?? ''));
});

test('P153 P154: the standard export of claimed cards has 0 for every count, the other one has the counts', async () => {
  const { browser } = await openPortal(showing(claimedCards, listRows(1)));
  const texts = ['Person 0001', 'r0001@acme.example', 'Title 0001', 'r0001'];
  expect(browser.texts('#claimed-cards details .hint')).toEqual([
    'Profile visits are 0 in these files',
    'Export with profile visits',
  ]);
  const rowsOf = async (link: string) => csvRows(await browser.download(link));
  expect(await rowsOf('Export claimed cards as CSV')).toEqual([[...texts, '0', '0']]);
  expect(await rowsOf('Export claimed cards with profile visits as CSV')).toEqual([[...texts, '1', '10']]);
});

test('P150: the export of licenses searches in the field of the page', async () => {
  const rows = [
    { id: 'ada', email: 'x@x.example' },
    { id: 'U-2', email: 'ada@x.example' },
  ];
  const { browser } = await openPortal(showing(activatedLicenses, rows, '?q=ada&field=id'));
  expect(csvRows(await browser.download('Export activated licenses as CSV')).map(([, id]) => id)).toEqual([
    'ada',
  ]);
});
