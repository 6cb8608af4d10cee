import { describe, expect, test } from '@jest/globals';
import { json } from '../../../scripts/sandbox/faults';
import type { CardCompany } from '../../../scripts/sandbox/seed';
import { cards, claimedCards, dana, nonClaimedCards } from '../../support/accounts';
import { figures, toasts } from '../../support/lists';
import type { NoJsBrowser } from '../../support/no-js-browser';
import { openPortal } from '../../support/open-portal';

const PAGE = '/digital-business-cards';
const CLAIMED = 'Claimed cards';
const NON_CLAIMED = 'Non-claimed cards';
const NON_CLAIMED_SEARCH = 'Search non-claimed cards';

/** Opens the Digital Business Cards page of a company. */
async function open(change: Partial<CardCompany> = {}, address = PAGE) {
  const { portal, browser } = await openPortal(address, { accounts: [dana({ ecard: cards(change) })] });
  return { portal, browser };
}

const has = (browser: NoJsBrowser, table: string) => browser.texts('main table caption').includes(table);
const cardIds = (browser: NoJsBrowser) =>
  has(browser, CLAIMED) ? browser.rows(CLAIMED).map(([, , , id]) => id) : [];
const nonClaimedIds = (browser: NoJsBrowser) =>
  has(browser, NON_CLAIMED) ? browser.rows(NON_CLAIMED).map(([id]) => id) : [];
const countLine = (browser: NoJsBrowser, list: string) => browser.text(`#${list} .count-line`);

describe('the overview', () => {
  test('P6 P16 P80 P103: shows the five figures', async () => {
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

  test('P104 P143: offers the cards app’s download link for copying', async () => {
    const { browser } = await open();
    expect(browser.text('.download-link summary')).toBe('Copy Download Link');
    expect(browser.$('.download-link input').val()).toBe('https://apps.example/cards');
  });
});

describe('the claimed cards', () => {
  test('P113: show name, email, job title, CardID, both counts of visits, and an action', async () => {
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
    'P110 P111: without a job title say so, and without an email address are non-claimed: %j',
    async missing => {
      const { browser } = await open({
        cards: [
          { code: 'c1', email: 'ada@acme.example', name: 'Ada', title: missing },
          { code: 'c2', email: missing, name: 'Left over', title: 'Left over' },
        ],
      });
      expect(browser.rows(CLAIMED)).toEqual([
        ['Ada', 'ada@acme.example', 'Not specified', 'c1', '0', 'Never used 0', 'Deactivate'],
      ]);
      expect(nonClaimedIds(browser)).toEqual(['c2']);
      expect(browser.text()).not.toContain('Left over');
    },
  );
});

describe('the non-claimed cards', () => {
  test('P119 P121: are a list of CardIDs with an explanation, and buttons that copy them', async () => {
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
});

describe('deactivating a card', () => {
  test('P125 P138: asks for confirmation, and says whose card is cleared and that this cannot be undone', async () => {
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

  test('P126: turns the card into a non-claimed one', async () => {
    const { browser } = await open({}, `${PAGE}?deactivate=c2`);
    await browser.press('Deactivate Card');
    expect(toasts(browser)).toEqual(['success: Digital business card deactivated successfully']);
    expect(browser.has('dialog[open]')).toBe(false);
    expect(cardIds(browser)).toEqual(['c1']);
    expect(nonClaimedIds(browser)).toEqual(['c2', 'c3']);
    expect(figures(browser)).toMatchObject({
      'Active Cards': '1',
      'Available Cards': '4',
      'Profile Visits (total)': '160',
    });
  });
});

describe('requesting all profile data', () => {
  test('P106: asks for confirmation, and says what is emailed and where', async () => {
    const { portal, browser } = await open();
    await browser.follow('Request All Profile Data');
    expect(browser.text('dialog[open] h2')).toBe('Request Profile Data Export');
    expect(browser.texts('dialog[open] p')).toEqual([
      'We will email an export of all card profile data to your registered email.',
    ]);
    expect(browser.texts('dialog[open] .dialog-foot :is(a, button)')).toEqual(['Cancel', 'Confirm']);
    expect(portal.calls.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  });

  test('emails the data to the administrator', async () => {
    const { portal, browser } = await open({}, `${PAGE}?dialog=profile-data`);
    await browser.press('Confirm');
    expect(portal.store.emails('dana@acme.example')[0]?.subject).toBe('Your profile data export');
  });
});

test.each([
  { link: 'Cancel', dialog: 'Deactivate' },
  { link: 'Close', dialog: 'Deactivate' },
  { link: 'Cancel', dialog: 'Request All Profile Data' },
  { link: 'Close', dialog: 'Request All Profile Data' },
])('P139: $link closes the dialog of "$dialog" without a change', async ({ link, dialog }) => {
  const state = `${PAGE}?q=person&sort=name&dir=asc&page=2&nq=n0&ndir=desc&npage=2`;
  const { portal, browser } = await open({ cards: [...claimedCards(60), ...nonClaimedCards(60)] }, state);
  const before = [browser.rows(CLAIMED), browser.rows(NON_CLAIMED)];
  await browser.follow(dialog);
  expect(browser.has('dialog[open]')).toBe(true);
  await browser.follow(link);
  expect(browser.address).toBe(state);
  expect(browser.has('dialog[open]')).toBe(false);
  expect([browser.rows(CLAIMED), browser.rows(NON_CLAIMED)]).toEqual(before);
  expect(portal.calls.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
});

describe('stats with invalid data', () => {
  /** Opens the page with these stats of the backend. */
  async function openWithStats(stats: unknown) {
    const { portal, browser } = await openPortal();
    portal.faults.on('ecardStats', json(stats));
    return browser.visit(PAGE);
  }

  test('P179: show missing fields as 0 and an empty list', async () => {
    const browser = await openWithStats({});
    expect(Object.values(figures(browser))).toEqual(['0', '0', '0', '0', '0']);
    expect(browser.text('#claimed-cards')).toContain('No claimed digital business cards yet');
    expect(browser.text()).not.toContain('Non-Claimed Cards');
  });

  test.each(['a text', 5, true, { 0: { code: 'c1' } }])(
    'P109 P200: report an unreadable list next to the overview: %j',
    async userStats => {
      const browser = await openWithStats({
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

  test('P179: in one row show the other rows', async () => {
    const browser = await openWithStats({
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
      ['', 'no-id@x.example', 'Not specified', '', '0', 'Never used 0'],
      ['', 'number@x.example', 'Not specified', '7', '0', 'Never used 0'],
      ['5', 'proto@x.example', 'Not specified', '__proto__', '0', 'Never used 0'],
      ['', 'twice@x.example', 'Not specified', 'c1', '0', '12'],
      ['', 'twice@x.example', 'Not specified', 'c1', '0', 'Never used 0'],
    ]);
    expect(nonClaimedIds(browser)).toEqual(['constructor']);
    await browser.follow('Deactivate the card of no-id@x.example');
    expect(browser.has('dialog[open]')).toBe(false);
  });
});
