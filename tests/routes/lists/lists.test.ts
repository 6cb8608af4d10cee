import { describe, expect, test } from '@jest/globals';
import {
  clearSearch,
  column,
  countLine as countLineOf,
  pages,
  readAllPages,
  searchFor,
  sortBy,
  turnTo,
} from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { openPortal } from '../../support/portal/portal';
import {
  activatedLicenses,
  claimedCards,
  type ListRow,
  listRows,
  nonActivatedLicenses,
  nonClaimedCards,
  type ProductList,
  productLists,
  searchableLists,
  showing,
  shownIds,
  shownRows,
} from '../../support/portal/product-lists';

const countLine = (browser: NoJsBrowser, { section }: ProductList) => countLineOf(browser, section);

function expectNoExport(browser: NoJsBrowser, { section, exportMenu, exportLinks }: ProductList): void {
  expect(browser.texts(`${section} button[disabled]`)).toEqual([exportMenu]);
  for (const link of exportLinks) expect(() => browser.href(link)).toThrow('No link');
}

describe.each(productLists)('P128 P129: the pages of $name', list => {
  test('have 25 rows, and no pagination if there is only one', async () => {
    const { browser } = await openPortal(showing(list, listRows(25)));
    expect(shownIds(browser, list)).toHaveLength(25);
    expect(pages(browser, list.pagination)).toBeUndefined();
  });

  test('contain each row once, in order, forward and back', async () => {
    const { browser } = await openPortal(showing(list, listRows(60)));
    const all = await readAllPages(browser, list.pagination, page => shownIds(page, list));
    expect(all).toEqual(listRows(60).map(({ id }) => id));
    await turnTo(browser, list.pagination, 'Previous page');
    expect(pages(browser, list.pagination)).toBe('1 [2] 3');
    const steps = `nav[aria-label="${list.pagination}"] [rel]`;
    expect(browser.attributes(steps, 'rel')).toEqual(['prev', 'next']);
    await turnTo(browser, list.pagination, 'Page 1');
    expect(browser.address).toBe(list.page);
  });
});

test('P129: the pages of a list are linked: five around the current one, the first and the last, with ellipses', async () => {
  const list = activatedLicenses;
  const { browser } = await openPortal(showing(list, listRows(300)));
  const shown: (string | undefined)[] = [];
  for (const page of [1, 5, 8, 12, '1000000000', -3, 'NaN', '']) {
    await browser.visit(`${list.page}?${list.parameters.page}=${page}`);
    expect([browser.status, shownIds(browser, list).length]).toEqual([200, 25]);
    shown.push(pages(browser, list.pagination));
  }
  const [first, last] = ['[1] 2 3 4 5 … 12', '1 … 8 9 10 11 [12]'];
  const between = ['1 … 3 4 [5] 6 7 … 12', '1 … 6 7 [8] 9 10 … 12'];
  expect(shown).toEqual([first, ...between, last, last, first, first, first]);
});

const people: readonly ListRow[] = [
  { id: 'K-1', email: 'ada@acme.example', name: 'Ada Byron', title: 'Engineer' },
  { id: 'K-2', email: 'k-3@other.example', name: 'Benoît', title: 'Head of (R&D)' },
  { id: 'K-3', email: 'Zoë.Ünal@acme.example', name: 'Engin Er', title: null },
  { id: 'a+b(.*)[x]', email: 'cleo+ads@acme.example', name: 'Cleo', title: 'Sales' },
];

test.each([
  ['P95: activated licenses', activatedLicenses],
  ['P117: claimed cards', claimedCards],
  ['P121: non-claimed cards', nonClaimedCards],
])('a search without a match says so: %s', async (_case, list) => {
  const { browser } = await openPortal(showing(list, people, `?${list.parameters.q}=nothing`));
  expect(browser.text(`${list.section} .notice > :is(h3, p)`)).toBe(list.noMatch);
});

describe.each(searchableLists)('P131: the search of $name', list => {
  const { search = '' } = list;

  test.each([
    ['part of an id', '-2', ['K-2']],
    ['an id in any case, with spaces around it', '  k-1 ', ['K-1']],
    ['a regular expression as plain text', '(.*)[', ['a+b(.*)[x]']],
    ['a slow pattern', '(a+)+$', []],
  ])('finds %s', async (_case, query, found) => {
    const { browser } = await openPortal(showing(list, people));
    await searchFor(browser, search, query);
    expect(shownIds(browser, list)).toEqual(found);
    expect(browser.value(search)).toBe(query.trim());
    expect(countLine(browser, list)).toBe(`Showing ${found.length} of 4 results (filtered from 4 total)`);
  });

  test('P133 P160: without a match exports nothing, and can be cleared', async () => {
    const { browser } = await openPortal(showing(list, people, `?${list.parameters.q}=nothing`));
    expect(countLine(browser, list)).toBe('Showing 0 of 4 results (filtered from 4 total)');
    expectNoExport(browser, list);
    await clearSearch(browser, search);
    expect(shownIds(browser, list)).toHaveLength(4);
    expect(browser.value(search)).toBe('');
    expect(countLine(browser, list)).toBe('Showing 4 items');
  });

  test('P135: counts the matches on all pages, and all rows for a blank query', async () => {
    const { browser } = await openPortal(showing(list, listRows(1200)));
    await searchFor(browser, search, 'R11');
    expect(countLine(browser, list)).toBe('Showing 100 of 1,200 results (filtered from 1,200 total)');
    await searchFor(browser, search, '   ');
    expect(countLine(browser, list)).toBe('Showing 1,200 items');
  });

  test('P133: leads to page 1 and keeps the order', async () => {
    const { browser } = await openPortal(showing(list, listRows(60)));
    const [sorted = ''] = list.sortable;
    await sortBy(browser, list.caption ?? '', sorted);
    const { order } = column(browser, list.caption ?? '', sorted);
    await turnTo(browser, list.pagination, 'Page 2');
    await searchFor(browser, search, 'r0');
    expect(pages(browser, list.pagination)).toBe('[1] 2 3');
    expect(column(browser, list.caption ?? '', sorted).order).toBe(order);
  });

  test.each([
    ['a', 2000, 300],
    ['"', 700, 100],
    ['木', 233, 33],
  ])('P132: is truncated at 2,000 characters, or 2,100 of its address: %s', async (letter, length, ofIds) => {
    const { browser } = await openPortal(
      showing(
        list,
        people,
        `?${list.parameters.q}=${encodeURIComponent(letter.repeat(letter === '木' ? 1000 : 3000))}`,
      ),
    );
    const expected = list.parameters.q === 'q' ? length : ofIds;
    expect([browser.status, browser.value(search).length]).toEqual([200, expected]);
  });
});

test.each([
  { text: 'email addresses', list: activatedLicenses, query: 'ada@', found: ['K-1'] },
  {
    text: 'email addresses outside ASCII in any case',
    list: activatedLicenses,
    query: 'zoË.ü',
    found: ['K-3'],
  },
  { text: 'decomposed accents', list: activatedLicenses, query: 'zoe\u0308', found: ['K-3'] },
  { text: 'both email addresses and ids', list: activatedLicenses, query: 'k-3', found: ['K-2', 'K-3'] },
  { text: 'email addresses', list: claimedCards, query: 'other.ex', found: ['K-2'] },
  { text: 'names', list: claimedCards, query: 'byron', found: ['K-1'] },
  { text: 'job titles', list: claimedCards, query: 'head of', found: ['K-2'] },
  { text: 'several columns', list: claimedCards, query: 'engin', found: ['K-1', 'K-3'] },
  { text: 'the text for a missing job title', list: claimedCards, query: 'not specified', found: ['K-3'] },
  { text: 'names outside ASCII, trimmed', list: claimedCards, query: '  BENOÎT ', found: ['K-2'] },
])('P92 P115: the search of $list.name covers $text: $query', async ({ list, query, found }) => {
  const { browser } = await openPortal(showing(list, people));
  await searchFor(browser, list.search ?? '', query);
  expect(shownIds(browser, list).toSorted()).toEqual(found);
});

test.each([
  { list: activatedLicenses, query: 'Zoë' },
  { list: nonClaimedCards, query: 'ada@' },
  { list: nonClaimedCards, query: 'engineer' },
])('P121: the search of $list.name covers nothing else: $query', async ({ list, query }) => {
  const rows = people.map(row => ({ ...row, email: 'x@x.example' }));
  const { browser } = await openPortal(showing(list, rows, `?${list.parameters.q}=${query}`));
  expect(shownIds(browser, list)).toEqual([]);
});

describe('P92: the field of the search for licenses', () => {
  const open = (search = '') => openPortal(showing(activatedLicenses, people, search));
  const ids = (browser: NoJsBrowser) => shownIds(browser, activatedLicenses);

  test('is email address, UserID or both, and both by default', async () => {
    const { browser } = await open();
    expect(browser.texts('select[aria-label="Search in"] option')).toEqual([
      'Email and UserID',
      'Email',
      'UserID',
    ]);
    expect(browser.value('Search in')).toBe('both');
    for (const [field, found] of [
      ['both', ['K-2', 'K-3']],
      ['email', ['K-2']],
      ['id', ['K-3']],
    ] as const) {
      await browser.fill('Search activated licenses', 'k-3').fill('Search in', field).press('Search');
      expect(ids(browser).toSorted()).toEqual(found);
      expect(browser.value('Search in')).toBe(field);
    }
  });

  test('P133: leads to page 1 when it is changed, and is reset by Clear', async () => {
    const { browser } = await openPortal(
      showing(activatedLicenses, listRows(60), '?q=r0&sort=leadsTotal&dir=asc&page=2'),
    );
    await browser.fill('Search in', 'id').press('Search');
    expect(pages(browser, activatedLicenses.pagination)).toBe('[1] 2 3');
    await browser.follow('Clear');
    expect(browser.address).toBe('/leads-capture?sort=leadsTotal&dir=asc');
    expect(browser.value('Search in')).toBe('both');
    expect(browser.has('search a')).toBe(false);
  });
});

describe('P310: an address has only what differs from the defaults', () => {
  test.each([
    ['q=r0001&field=both&activity=', '?q=r0001'],
    ['order=leadsTotal-asc&q=r0', '?q=r0&sort=leadsTotal&dir=asc'],
    ['order=leadsLast30Days-desc', ''],
    ['order=nonsense&order=twice', ''],
    ['q=&field=both&activity=', ''],
    ['q=+&field=email&activity=never&page=1', '?field=email&activity=never'],
    ['sort=leadsLast30Days&dir=desc&page=2', '?page=2'],
    ['q=a&q=b&dir=asc&page=none', '?dir=asc'],
    ['q=&revoke=r0002&other=1', '?revoke=r0002&other=1'],
  ])('a page with others redirects to it: %s', async (query, shorter) => {
    const { browser } = await openPortal(showing(activatedLicenses, listRows(60)));
    const response = await browser.get(`${activatedLicenses.page}?${query}`);
    expect([response.status, response.headers.location]).toEqual([302, activatedLicenses.page + shorter]);
    expect((await browser.get(response.headers.location ?? '')).status).toBe(200);
  });

  test.each(searchableLists)('after a search of $name', async list => {
    const { browser } = await openPortal(showing(list, listRows(60)));
    await browser.fill(list.search ?? '', 'r0001').press('Search');
    expect(browser.address).toBe(`${list.page}?${list.parameters.q}=r0001`);
    expect(shownIds(browser, list)).toEqual(['r0001']);
    await browser.fill(list.search ?? '', '').press('Search');
    expect(browser.address).toBe(list.page);
  });

  test.each(searchableLists)('in every link of the page of $name', async list => {
    const state = `?${list.parameters.q}=r0&${list.parameters.page}=2`;
    const { browser } = await openPortal(showing(list, listRows(60), state));
    const addresses = browser
      .attributes('main a', 'href')
      .map(address => address.split('#')[0] ?? '')
      .filter(address => address.startsWith(`${list.page}?`));
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of new Set(addresses)) {
      expect([address, (await browser.get(address)).status]).toEqual([address, 200]);
    }
  });
});

describe('the order', () => {
  const rows: readonly ListRow[] = [
    { id: 'k3', email: 'zoe@x.example', name: 'Ada', title: 'engineer', last30Days: 5, total: 100 },
    { id: 'k10', email: 'ada@x.example', name: 'Özil', title: 'Zoo', last30Days: 20, total: 7 },
    { id: 'k2', email: 'Mia@x.example', name: 'zoe', title: null, last30Days: 100, total: 50 },
  ];
  const expected = [
    { list: activatedLicenses, label: 'Leads last 30', descending: ['k2', 'k10', 'k3'] },
    { list: activatedLicenses, label: 'Leads all time', descending: ['k3', 'k2', 'k10'] },
    { list: claimedCards, label: 'Profile visits (30 days)', descending: ['k2', 'k10', 'k3'] },
    { list: claimedCards, label: 'Name', descending: ['k2', 'k10', 'k3'] },
    { list: claimedCards, label: 'Email', descending: ['k3', 'k2', 'k10'] },
    { list: claimedCards, label: 'Job title', descending: ['k10', 'k2', 'k3'] },
    { list: claimedCards, label: 'CardID', descending: ['k10', 'k3', 'k2'] },
    { list: claimedCards, label: 'Profile visits (total)', descending: ['k3', 'k2', 'k10'] },
    { list: nonClaimedCards, label: 'CardID', descending: ['k10', 'k3', 'k2'] },
  ];

  test.each(expected)(
    'P113 P122 P130: of $list.name by $label is descending at first, then reversed',
    async ({ list, label, descending }) => {
      const { browser } = await openPortal(showing(list, rows));
      const isDefault = list !== nonClaimedCards && label === list.sortable[0];
      const clicks: (string | undefined)[][] = [];
      for (let click = 0; click < 3; click++) {
        await sortBy(browser, list.caption ?? '', label);
        clicks.push([column(browser, list.caption ?? '', label).order, ...shownIds(browser, list)]);
      }
      const [down, up] = [
        ['descending', ...descending],
        ['ascending', ...descending.toReversed()],
      ];
      expect(clicks).toEqual(isDefault ? [up, down, up] : [down, up, down]);
    },
  );

  test.each([activatedLicenses, claimedCards])(
    'P87 P90 P114: of $name is by the last 30 days, descending, by default',
    async list => {
      const { browser } = await openPortal(showing(list, rows));
      expect(shownIds(browser, list)).toEqual(['k2', 'k10', 'k3']);
      const orders = list.sortable.map(label => column(browser, list.caption ?? '', label).order);
      expect(orders).toEqual(['descending', ...list.sortable.slice(1).map(() => 'none')]);
    },
  );

  test('P122: of non-claimed cards is the backend’s by default', async () => {
    const { browser } = await openPortal(showing(nonClaimedCards, rows));
    expect(shownIds(browser, nonClaimedCards)).toEqual(['k3', 'k10', 'k2']);
    expect(column(browser, 'Non-claimed cards', 'CardID').order).toBe('none');
  });

  test.each([
    { list: activatedLicenses, search: '?dir=desc' },
    { list: activatedLicenses, search: '?dir=asc' },
    { list: claimedCards, search: '?dir=desc' },
    { list: claimedCards, search: '?sort=jobTitle&dir=asc' },
  ])('P90 P114: of equal $list.name is by email address, then by id: $search', async ({ list, search }) => {
    const same = [
      { id: 'k9', email: 'ben@a.example' },
      { id: 'k2', email: 'ada@a.example' },
      { id: 'k5', email: 'Zoe@a.example' },
      { id: 'k1', email: 'ada@a.example' },
      { id: 'k3', email: 'Ödön@a.example' },
    ];
    const { browser } = await openPortal(showing(list, same, search));
    expect(shownIds(browser, list)).toEqual(['k1', 'k2', 'k9', 'k3', 'k5']);
  });

  test.each(searchableLists)(
    'of $name leads to page 1 when it is changed, and keeps the search',
    async list => {
      const { browser } = await openPortal(
        showing(list, listRows(60), `?${list.parameters.q}=r0&${list.parameters.page}=3`),
      );
      await sortBy(browser, list.caption ?? '', list.sortable.at(-1) ?? '');
      expect(pages(browser, list.pagination)).toBe('[1] 2 3');
      expect(browser.value(list.search ?? '')).toBe('r0');
    },
  );
});

test.each([activatedLicenses, claimedCards])(
  'P94 P117 P160: without $name, a text says so, and the export is disabled',
  async list => {
    const { browser } = await openPortal(showing(list, [{ id: 'free' }]));
    expect(browser.text(`${list.section} .notice > :is(h3, p)`)).toBe(list.empty);
    expect(browser.has(`input[aria-label="${list.search}"]`)).toBe(false);
    expect(browser.has(`${list.section} table`)).toBe(false);
    expectNoExport(browser, list);
  },
);

test.each([nonActivatedLicenses, nonClaimedCards])(
  'P97 P119: without $name, their list is hidden',
  async list => {
    const { browser } = await openPortal(showing(list, []));
    expect(browser.has(list.section)).toBe(false);
  },
);

describe.each([
  { list: activatedLicenses, other: nonActivatedLicenses },
  { list: nonActivatedLicenses, other: activatedLicenses },
  { list: claimedCards, other: nonClaimedCards },
  { list: nonClaimedCards, other: claimedCards },
])('P19 P93 P116 P124: $list.name and $other.name', ({ list, other }) => {
  const { caption = '', pagination, search } = list;
  const controls: [string, (browser: NoJsBrowser) => Promise<NoJsBrowser>][] = [
    ['moved to the next page', browser => turnTo(browser, pagination, 'Next page')],
    ['moved to the first page', browser => turnTo(browser, pagination, 'Page 1')],
  ];
  if (search !== undefined) {
    const query = list === nonClaimedCards ? 'n001' : 'r001';
    controls.push(['searched', browser => searchFor(browser, search, query)]);
    controls.push(['cleared', browser => clearSearch(browser, search)]);
  }
  for (const label of list.sortable) {
    controls.push([`sorted by ${label}`, browser => sortBy(browser, caption, label)]);
  }

  test('are independent, whatever is done with the first one', async () => {
    const first = list.page === activatedLicenses.page ? activatedLicenses : claimedCards;
    const free = listRows(60).map(({ id }) => ({ id: id.replace('r0', 'n0') }));
    const state = '?q=r0&dir=asc&page=2&nq=n0&ndir=desc&npage=2';
    const { browser } = await openPortal(showing(first, [...listRows(60), ...free]));
    const seen = (shown: ProductList) => ({
      rows: shownRows(browser, shown),
      query: shown.search && browser.value(shown.search),
      pages: pages(browser, shown.pagination),
      orders: shown.sortable.map(label => column(browser, shown.caption ?? '', label).order),
    });
    for (const [control, use] of controls) {
      await browser.visit(first.page + state);
      const [own, before] = [seen(list), seen(other)];
      await use(browser);
      expect([control, seen(other)]).toEqual([control, before]);
      expect(seen(list)).not.toEqual(own);
    }
  });
});
