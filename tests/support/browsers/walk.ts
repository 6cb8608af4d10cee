import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { button, containing, field, link, named, type Tab } from '../../../scripts/browsers/tab';
import type { ServedPortal } from '../programs/server';
import { measure } from './measure';

export const USUAL = 'dana@northwind.example';
const POLYGLOT = 'anna@polyglot.example';
const LONG = 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example';
const EMPTY = 'nina@newcomer.example';
const IDLE = 'ida@idle.example';
const SCANNER_DOWN = 'scanner-down@faults.example';
const CARDS_DOWN = 'cards-down@faults.example';
const NOT_ACTIVE = 'paul@unstarted.example';

/** The accounts whose pages are walked over. */
export const walked = [USUAL, POLYGLOT, LONG, EMPTY, IDLE, SCANNER_DOWN, CARDS_DOWN, NOT_ACTIVE];

const pages = ['/dashboard', '/leads-capture', '/digital-business-cards', '/people'];

interface State {
  readonly name: string;
  readonly as?: string;
  /** Shows the state. It may resize the window no more. */
  readonly show: (tab: Tab) => Promise<unknown>;
  /** Whether it is shown again at each width, because it disappears otherwise. */
  readonly again?: boolean;
}

const at = (as: string, paths: readonly string[]): State[] =>
  paths.map(path => ({ name: `${as.split('@')[0]} ${path}`, as, show: tab => tab.go(path) }));

const popupOf = (path: string, opener: string): State => ({
  name: `the popup ${opener} of ${path}`,
  as: USUAL,
  again: true,
  async show(tab) {
    await tab.go(path);
    await tab.click(containing('button[popovertarget]', opener));
    await tab.see(named(':popover-open'));
  },
});

async function review(tab: Tab): Promise<void> {
  await tab.go('/people?has=license-and-card&select=page');
  await tab.follow(containing('button[type=submit]', 'Remove'));
}

/** Every page in its states. */
const states: readonly State[] = [
  ...['/login', '/finishsignup', '/finishsignup?mode=signIn&apiKey=k&oobCode=c'].map(path => ({
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
  ...at(USUAL, [
    ...pages,
    '/leads-capture?q=nobody-is-called-this',
    '/leads-capture?activity=idle30&select=page',
    '/leads-capture?sort=leadsTotal&page=2',
    '/digital-business-cards?nq=nothing&page=2',
    '/digital-business-cards?dialog=profile-data',
    '/people?has=license-and-card&select=page',
    '/leavers',
    '/compare',
    '/invite?for=licenses',
    '/invite?for=cards&has=license-only',
    '/no-such-page',
  ]),
  ...[POLYGLOT, LONG, EMPTY, IDLE, NOT_ACTIVE].flatMap(as => at(as, pages)),
  ...at(SCANNER_DOWN, ['/dashboard', '/leads-capture', '/people']),
  ...at(CARDS_DOWN, ['/dashboard', '/digital-business-cards', '/people']),
  ...[
    ['/leads-capture', 'Confirm License Revocation'],
    ['/digital-business-cards', 'Confirm Card Deactivation'],
  ].map(([path = '', title = '']) => ({
    name: `the dialog of ${path}`,
    as: USUAL,
    async show(tab: Tab) {
      await tab.go(path);
      const href = await tab.read(
        () => document.querySelector('a[data-dialog][href*="="]')?.getAttribute('href') ?? '',
      );
      await tab.go(href);
      await tab.see(containing('dialog h2', title));
    },
  })),
  popupOf('/leads-capture', 'Export activated licenses'),
  popupOf('/digital-business-cards', 'Export claimed cards'),
  popupOf('/people', 'Export'),
  {
    name: 'leavers found in a text',
    as: USUAL,
    async show(tab) {
      await tab.go('/people');
      const people = await tab.texts('#everyone tbody [dir=ltr]');
      await tab.go('/leavers');
      await tab.fill(named('main textarea'), [...people.slice(0, 8), 'nobody@northwind.example'].join('\n'));
      await tab.follow(named('main form button[type=submit]'));
    },
  },
  { name: 'the review of a removal', as: USUAL, show: review },
  {
    name: 'asking first',
    as: USUAL,
    async show(tab) {
      await review(tab);
      await tab.follow(link('Ask first'));
    },
  },
];

const widths = [
  [1440, 900],
  [768, 900],
  [390, 844],
] as const;

/** Visits every page in every state, and returns what stands wrong in which widths. */
export async function walk(portal: ServedPortal, tab: Tab): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const report = (state: string, problem: string) => {
    found[state] = [...(found[state] ?? []), problem];
  };
  const folder = process.env.WALK_PICTURES;
  let user: string | undefined;
  for (const { name, as, show, again } of states) {
    if (user !== as || as === undefined) await tab.use(as === undefined ? '' : await portal.sessionOf(as));
    user = as;
    for (const [index, [width, height]] of widths.entries()) {
      await tab.size(width, height);
      try {
        if (index === 0 || again) await show(tab);
      } catch (error) {
        report(name, `not shown: ${error instanceof Error ? error.message : error}`);
        break;
      }
      await tab.until(`a width of ${width} px`, () => tab.read((wide: number) => innerWidth === wide, width));
      const limits = { rowsAreAlike: as !== LONG && as !== POLYGLOT };
      for (const problem of await measure(tab, limits)) report(name, `${width}: ${problem}`);
      if (folder)
        await writeFile(join(folder, `${name.replaceAll(/\W+/g, '-')}--${width}.png`), await tab.picture());
    }
  }
  return found;
}
