import { describe, expect, test } from '@jest/globals';
import type { CardCompany } from '../../scripts/sandbox/seed';
import { cards, claimedCards, dana, nonClaimedCards } from '../support/accounts';
import { body, details } from '../support/faults';
import {
  clearSearch,
  column,
  figures,
  pages,
  searchFor,
  sortBy,
  throughPages,
  toasts,
  turnTo,
} from '../support/lists';
import type { NoJsBrowser } from '../support/no-js-browser';
import { startPortal } from '../support/portal';

const PAGE = '/digital-business-cards';
const CLAIMED = 'Claimed cards';
const NON_CLAIMED = 'Non-claimed cards';
const SEARCH = 'Search claimed cards';
const NON_CLAIMED_SEARCH = 'Search non-claimed cards';
const PAGES = 'Pages of claimed cards';
const NON_CLAIMED_PAGES = 'Pages of non-claimed cards';

/** The Digital Business Cards page of a company, in a browser. */
async function open(change: Partial<CardCompany> = {}, address = PAGE) {
  const portal = await startPortal({ accounts: [dana({ ecard: cards(change) })] });
  const browser = await portal.signedIn();
  await browser.visit(address);
  return { portal, browser };
}

const has = (browser: NoJsBrowser, table: string) => browser.texts('main table caption').includes(table);
const cardIds = (browser: NoJsBrowser) =>
  has(browser, CLAIMED) ? browser.rows(CLAIMED).map(([, , , id]) => id) : [];
const freeIds = (browser: NoJsBrowser) =>
  has(browser, NON_CLAIMED) ? browser.rows(NON_CLAIMED).map(([id]) => id) : [];
const countLine = (browser: NoJsBrowser, list: string) => browser.text(`#${list} .count-line`);

describe('the overview', () => {
  test('shows the five figures', async () => {
    const { browser } = await open({ licensesPurchased: 1234 });
    expect(browser.texts('[aria-label=Overview] dt')).toEqual([
      'Active Cards',
      'Available Cards',
      'Total Cards',
      'Profile Visits (30 days)',
      'Profile Visits (total)',
    ]);
    expect(figures(browser)).toEqual({
      'Active Cards': '2',
      'Available Cards': '1,232',
      'Total Cards': '1,234',
      'Profile Visits (30 days)': '9',
      'Profile Visits (total)': '160',
    });
  });

  test('offers the cards app’s download link for copying', async () => {
    const { browser } = await open();
    expect(browser.text('.download-link summary')).toBe('Copy Download Link');
    expect(browser.$('.download-link input').val()).toBe('https://apps.example/cards');
  });
});

describe('the claimed cards', () => {
  test('show name, e-mail, job title, CardID, both counts of visits and what can be done', async () => {
    const { browser } = await open();
    expect(browser.texts('#claimed-cards h2')).toEqual(['Claimed Cards 2']);
    expect(browser.texts('#claimed-cards thead th').map(text => text.replace(/ [↑↓↕]/, ''))).toEqual([
      'Name',
      'Email',
      'Job title',
      'CardID',
      'Profile visits (30 days)',
      'Profile visits (total)',
      'Actions',
    ]);
    expect(browser.rows(CLAIMED)).toEqual([
      ['Ada Byron', 'ada@acme.example', 'Engineer', 'c1', '7', '70', 'Deactivate'],
      ['Ben Okafor', 'ben@acme.example', 'Not specified', 'c2', '2', '90', 'Deactivate'],
    ]);
  });

  test.each([null, '', '  '])(
    'with no job title say so, and count as non-claimed with no e-mail: %j',
    async nothing => {
      const { browser } = await open({
        cards: [
          { code: 'c1', email: 'ada@acme.example', name: 'Ada', title: nothing },
          { code: 'c2', email: nothing, name: 'Left over', title: 'Left over' },
        ],
      });
      expect(browser.rows(CLAIMED)).toEqual([
        ['Ada', 'ada@acme.example', 'Not specified', 'c1', '0', '0', 'Deactivate'],
      ]);
      expect(freeIds(browser)).toEqual(['c2']);
      expect(browser.text()).not.toContain('Left over');
    },
  );

  test('are none: the page says so', async () => {
    const { browser } = await open({ cards: nonClaimedCards(1) });
    expect(browser.text('#claimed-cards')).toContain('No claimed digital business cards yet');
    expect(browser.has(`input[aria-label="${SEARCH}"]`)).toBe(false);
    expect(browser.texts('#claimed-cards .actions button[disabled]')).toEqual([
      'Export with profile visits of claimed cards',
      'Export claimed cards',
    ]);
  });

  test('are not found: the page says so, and how to go on', async () => {
    const { browser } = await open({}, `${PAGE}?q=nobody`);
    expect(browser.text('#claimed-cards .empty-state')).toBe(
      'No digital business cards found Try adjusting your search terms or clear the search.',
    );
    expect(countLine(browser, 'claimed-cards')).toBe('Showing 0 of 2 results (filtered from 2 total)');
    await clearSearch(browser, SEARCH);
    expect(cardIds(browser)).toEqual(['c1', 'c2']);
    expect(countLine(browser, 'claimed-cards')).toBe('Showing 2 items');
  });
});

describe('the search of claimed cards', () => {
  const people = [
    { code: 'k-1', email: 'ada@acme.example', name: 'Ada Byron', title: 'Engineer' },
    { code: 'k-2', email: 'ben@other.example', name: 'Benoît', title: 'Head of (R&D)' },
    { code: 'k-3', email: 'cleo@acme.example', name: 'Engin Er', title: null },
  ];

  test.each([
    { what: 'e-mail', query: 'other.ex', found: ['k-2'] },
    { what: 'name', query: 'byron', found: ['k-1'] },
    { what: 'job title', query: 'head of', found: ['k-2'] },
    { what: 'card id', query: 'K-3', found: ['k-3'] },
    { what: 'several of them at once', query: 'engin', found: ['k-1', 'k-3'] },
    { what: 'what stands for no job title', query: 'not specified', found: ['k-3'] },
    { what: 'anything, trimmed', query: '  BENOÎT ', found: ['k-2'] },
    { what: 'plain text only', query: '(r&d)', found: ['k-2'] },
    { what: 'no patterns', query: '.*', found: [] },
  ])('covers $what', async ({ query, found }) => {
    const { browser } = await open({ cards: people });
    await searchFor(browser, SEARCH, query);
    expect(cardIds(browser).toSorted()).toEqual(found);
    expect(browser.value(SEARCH)).toBe(query.trim());
  });

  test('goes back to the first page and keeps the order', async () => {
    const { browser } = await open({ cards: claimedCards(60) }, `${PAGE}?sort=name&dir=asc&page=2`);
    await searchFor(browser, SEARCH, 'person');
    expect(pages(browser, PAGES)).toBe('[1] 2 3');
    expect(cardIds(browser)[0]).toBe('c0001');
    expect(countLine(browser, 'claimed-cards')).toBe('Showing 60 of 60 results (filtered from 60 total)');
  });
});

describe('the order of claimed cards', () => {
  const people = [
    {
      code: 'k3',
      email: 'zoe@x.example',
      name: 'Ada',
      title: 'engineer',
      activitiesLast30Days: 5,
      activitiesTotal: 100,
    },
    {
      code: 'k10',
      email: 'ada@x.example',
      name: 'Özil',
      title: 'Zoo',
      activitiesLast30Days: 20,
      activitiesTotal: 7,
    },
    {
      code: 'k2',
      email: 'Mia@x.example',
      name: 'zoe',
      title: null,
      activitiesLast30Days: 100,
      activitiesTotal: 50,
    },
  ];

  test('is by profile visits of the last 30 days, most first', async () => {
    const { browser } = await open({ cards: people });
    expect(cardIds(browser)).toEqual(['k2', 'k10', 'k3']);
    expect(column(browser, CLAIMED, 'Profile visits (30 days)').order).toBe('descending');
    expect(column(browser, CLAIMED, 'Name').order).toBe('none');
  });

  test.each([
    { label: 'Name', descending: ['k2', 'k10', 'k3'] },
    { label: 'Email', descending: ['k3', 'k2', 'k10'] },
    { label: 'Job title', descending: ['k10', 'k2', 'k3'] },
    { label: 'CardID', descending: ['k3', 'k2', 'k10'] },
    { label: 'Profile visits (total)', descending: ['k3', 'k2', 'k10'] },
  ])('by $label starts descending, then turns around', async ({ label, descending }) => {
    const { browser } = await open({ cards: people });
    await sortBy(browser, CLAIMED, label);
    expect(column(browser, CLAIMED, label).order).toBe('descending');
    expect(cardIds(browser)).toEqual(descending);
    await sortBy(browser, CLAIMED, label);
    expect(column(browser, CLAIMED, label).order).toBe('ascending');
    expect(cardIds(browser)).toEqual(descending.toReversed());
    await sortBy(browser, CLAIMED, label);
    expect(cardIds(browser)).toEqual(descending);
  });

  test.each(['desc', 'asc'])('puts equal ones in the order of e-mail, then CardID (%s)', async dir => {
    const same = [
      { code: 'k9', email: 'ben@a.example' },
      { code: 'k2', email: 'ada@a.example' },
      { code: 'k1', email: 'ada@a.example' },
    ];
    const { browser } = await open({ cards: same }, `${PAGE}?sort=jobTitle&dir=${dir}`);
    expect(cardIds(browser)).toEqual(['k1', 'k2', 'k9']);
  });

  test('cannot be turned by actions', async () => {
    const { browser } = await open();
    expect(column(browser, CLAIMED, 'Actions')).toEqual({ href: undefined, order: undefined });
  });
});

describe('the non-claimed cards', () => {
  test('are a list of CardIDs with what they are, and buttons that copy them', async () => {
    const { browser } = await open();
    expect(browser.texts('#non-claimed-cards h2')).toEqual(['Non-Claimed Cards 1']);
    expect(browser.text('#non-claimed-cards .hint')).toBe(
      'Digital business cards that have not been claimed by users yet',
    );
    expect(browser.rows(NON_CLAIMED)).toEqual([['c3']]);
    expect(browser.has('#non-claimed-cards tbody button[aria-label="Copy CardID c3"]')).toBe(true);
    expect(browser.$(`input[aria-label="${NON_CLAIMED_SEARCH}"]`).attr('placeholder')).toBe(
      'Search non-claimed cards...',
    );
    expect(countLine(browser, 'non-claimed-cards')).toBe('Showing 1 items');
    expect(browser.href('Export non-claimed cards')).toBe(`${PAGE}/non-claimed-cards.csv`);
  });

  test('are hidden when there are none', async () => {
    const { browser } = await open({ cards: claimedCards(1) });
    expect(browser.text()).not.toContain('Non-Claimed Cards');
  });

  test('are searched by CardID only, whatever the case and spaces', async () => {
    const { browser } = await open({
      cards: [
        { code: 'Free-1', name: 'Ada', title: 'Engineer' },
        { code: 'Free-2', name: 'free-1' },
      ],
    });
    await searchFor(browser, NON_CLAIMED_SEARCH, ' fREE-1 ');
    expect(freeIds(browser)).toEqual(['Free-1']);
    expect(countLine(browser, 'non-claimed-cards')).toBe('Showing 1 of 2 results (filtered from 2 total)');
    await searchFor(browser, NON_CLAIMED_SEARCH, 'ada');
    expect(freeIds(browser)).toEqual([]);
  });

  test('that a search does not find leave a hint, and their section stays', async () => {
    const { browser } = await open({}, `${PAGE}?nq=nothing`);
    expect(browser.text('#non-claimed-cards .empty-state')).toBe(
      'No non-claimed cards found Try adjusting your search terms.',
    );
    expect(browser.texts('#non-claimed-cards .actions button[disabled]')).toEqual([
      'Export non-claimed cards',
    ]);
    await clearSearch(browser, NON_CLAIMED_SEARCH);
    expect(freeIds(browser)).toEqual(['c3']);
  });

  test('are in the backend’s order until the first click sorts them descending, then each turns them', async () => {
    const order = [{ code: 'n2' }, { code: 'n3' }, { code: 'n1' }];
    const { browser } = await open({ cards: order });
    const seen: unknown[] = [[column(browser, NON_CLAIMED, 'CardID').order, ...freeIds(browser)]];
    for (let click = 0; click < 3; click++) {
      await sortBy(browser, NON_CLAIMED, 'CardID');
      seen.push([column(browser, NON_CLAIMED, 'CardID').order, ...freeIds(browser)]);
    }
    expect(seen).toEqual([
      ['none', 'n2', 'n3', 'n1'],
      ['descending', 'n3', 'n2', 'n1'],
      ['ascending', 'n1', 'n2', 'n3'],
      ['descending', 'n3', 'n2', 'n1'],
    ]);
  });

  test('go back to the first page with a new search or order', async () => {
    const { browser } = await open({ cards: nonClaimedCards(60) }, `${PAGE}?npage=3`);
    await sortBy(browser, NON_CLAIMED, 'CardID');
    expect(pages(browser, NON_CLAIMED_PAGES)).toBe('[1] 2 3');
    await turnTo(browser, NON_CLAIMED_PAGES, 'Page 3');
    await searchFor(browser, NON_CLAIMED_SEARCH, 'n0');
    expect(pages(browser, NON_CLAIMED_PAGES)).toBe('[1] 2 3');
    expect(freeIds(browser)[0]).toBe('n0060');
  });
});

describe('the pages', () => {
  test.each([
    { list: 'claimed cards', make: claimedCards, ids: cardIds, label: PAGES },
    { list: 'non-claimed cards', make: nonClaimedCards, ids: freeIds, label: NON_CLAIMED_PAGES },
  ])('of $list hold 25 each, and lead to every card once', async ({ make, ids, label }) => {
    const { browser } = await open({ cards: make(25) });
    expect(ids(browser)).toHaveLength(25);
    expect(pages(browser, label)).toBeUndefined();

    const more = await open({ cards: make(300) });
    expect(pages(more.browser, label)).toBe('[1] 2 3 4 5 … 12');
    const all = await throughPages(more.browser, label, ids);
    expect(all).toEqual(make(300).map(({ code }) => code));
    expect(pages(more.browser, label)).toBe('1 … 8 9 10 11 [12]');
  });

  test.each([
    { wanted: 'page=99&npage=99', shown: ['1 2 [3]', '1 2 [3]'] },
    { wanted: 'page=-1&npage=0', shown: ['[1] 2 3', '[1] 2 3'] },
    { wanted: 'page=NaN&npage=1e1', shown: ['[1] 2 3', '[1] 2 3'] },
    { wanted: 'page=2&page=3&npage[]=2', shown: ['[1] 2 3', '[1] 2 3'] },
    { wanted: 'sort=constructor&dir=up&ndir=__proto__', shown: ['[1] 2 3', '[1] 2 3'] },
    { wanted: 'deactivate=c0001&deactivate=c0002&dialog=x', shown: ['[1] 2 3', '[1] 2 3'] },
  ])('are brought into range: ?$wanted', async ({ wanted, shown }) => {
    const { browser } = await open(
      { cards: [...claimedCards(60), ...nonClaimedCards(60)] },
      `${PAGE}?${wanted}`,
    );
    expect(browser.status).toBe(200);
    expect([pages(browser, PAGES), pages(browser, NON_CLAIMED_PAGES)]).toEqual(shown);
    expect(browser.has('dialog[open]')).toBe(false);
  });
});

describe.each([
  {
    list: 'claimed',
    other: 'non-claimed',
    use: { table: CLAIMED, box: SEARCH, label: PAGES, query: 'person 00' },
    look: { table: NON_CLAIMED, box: NON_CLAIMED_SEARCH, label: NON_CLAIMED_PAGES },
    columns: ['Name', 'Email', 'Job title', 'CardID', 'Profile visits (30 days)', 'Profile visits (total)'],
  },
  {
    list: 'non-claimed',
    other: 'claimed',
    use: { table: NON_CLAIMED, box: NON_CLAIMED_SEARCH, label: NON_CLAIMED_PAGES, query: 'n001' },
    look: { table: CLAIMED, box: SEARCH, label: PAGES },
    columns: ['CardID'],
  },
])('the list of $list cards leaves the $other ones alone', ({ use, look, columns }) => {
  const { table, box, label, query } = use;

  /** All that can be seen of a list. */
  const seen = (browser: NoJsBrowser, list: typeof look) => ({
    rows: browser.rows(list.table),
    query: browser.value(list.box),
    pages: pages(browser, list.label),
    orders: browser
      .$('table')
      .filter((_, element) => browser.$(element).find('caption').text() === list.table)
      .find('th')
      .map((_, header) => browser.$(header).attr('aria-sort') ?? '')
      .get(),
  });

  test.each([
    ['searched', (browser: NoJsBrowser) => searchFor(browser, box, query)],
    ['cleared of its search', (browser: NoJsBrowser) => clearSearch(browser, box)],
    ['turned to its next page', (browser: NoJsBrowser) => turnTo(browser, label, 'Next page')],
    ['turned to its first page', (browser: NoJsBrowser) => turnTo(browser, label, 'Page 1')],
    ...columns.map(
      name => [`sorted by ${name}`, (browser: NoJsBrowser) => sortBy(browser, table, name)] as const,
    ),
  ])('when it is %s', async (_control, control) => {
    const both = { cards: [...claimedCards(60), ...nonClaimedCards(60)] };
    const state = 'q=person&sort=name&dir=asc&page=2&nq=n0&ndir=desc&npage=2';
    const { browser } = await open(both, `${PAGE}?${state}`);
    const [own, other] = [seen(browser, use), seen(browser, look)];
    await control(browser);
    expect(seen(browser, look)).toEqual(other);
    expect(seen(browser, use)).not.toEqual(own);
  });
});

describe('deactivating a card', () => {
  test('is asked about first: whose it is, what it clears, and that it cannot be undone', async () => {
    const { portal, browser } = await open();
    await browser.follow('Deactivate the card of Ben Okafor');
    expect(browser.text('dialog[open] h2')).toBe('Confirm Card Deactivation');
    expect(browser.texts('dialog[open] p')).toEqual([
      'Are you sure you want to deactivate the digital business card for:',
      expect.stringMatching(/^Ben Okafor ?ben@acme\.example$/),
      'This action will clear the NFC profile and cannot be undone.',
    ]);
    expect(browser.texts('dialog[open] .dialog-foot :is(a, button)')).toEqual(['Cancel', 'Deactivate Card']);
    expect(browser.$('.frame').is('[inert]')).toBe(true);
    expect(portal.calls.filter(({ line }) => line.startsWith('DELETE'))).toEqual([]);
  });

  test('makes the card a non-claimed one', async () => {
    const { browser } = await open({}, `${PAGE}?deactivate=c2`);
    await browser.press('Deactivate Card');
    expect(toasts(browser)).toEqual(['success: Digital business card deactivated successfully']);
    expect(browser.has('dialog[open]')).toBe(false);
    expect(cardIds(browser)).toEqual(['c1']);
    expect(freeIds(browser)).toEqual(['c2', 'c3']);
    expect(figures(browser)).toMatchObject({
      'Active Cards': '1',
      'Available Cards': '4',
      'Profile Visits (total)': '160',
    });
  });
});

describe('requesting all profile data', () => {
  test('is offered first: what it sends, and where', async () => {
    const { portal, browser } = await open();
    await browser.follow('Request All Profile Data');
    expect(browser.text('dialog[open] h2')).toBe('Request Profile Data Export');
    expect(browser.texts('dialog[open] p')).toEqual([
      'We will email an export of all card profile data to your registered email.',
    ]);
    expect(browser.texts('dialog[open] .dialog-foot :is(a, button)')).toEqual(['Cancel', 'Confirm']);
    expect(portal.calls.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  });

  test('sends a mail with the data to the administrator', async () => {
    const { portal, browser } = await open({}, `${PAGE}?dialog=profile-data`);
    await browser.press('Confirm');
    expect(portal.store.mails('dana@acme.example')[0]?.subject).toBe('Your profile data export');
  });
});

test.each([
  { words: 'Cancel', dialog: 'Deactivate' },
  { words: 'Close', dialog: 'Deactivate' },
  { words: 'Cancel', dialog: 'Request All Profile Data' },
  { words: 'Close', dialog: 'Request All Profile Data' },
])('$words leaves the dialog of "$dialog" with no change', async ({ words, dialog }) => {
  const state = `${PAGE}?q=person&sort=name&dir=asc&page=2&nq=n0&ndir=desc&npage=2`;
  const { portal, browser } = await open({ cards: [...claimedCards(60), ...nonClaimedCards(60)] }, state);
  const before = [browser.rows(CLAIMED), browser.rows(NON_CLAIMED)];
  await browser.follow(dialog);
  expect(browser.has('dialog[open]')).toBe(true);
  await browser.follow(words);
  expect(browser.address).toBe(state);
  expect(browser.has('dialog[open]')).toBe(false);
  expect([browser.rows(CLAIMED), browser.rows(NON_CLAIMED)]).toEqual(before);
  expect(portal.calls.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
});

describe('without a role for cards', () => {
  test.each([
    { what: 'no role at all', roles: [] },
    { what: 'the other product only', roles: [{ product: 2, entityId: 'acme' }] },
    { what: 'an unknown product', roles: [{ product: 33, entityId: 'acme' }] },
  ])('T22: ($what) the page says so, and no cards are loaded', async ({ roles }) => {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.faults.push(details({ roles }));
    await browser.visit(PAGE);
    expect(browser.status).toBe(200);
    expect(browser.text('main')).toContain('Digital Business Cards Not Activated');
    expect(browser.href('Learn More')).toBe('https://help.example/');
    expect(browser.has('main table, main form')).toBe(false);
    expect(portal.calls.map(({ line }) => line)).toEqual(['GET /portalusers']);
  });
});

describe('odd data', () => {
  /** The page for an answer of the backend. */
  async function answered(stats: unknown) {
    const portal = await startPortal();
    const browser = await portal.signedIn();
    portal.faults.push({ match: /companies.*stats$/, respond: body(JSON.stringify(stats)) });
    return browser.visit(PAGE);
  }

  test('that is missing reads as nothing', async () => {
    const browser = await answered({});
    expect(Object.values(figures(browser))).toEqual(['0', '0', '0', '0', '0']);
    expect(browser.text('#claimed-cards')).toContain('No claimed digital business cards yet');
    expect(browser.text()).not.toContain('Non-Claimed Cards');
  });

  test.each(['a text', 5, true, { 0: { code: 'c1' } }])(
    'in place of the cards leaves the overview: %j',
    async userStats => {
      const browser = await answered({
        licencesPurchased: 9,
        licencesClaimed: '4',
        activitiesTotal: 7.9,
        userStats,
      });
      expect(browser.text('main [role=alert]')).toBe('Failed to fetch digital business cards');
      expect(figures(browser)).toMatchObject({
        'Active Cards': '4',
        'Available Cards': '5',
        'Profile Visits (total)': '7',
      });
      expect(browser.has('main table')).toBe(false);
    },
  );

  test('in one row hides no other', async () => {
    const browser = await answered({
      userStats: [
        null,
        'text',
        { email: 'no-id@x.example', title: { not: 'text' } },
        { code: 'c1', email: 'twice@x.example', activitiesLast30Days: -4, activitiesTotal: '12' },
        { code: 'c1', email: 'twice@x.example', activitiesLast30Days: null, activitiesTotal: 'many' },
        { code: '__proto__', email: 'proto@x.example', name: 5 },
        { code: 'constructor' },
        { code: 7, email: 'number@x.example' },
      ],
    });
    expect(browser.rows(CLAIMED).map(row => row.slice(0, 6))).toEqual([
      ['', 'no-id@x.example', 'Not specified', '', '0', '0'],
      ['', 'number@x.example', 'Not specified', '7', '0', '0'],
      ['5', 'proto@x.example', 'Not specified', '__proto__', '0', '0'],
      ['', 'twice@x.example', 'Not specified', 'c1', '0', '12'],
      ['', 'twice@x.example', 'Not specified', 'c1', '0', '0'],
    ]);
    expect(freeIds(browser)).toEqual(['constructor']);
    await browser.follow('Deactivate the card of no-id@x.example');
    expect(browser.has('dialog[open]')).toBe(false);
  });
});
