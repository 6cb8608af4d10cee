import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { paths } from '../../../shared/paths';
import { cells } from '../browsers/lists';
import type { NoJsBrowser } from '../browsers/no-js-browser';
import { cards, dana, scanner } from '../data/accounts';
import type { PortalOptions } from './portal';

/** A row of any of the lists. Fields that a list does not have are ignored. */
export interface ListRow {
  readonly id: string;
  readonly email?: string;
  readonly name?: string;
  readonly title?: string | null;
  readonly last30Days?: number;
  readonly total?: number;
}

/** The properties that differ between the portal's four lists. */
export interface ProductList {
  readonly name: string;
  readonly page: string;
  readonly csv: string;
  readonly section: string;
  /** The caption of its table; undefined for the list that is not a table. */
  readonly caption: string | undefined;
  readonly search: string | undefined;
  readonly pagination: string;
  readonly parameters: Readonly<Record<'q' | 'page', string>>;
  /** The data-column attributes of its cells, in the order of the CSV columns. */
  readonly columns: readonly string[];
  /** Its sortable columns, the one of the default order first. */
  readonly sortable: readonly string[];
  /** Its texts when it is empty, and when a search finds nothing. */
  readonly empty: string | undefined;
  readonly noMatch: string | undefined;
  /** The button that shows the links of its exports, and these links. */
  readonly exportMenu: string;
  readonly exportLinks: readonly string[];
  readonly file: string;
  readonly toast: string;
  readonly account: (rows: readonly ListRow[]) => Partial<SeedAccount>;
}

const licensesOf = (rows: readonly ListRow[]): Partial<SeedAccount> => ({
  scanner: scanner({
    licenses: rows.map(({ id, email, last30Days = 0, total = 0 }) => ({
      appId: id,
      email: email ?? null,
      leadsLast30Days: last30Days,
      leadsTotal: total,
    })),
  }),
});

const cardsOf = (rows: readonly ListRow[]): Partial<SeedAccount> => ({
  ecard: cards({
    cards: rows.map(({ id, email, name, title, last30Days = 0, total = 0 }) => ({
      code: id,
      email: email ?? null,
      name: name ?? null,
      title: title ?? null,
      activitiesLast30Days: last30Days,
      activitiesTotal: total,
    })),
  }),
});

const withoutEmails = (rows: readonly ListRow[]) => rows.map(({ id }) => ({ id }));

/** Names that every list has in the same form. */
function named(name: string, page: string, file = `${name.replaceAll(' ', '-')}-export`) {
  return {
    ...{ name, page, file },
    section: `#${name.replaceAll(' ', '-')}`,
    caption: name.charAt(0).toUpperCase() + name.slice(1),
    search: `Search ${name}`,
    pagination: `Pages of ${name}`,
    exportMenu: `Export ${name}`,
    exportLinks: [`Export ${name} as CSV`, `Export ${name} as Excel (.xlsx)`],
  };
}

export const activatedLicenses: ProductList = {
  ...named('activated licenses', paths.leadCapture, 'licenses-export'),
  csv: '/leads-capture/licenses.csv',
  parameters: { q: 'q', page: 'page' },
  columns: ['email', 'licenseId', 'leadsLast30Days', 'leadsTotal'],
  sortable: ['Leads last 30', 'Leads all time'],
  empty: 'No licenses activated yet Licenses will appear here once customers activate them.',
  noMatch:
    'No licenses found Try adjusting your search terms or clear the search. Licenses are listed by email address. Search for one, or for a UserID.',
  toast: 'license(s)',
  account: licensesOf,
};

export const nonActivatedLicenses: ProductList = {
  ...named('non-activated licenses', paths.leadCapture),
  csv: '/leads-capture/non-activated-licenses.csv',
  caption: undefined,
  search: undefined,
  parameters: { q: 'none', page: 'npage' },
  columns: ['licenseId'],
  sortable: [],
  empty: undefined,
  noMatch: undefined,
  toast: 'non-activated license(s)',
  account: rows => licensesOf(withoutEmails(rows)),
};

const claimed = named('claimed cards', paths.cards, 'digital-business-cards-export');
export const claimedCards: ProductList = {
  ...claimed,
  csv: '/digital-business-cards/claimed-cards.csv',
  parameters: { q: 'q', page: 'page' },
  columns: ['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews'],
  sortable: ['Profile visits (30 days)', 'Name', 'Email', 'Job title', 'CardID', 'Profile visits (total)'],
  empty: 'No claimed digital business cards yet Cards will appear here once users claim them.',
  noMatch: 'No digital business cards found Try adjusting your search terms or clear the search.',
  exportLinks: [
    ...claimed.exportLinks,
    'Export claimed cards with profile visits as CSV',
    'Export claimed cards with profile visits as Excel (.xlsx)',
  ],
  toast: 'digital business card(s)',
  account: cardsOf,
};

export const nonClaimedCards: ProductList = {
  ...named('non-claimed cards', paths.cards),
  csv: '/digital-business-cards/non-claimed-cards.csv',
  parameters: { q: 'nq', page: 'npage' },
  columns: ['cardId'],
  sortable: ['CardID'],
  empty: undefined,
  noMatch: 'No non-claimed cards found Try adjusting your search terms.',
  toast: 'non-claimed card(s)',
  account: rows => cardsOf(withoutEmails(rows)),
};

export const productLists = [activatedLicenses, nonActivatedLicenses, claimedCards, nonClaimedCards];
export const searchableLists = productLists.filter(({ search }) => search !== undefined);

/** Returns `count` rows in the default order of every list: r0001, r0002, … */
export function listRows(count: number): ListRow[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    return {
      id: `r${number}`,
      email: `r${number}@acme.example`,
      name: `Person ${number}`,
      title: `Title ${number}`,
      last30Days: count - index,
      total: (count - index) * 10,
    };
  });
}

/** Returns the options of a portal whose browser is on the page of a list with these rows. */
export function showing(list: ProductList, rows: readonly ListRow[], search = ''): PortalOptions {
  return { at: list.page + search, accounts: [dana(list.account(rows))] };
}

/** Returns the exact rows on a page of the list, with the columns of the CSV file. */
export function shownRows(browser: NoJsBrowser, { caption, columns, section }: ProductList): string[][] {
  if (caption === undefined) {
    return browser
      .$(`${section} li code`)
      .toArray()
      .map(code => [browser.$(code).text()]);
  }
  if (!browser.texts('main table caption').includes(caption)) return [];
  const texts = columns.map(column => cells(browser, caption, column));
  // The bar before a figure is not exported.
  const exported = (text = '') => text.replace(/^ (?=\d)/, '');
  return (texts[0] ?? []).map((_, row) => texts.map(column => exported(column[row])));
}

export function shownIds(browser: NoJsBrowser, list: ProductList): string[] {
  const at = list.columns.findIndex(column => column === 'licenseId' || column === 'cardId');
  return shownRows(browser, list).map(row => row[at] ?? '');
}
