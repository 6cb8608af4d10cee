import { readFileSync } from 'node:fs';
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
    '/compare',
    '/compare?list=unknown',
    '/removals/review?review=unknown',
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
      await tab.see(named('dialog[open], :popover-open, .split [open]'));
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

/** The mail of the sandbox's HR department. */
const mail = readFileSync(join(import.meta.dirname, '../sandbox/leavers-november.txt'), 'utf8');

/** Compares people with a pasted text, or with a file, and opens a part of them. */
async function compare(
  tab: Tab,
  list: string | { readonly name: string; readonly content: string },
  parameters = '',
): Promise<void> {
  await tab.go('/compare');
  if (typeof list === 'string') await tab.fill(named('main textarea'), list);
  else {
    const file = join(tab.engine.downloads, list.name);
    await writeFile(file, list.content);
    await tab.upload('input[type=file]', file);
  }
  await press('Compare')(tab);
  if (parameters !== '') {
    const id = await tab.read(() => new URLSearchParams(location.search).get('list'));
    await tab.go(`/compare?list=${id}&${parameters}`);
  }
}

const reviewListed = async (tab: Tab, text: string) => {
  await compare(tab, text);
  await tab.follow(named('main button[data-select-all]'));
};

/** Leaves out the first person of a review. */
async function leaveOut(tab: Tab): Promise<void> {
  await tab.click(named('tbody:first-of-type tr:nth-child(2) .action button'));
  await tab.see(named('.left-out'));
}

const [LEAVER, OTHER_LEAVER] = ['amelia.ortiz@turnover.example', 'ben.okafor@turnover.example'];
const TABLE = [
  'Name;Email;Status;Last day;Manager',
  `Ben Okafor;${OTHER_LEAVER};Terminated;30 Nov 2026;rania.khalil@turnover.example`,
  `Amelia Ortiz;${LEAVER};Terminated;31 Oct 2026;rania.khalil@turnover.example`,
  'Mei Chen;mei.chen@turnover.example;Active;;rania.khalil@turnover.example',
  'Ida Falk;ida.falk@turnover.example;Terminated;31 Oct 2026;rania.khalil@turnover.example',
].join('\n');
const withNobody = (email: string) => `${email}\nnobody@turnover.example`;
const ONE_LEAVER = withNobody(LEAVER);

/** No other state needs this person. */
const REMOVED_LEAVER = withNobody('uma.iyer@turnover.example');

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
  opened('/leads-capture', 'main .split summary', 'the exports'),
  opened('/digital-business-cards', 'main .split summary', 'the exports'),
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
  { name: 'compare: a refused list', as: LEAVERS, show: tab => compare(tab, 'Nobody here') },
  { name: 'compare: in a mail', as: LEAVERS, show: tab => compare(tab, mail) },
  { name: 'compare: everyone and a mail', as: LEAVERS, show: tab => compare(tab, mail, 'in=') },
  { name: 'compare: not in a mail', as: LEAVERS, show: tab => compare(tab, mail, 'in=unlisted') },
  {
    name: 'compare: perhaps in a mail, with a selection',
    as: LEAVERS,
    async show(tab) {
      await compare(tab, mail);
      await tab.check(named('tbody tr:first-child input'));
      await tab.follow(containing('.filter a', 'Perhaps'));
      await tab.check(named('tbody tr:first-child input'));
    },
  },
  {
    name: 'compare: the rows of a table',
    as: LEAVERS,
    show: tab => compare(tab, { name: 'leavers.csv', content: TABLE }, 'in=listed&q=status%3A+terminated'),
  },
  { name: 'compare: an export', as: USUAL, show: tab => compare(tab, earlierExport()) },
  {
    name: 'compare: nothing since an export of people',
    as: USUAL,
    async show(tab) {
      await tab.go('/people');
      const content = await tab.read(async () => (await fetch('/people/people.csv')).text());
      await compare(tab, { name: 'people.csv', content }, 'in=nothing');
    },
  },
  {
    name: 'compare: a product is not available',
    as: 'cards-down@faults.example',
    show: tab => compare(tab, 'nobody@faults.example'),
  },
  {
    name: 'compare: a part that needs both products',
    as: 'cards-down@faults.example',
    show: tab => compare(tab, 'nobody@faults.example', 'in=unlisted'),
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
      await press('See who is new')(tab);
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
  { name: 'the review of one person', as: LEAVERS, show: tab => reviewListed(tab, ONE_LEAVER) },
  {
    name: 'a review without the person who was left out',
    as: LEAVERS,
    async show(tab) {
      await reviewListed(tab, attachment(LEAVERS, 'leavers-october'));
      await leaveOut(tab);
      await tab.click(named('#leave-out summary'));
      await tab.fill(field('Their replies or email addresses'), 'nobody@turnover.example');
      await tab.follow(button('Leave them out'));
    },
  },
  {
    name: 'a review from which everybody was left out',
    as: LEAVERS,
    async show(tab) {
      await reviewListed(tab, ONE_LEAVER);
      await leaveOut(tab);
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
      await reviewListed(tab, REMOVED_LEAVER);
      await tab.follow(named('main button.danger'));
      await tab.see(containing('main .split a', 'Receipt'));
    },
  },
];

/** One state of each page, and of what opens above a page. */
const namesOfPages: readonly string[] = [
  '/finishsignup?mode=signIn&apiKey=k&oobCode=c',
  '/%',
  'a link is sent',
  ...[...lists, '/invite?for=licenses', '/compare'].map(path => `${path} of ${USUAL}`),
  'the dialog of /leads-capture',
  'the exports of /digital-business-cards',
  'a selection',
  'compare: in a mail',
  'people to invite',
  'asking first',
  'the review of many licenses',
  'a removal that is under way',
  'the end of a removal that has failed',
];

const namesOfParts: readonly string[] = [
  ...namesOfPages,
  `/no-such-page of ${USUAL}`,
  `/digital-business-cards?nq=nothing&page=2 of ${USUAL}`,
  `/leads-capture of ${LONG_NAMES}`,
  `/people of ${UNUSUAL_NAMES}`,
  `/leads-capture?activity=idle30 of ${IDLE}`,
  '/dashboard of nina@newcomer.example',
  '/people of nina@newcomer.example',
  '/dashboard of paul@unstarted.example',
  '/leads-capture of scanner-down@faults.example',
  '/people of scanner-down@faults.example',
  `/removals/review?review=unknown of ${USUAL}`,
  'compare: not in a mail',
  'compare: the rows of a table',
  'compare: an export',
  'a list after the removal of one license',
  'a toast, and a request of today',
  'a review without the person who was left out',
  'a review from which everybody was left out',
];

/** The states that together show each page, and each part that only some states have. */
export const parts: readonly State[] = states.filter(({ name }) => namesOfParts.includes(name));

/** The states that together show each page. */
export const pages: readonly State[] = states.filter(({ name }) => namesOfPages.includes(name));

/** The attachment of an email in an account's inbox. */
function attachment(email: string, start: string): string {
  const emails = seedAccounts().find(account => account.email === email)?.emails ?? [];
  const found = emails.find(each => each.attachment?.fileName.startsWith(start));
  return found?.attachment?.content ?? '';
}

/** An export of licenses in the inbox of an account. */
const earlierExport = () => ({
  name: 'licenses-export-2026-10-01.csv',
  content: attachment(USUAL, 'licenses-export'),
});

/** The pictures in the documentation. */
export const pictures: readonly State[] = [
  ...Object.entries({
    'lead-capture': '/leads-capture',
    dashboard: '/dashboard',
    people: '/people',
  }).map(([name, path]) => ({ name, as: USUAL, show: (tab: Tab) => tab.go(path) })),
  { name: 'compare', as: LEAVERS, show: tab => compare(tab, mail) },
  {
    name: 'removals',
    as: LEAVERS,
    async show(tab) {
      await reviewListed(tab, attachment(LEAVERS, 'leavers-october'));
    },
  },
];
