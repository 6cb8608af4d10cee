import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedAccounts } from '../sandbox/seed';
import { button, containing, field, named, type Tab } from './tab';

// The sandbox's accounts that together show every state of every page.
export const USUAL = 'dana@northwind.example';
const LONG_NAMES = 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example';
const UNUSUAL_NAMES = 'anna@polyglot.example';
const IDLE = 'ida@idle.example';
const LEAVERS = 'hugo@turnover.example';
const FAILING = 'actions-down@faults.example';
const HANGING = 'hanging@faults.example';
const lists = ['/dashboard', '/leads-capture', '/digital-business-cards', '/people'];
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  [USUAL]: [
    ...lists,
    '/leads-capture?q=nobody-is-called-this',
    '/leads-capture?sort=leadsTotal&page=2',
    '/digital-business-cards?nq=nothing&page=2',
    '/people?has=card-only',
    '/leavers',
    '/leavers?list=stay',
    '/leavers?result=unknown',
    '/compare',
    '/invite?for=licenses',
    '/invite?for=cards',
    '/no-such-page',
  ],
  [LONG_NAMES]: lists,
  [UNUSUAL_NAMES]: lists,
  [IDLE]: ['/dashboard', '/leads-capture?activity=idle30', '/leads-capture?activity=lapsed30'],
  'nina@newcomer.example': lists,
  'paul@unstarted.example': lists,
  'iris@quiet.example': [...lists, '/invite'],
  'scanner-down@faults.example': ['/dashboard', '/leads-capture', '/people', '/invite?for=licenses'],
  'cards-down@faults.example': ['/dashboard', '/digital-business-cards', '/people', '/people?has=card-only'],
};

export const shownAccounts: readonly string[] = [...Object.keys(pagesOf), LEAVERS, FAILING, HANGING];

export interface State {
  readonly name: string;
  /** The administrator; undefined for a page without a session. */
  readonly as?: string;
  readonly show: (tab: Tab) => Promise<unknown>;
}

const press = (name: string) => (tab: Tab) => tab.follow(containing('main button[type=submit]', name));

/** Clicks on the first link or button of this name. */
function opened(path: string, target: string, what: string, as = USUAL): State {
  return {
    name: `${what} of ${path}`,
    as,
    async show(tab) {
      await tab.go(path);
      await tab.read((selector: string) => document.querySelector<HTMLElement>(selector)?.click(), target);
      await tab.see(named('dialog[open], :popover-open'));
    },
  };
}

/** Selects the first row of a list. */
async function select(tab: Tab, path: string): Promise<void> {
  await tab.go(path);
  await tab.until('the script of selections', () =>
    tab.read(() => document.querySelector<HTMLButtonElement>('[data-select-submit]')?.disabled === true),
  );
  await tab.read(() => document.querySelector<HTMLElement>('tbody [type=checkbox]')?.click());
  await tab.see(button('Review removal'));
}

/** Confirms the removal of the first row of a list. */
async function removeFirst(tab: Tab, path: string): Promise<void> {
  await select(tab, path);
  await tab.follow(button('Review removal'));
  await tab.follow(named('main button.danger'));
}

async function compare(tab: Tab, content: string): Promise<void> {
  const file = join(tab.engine.downloads, 'licenses-export-2026-10-01.csv');
  await writeFile(file, content);
  await tab.go('/compare');
  await tab.upload('input[type=file]', file);
  await press('Compare')(tab);
}

async function findLeavers(tab: Tab, path: string, text: string): Promise<void> {
  await tab.go(path);
  await tab.fill(named('main textarea'), text);
  await press('Find')(tab);
}

const reviewLeavers = async (tab: Tab, text: string) => {
  await findLeavers(tab, '/leavers', text);
  await press('Review')(tab);
};

const leaveOut = async (tab: Tab, text: string) => {
  await tab.click(named('#leave-out summary'));
  await tab.fill(named('#leave-out textarea'), text);
  await tab.follow(named('#leave-out button'));
};

const [LEAVER, OTHER_LEAVER] = ['amelia.ortiz@turnover.example', 'ben.okafor@turnover.example'];
const ONE_LEAVER = `${LEAVER}\nnobody@turnover.example`;

/** Every page in every state. */
export const states: readonly State[] = [
  ...['/login', '/finishsignup', '/finishsignup?mode=signIn&apiKey=k&oobCode=c', '/%'].map(path => ({
    name: path,
    show: (tab: Tab) => tab.go(path),
  })),
  {
    name: 'a link is sent',
    async show(tab) {
      await tab.go('/login');
      await tab.fill(field('Email Address'), USUAL);
      await tab.follow(button('Send Magic Link'));
    },
  },
  ...Object.entries(pagesOf).flatMap(([as, paths]) =>
    paths.map(path => ({ name: `${path} of ${as}`, as, show: (tab: Tab) => tab.go(path) })),
  ),
  opened('/leads-capture', 'a[data-dialog]', 'the dialog'),
  opened('/digital-business-cards', 'tbody a[data-dialog]', 'the dialog'),
  opened('/digital-business-cards', 'main a[data-dialog]', 'the first dialog'),
  opened('/people', 'tbody td:last-child a', 'the dialog'),
  opened('/leads-capture', 'main button[popovertarget^=export]', 'the exports'),
  opened('/digital-business-cards', 'main button[popovertarget^=export]', 'the exports'),
  {
    name: 'a selection',
    as: USUAL,
    show: tab => select(tab, '/leads-capture'),
  },
  {
    name: 'a list after the removal of one license',
    as: LEAVERS,
    async show(tab) {
      await tab.go('/leads-capture');
      await tab.go(
        await tab.read(() => document.querySelector<HTMLAnchorElement>('tbody a[data-dialog]')?.href ?? ''),
      );
      await tab.follow(named('dialog[open] button.danger'));
    },
  },
  {
    name: 'a toast, and a request of today',
    as: LEAVERS,
    async show(tab) {
      await tab.go('/leads-capture');
      await press('Request Licenses')(tab);
    },
  },
  {
    name: 'the dashboard after a request',
    as: LEAVERS,
    async show(tab) {
      await tab.go('/dashboard');
      await press('Request Licenses for Lead Capture')(tab);
    },
  },
  {
    name: 'leavers without a list',
    as: LEAVERS,
    show: tab => findLeavers(tab, '/leavers', ''),
  },
  {
    name: 'leavers of a list',
    as: LEAVERS,
    show: tab =>
      findLeavers(
        tab,
        '/leavers',
        'ben.okafor@turnover.example\nNobody Unknown\nnobody@turnover.example\namelia.ortis@turnover.example',
      ),
  },
  {
    name: 'leavers of a text',
    as: LEAVERS,
    show: tab =>
      findLeavers(
        tab,
        '/leavers',
        'Dear Hugo,\n\nben.okafor@turnover.example leaves us on Friday.\nRegards\nHR',
      ),
  },
  {
    name: 'leavers of a table',
    as: LEAVERS,
    show: tab =>
      findLeavers(
        tab,
        '/leavers',
        'Email;Manager;State\nben.okafor@turnover.example;amelia.ortiz@turnover.example;left\nx@turnover.example;;stays\n',
      ),
  },
  {
    name: 'everybody but the staff',
    as: LEAVERS,
    show: tab => findLeavers(tab, '/leavers?list=stay', 'ben.okafor@turnover.example'),
  },
  {
    name: 'a file that is no export',
    as: USUAL,
    show: tab => compare(tab, 'name,phone\r\nAda,1\r\n'),
  },
  {
    name: 'a comparison',
    as: USUAL,
    show: tab =>
      compare(
        tab,
        'email,userId,leadsLast30Days,totalLeads\r\namelia.ortiz@northwind.example,NW-11D9-1000,0,1\r\nleft@northwind.example,U-9,0,4\r\n',
      ),
  },
  {
    name: 'a comparison of cards, with other names',
    as: USUAL,
    show: tab =>
      compare(
        tab,
        'name,email,jobTitle,cardId,viewsLast30Days,totalViews\r\nHana S.,hana.schmidt@northwind.example,Intern,c59t90,0,1\r\nLeft,left@northwind.example,,c9,0,4\r\n',
      ),
  },
  {
    name: 'people to invite',
    as: LEAVERS,
    async show(tab) {
      await tab.go('/invite?for=cards');
      await tab.fill(
        named('#people'),
        'ben.okafor@turnover.example\nnew@turnover.example\namelia.ortis@turnover.example',
      );
      await press('Check addresses')(tab);
    },
  },
  {
    name: 'a selection of people',
    as: LEAVERS,
    async show(tab) {
      await tab.go('/people');
      await tab.read(() => document.querySelector<HTMLElement>('tbody [type=checkbox]')?.click());
      await tab.see(button('Review removal'));
    },
  },
  {
    name: 'asking first',
    as: IDLE,
    async show(tab) {
      await tab.go('/leads-capture?activity=idle30');
      await tab.follow(containing('main button', 'Ask all'));
    },
  },
  {
    name: 'the review of many licenses',
    as: IDLE,
    async show(tab) {
      await tab.go('/leads-capture?activity=idle30');
      await tab.follow(named('main button[data-select-all]'));
    },
  },
  { name: 'the review of one person', as: LEAVERS, show: tab => reviewLeavers(tab, ONE_LEAVER) },
  {
    name: 'a review without the person who was left out',
    as: LEAVERS,
    async show(tab) {
      await reviewLeavers(tab, `${LEAVER}\n${OTHER_LEAVER}`);
      await leaveOut(tab, OTHER_LEAVER);
    },
  },
  {
    name: 'a review from which everybody was left out',
    as: LEAVERS,
    async show(tab) {
      await reviewLeavers(tab, ONE_LEAVER);
      await leaveOut(tab, LEAVER);
    },
  },
  {
    name: 'a removal that is under way',
    as: HANGING,
    async show(tab) {
      await removeFirst(tab, '/digital-business-cards');
      await tab.see(named('[data-removal=running]'));
    },
  },
  {
    name: 'the end of a removal that has failed',
    as: FAILING,
    async show(tab) {
      await removeFirst(tab, '/leads-capture');
      await tab.see(containing('main h2', 'Still open'));
    },
  },
  {
    name: 'the end of a removal',
    as: LEAVERS,
    async show(tab) {
      await reviewLeavers(tab, ONE_LEAVER);
      await tab.follow(named('main button.danger'));
      await tab.see(containing('main button', 'Receipt'));
    },
  },
];

const namesOfParts: readonly string[] = [
  '/finishsignup?mode=signIn&apiKey=k&oobCode=c',
  '/%',
  'a link is sent',
  ...[...lists, '/invite?for=licenses', '/no-such-page'].map(path => `${path} of ${USUAL}`),
  `/digital-business-cards?nq=nothing&page=2 of ${USUAL}`,
  `/leads-capture of ${LONG_NAMES}`,
  `/people of ${UNUSUAL_NAMES}`,
  `/leads-capture?activity=idle30 of ${IDLE}`,
  '/dashboard of nina@newcomer.example',
  '/people of nina@newcomer.example',
  '/dashboard of paul@unstarted.example',
  '/leads-capture of scanner-down@faults.example',
  '/people of scanner-down@faults.example',
  'the dialog of /leads-capture',
  'the exports of /digital-business-cards',
  'a selection',
  'leavers of a list',
  'leavers of a text',
  'leavers of a table',
  'a comparison',
  'people to invite',
  'a list after the removal of one license',
  'a toast, and a request of today',
  'asking first',
  'the review of many licenses',
  'a review without the person who was left out',
  'a review from which everybody was left out',
  'a removal that is under way',
  'the end of a removal that has failed',
];

/** The states that together show each page, and each part that only some states have. */
export const parts: readonly State[] = states.filter(({ name }) => namesOfParts.includes(name));

/** The attachment of an email in an account's inbox. */
function attachment(email: string, start: string): string {
  const emails = seedAccounts().find(account => account.email === email)?.emails ?? [];
  const found = emails.find(each => each.attachment?.fileName.startsWith(start));
  return found?.attachment?.content ?? '';
}

/** The pictures in the documentation. */
export const pictures: readonly State[] = [
  ...Object.entries({
    'lead-capture': '/leads-capture',
    dashboard: '/dashboard',
    cards: '/digital-business-cards',
    people: '/people',
    invite: '/invite?for=licenses',
  }).map(([name, path]) => ({ name, as: USUAL, show: (tab: Tab) => tab.go(path) })),
  { name: 'compare', as: USUAL, show: tab => compare(tab, attachment(USUAL, 'licenses-export')) },
  {
    name: 'removals',
    as: LEAVERS,
    async show(tab) {
      const addresses = attachment(LEAVERS, 'leavers-october').match(/[^,\s]+@[^,\s]+/g) ?? [];
      await reviewLeavers(tab, addresses.join('\n'));
    },
  },
];
