import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SeedAccount, seedAccounts } from '../../scripts/sandbox/seed';
import { openPage } from '../support/browsers/chromium';
import { cards, dana, license, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

/** Every page with a table or a list of people, and how to open it. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  dashboard: page => page.goto('/dashboard'),
  'Lead Capture': page => page.goto('/leads-capture'),
  'Digital Business Cards': page => page.goto('/digital-business-cards'),
  People: page => page.goto('/people'),
  'the answer about leavers': async page => {
    await page.goto('/leavers');
    await page.getByRole('radio').first().check();
    await page.getByLabel('Email addresses').fill(listed.join('\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('link', { name: 'Check another list' }).waitFor();
  },
  'what changed': async page => {
    const [head = '', first = '', ...rows] = (await download(page, '/leads-capture/licenses.csv')).split(
      '\r\n',
    );
    const earlier = [head, first.replace(/^[^,]*,/, 'gone@company.example,1'), ...rows].join('\r\n');
    await page.goto('/compare');
    const name = 'licenses-export-2026-10-01.csv';
    const buffer = Buffer.from(earlier.replaceAll(/\d+$/gm, '0'));
    await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('.comparison-summary').waitFor();
  },
  'cards to hand out': page => page.goto('/invite/cards?rows=25'),
  'the review of a removal': review,
  'the outcome of a removal': async page => {
    await review(page);
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText('Download receipt').waitFor();
  },
};

async function review(page: Page): Promise<void> {
  // Licenses and cards at once: the button that confirms has the longest name.
  await page.goto('/people?has=license-and-card');
  for (const index of [0, 1, 2]) {
    await page.locator('#everyone tbody [type=checkbox]').nth(index).check();
  }
  await page.getByRole('button', { name: 'Remove selected' }).click();
  await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
}

const USUAL = 'dana@northwind.example';

/** An account whose texts and figures are as long and as unusual as a backend can send them. */
function hostileAccount(): SeedAccount {
  const words = [
    'x'.repeat(64),
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'שלוםעולםשלוםעולםשלוםעולםשלוםעולםשלוםעולם',
    'محمد عبد الرحمن بن عبد العزيز آل سعود',
    'z\u0337\u0321\u0322a\u0334\u0300\u0301l\u0335\u0302\u0303g\u0336\u0304\u0305o'.repeat(4),
    'Wolfeschlegelsteinhausenbergerdorff-Hohenstein-Oberkirch-Unterbergen',
    'A',
  ];
  const email = (index: number) =>
    `${words[index % words.length]?.replaceAll(/[^\w-]/g, 'm').toLowerCase()}@${'long-department.'.repeat(index % 4)}company.example`;
  const id = (index: number) => `${index}${'0123456789ABCDEF'.repeat(4)}`.slice(0, 64);
  const count = (index: number) => 4_294_967_295 - index;
  return dana({
    email: 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example',
    name: 'Maximiliane-Alexandra-von-Hohenstein-Oberkirch'.repeat(2),
    company: 'Rheinmainmessenundausstellungsgesellschaftmitbeschränkterhaftung',
    scanner: scanner({
      code: 'W'.repeat(24),
      licensesPurchased: 4_294_967_295,
      licenses: words.map((_word, index) =>
        license({
          appId: id(index),
          email: email(index),
          leadsLast30Days: count(index),
          leadsTotal: count(index),
        }),
      ),
    }),
    ecard: cards({
      licensesPurchased: 4_294_967_295,
      cards: words.map((name, index) => ({
        code: id(index),
        email: email(index),
        name,
        title: words[(index + 1) % words.length] ?? null,
        activitiesLast30Days: count(index),
        activitiesTotal: count(index),
      })),
    }),
  });
}

const hostile = hostileAccount();
const accounts = [...seedAccounts().filter(({ email }) => email === USUAL), hostile];
/** Addresses with a license, as the leavers of both accounts. */
const listed = accounts.flatMap(({ scanner: own }) =>
  (own?.licenses ?? []).flatMap(({ email }) => email ?? []).slice(0, 8),
);

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts });
});

const download = async (page: Page, address: string) => (await page.request.get(address)).text();

/** Two lines of text in a row of a table, and a row in blocks, in pixels. */
const limits = { tableRow: 50, blockRow: 170 };

/** Returns what is wrong in a window of this width. Runs in the browser. */
function problemsAt({ tableRow, blockRow }: typeof limits): string[] {
  const found: string[] = [];
  const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 30)}`;
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) found.push(`the page is ${excess} px too wide`);

  for (const row of document.querySelectorAll('tbody tr, .people li')) {
    const { height } = row.getBoundingClientRect();
    const limit = getComputedStyle(row).display === 'table-row' ? tableRow : blockRow;
    if (height > limit) found.push(`a row is ${height} px high: ${describe(row)}`);
  }

  for (const text of document.querySelectorAll('main :is(bdi, code)')) {
    if (text.scrollWidth <= text.clientWidth || text.matches('[title], :has(+ button)')) continue;
    if (text.checkVisibility())
      found.push(`a text is cut off, and nothing shows it whole: ${describe(text)}`);
  }

  const range = document.createRange();
  for (const root of document.querySelectorAll('table, .people, .id-list, .ranks')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('caption, .visually-hidden')) continue;
      if (!text.parentElement?.checkVisibility()) continue;
      if (text.parentElement.getBoundingClientRect().width < 1)
        found.push(`a text has no width: ${text.textContent}`);
      for (const word of (text.textContent ?? '').matchAll(/\S+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 8));
        if (Math.max(...tops) - Math.min(...tops) > 1)
          found.push(`a word is broken: ${word[0].slice(0, 30)}`);
      }
    }
  }

  const controls = [...document.querySelectorAll('main :is(a, button, input, select, summary, textarea)')]
    .filter(
      control => !control.closest('.selection-bar, .visually-hidden, [popover]') && control.checkVisibility(),
    )
    .map(control => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
    .toSorted((one, other) => one.box.top - other.box.top);
  controls.forEach(({ control, box }, index) => {
    for (const other of controls.slice(index + 1)) {
      if (other.box.top >= box.bottom - 1) break;
      const isBeside = other.box.left >= box.right - 1 || other.box.right <= box.left + 1;
      const isWithin = control.contains(other.control) || other.control.contains(control);
      if (!isBeside && !isWithin) found.push(`${describe(control)} lies under ${describe(other.control)}`);
    }
  });
  return found;
}

test.each([
  ['usual data', USUAL],
  ['hostile data', hostile.email],
])(
  'P301: rows keep their height, words stay whole and nothing overlaps from 320 to 1920 px: %s',
  async (_data, as) => {
    const page = await openPage(portal, { as });
    // Faster than Playwright's setViewportSize(), which waits for a frame.
    const devTools = await page.context().newCDPSession(page);
    const found = new Map<string, number[]>();
    for (const [name, open] of Object.entries(pages)) {
      await open(page);
      await page.waitForLoadState();
      for (let width = 320; width <= 1920; width += 16) {
        await devTools.send('Emulation.setDeviceMetricsOverride', {
          width,
          height: 900,
          deviceScaleFactor: 1,
          mobile: false,
        });
        for (const problem of await page.evaluate(problemsAt, limits)) {
          const key = `${name}: ${problem}`;
          found.set(key, [...(found.get(key) ?? []), width]);
        }
      }
    }
    expect(
      [...found].map(
        ([problem, widths]) =>
          `${problem}, at ${widths.length} widths from ${widths[0]} to ${widths.at(-1)} px`,
      ),
    ).toEqual([]);
  },
);
