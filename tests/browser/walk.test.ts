import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SeedAccount, seedAccounts } from '../../scripts/sandbox/seed';
import { compareExport, holdRequests, openPage } from '../support/browsers/chromium';
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
    await page.getByLabel('People who have left').fill(listed.join('\n'));
    await page.getByRole('button', { name: 'Find their licenses and cards' }).click();
    await page.getByRole('link', { name: 'Use another list' }).waitFor();
  },
  'what changed': async page => {
    const [head = '', first = '', ...rows] = (await download(page, '/leads-capture/licenses.csv')).split(
      '\r\n',
    );
    const earlier = [head, first.replace(/^[^,]*,/, 'gone@company.example,1'), ...rows].join('\r\n');
    await page.goto('/compare');
    await compareExport(page, earlier.replaceAll(/\d+$/gm, '0'));
    await page.locator('#compared').waitFor();
  },
  'the review of a removal': review,
  'the outcome of a removal': async page => {
    await review(page);
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText('Download receipt').waitFor();
    // Instead of the page that followed the run, whose placeholders would be visible in a copy.
    await page.reload();
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
const UNUSUAL_SCRIPTS = 'anna@polyglot.example';
const EMPTY = 'nina@newcomer.example';

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
      licenses: [
        ...words.map((_word, index) =>
          license({
            appId: id(index),
            email: email(index),
            leadsLast30Days: count(index),
            leadsTotal: count(index),
          }),
        ),
        { appId: id(words.length) },
      ],
    }),
    ecard: cards({
      licensesPurchased: 4_294_967_295,
      cards: [
        ...words.map((name, index) => ({
          code: id(index),
          email: email(index),
          name,
          title: words[(index + 1) % words.length] ?? null,
          activitiesLast30Days: count(index),
          activitiesTotal: count(index),
        })),
        { code: id(words.length) },
      ],
    }),
  });
}

const hostile = hostileAccount();
const accounts = seedAccounts().filter(({ email }) => [USUAL, UNUSUAL_SCRIPTS, EMPTY].includes(email));
/** Addresses with a license, as the leavers of both accounts. */
const listed = [...accounts.filter(({ email }) => email === USUAL), hostile].flatMap(({ scanner: own }) =>
  (own?.licenses ?? []).flatMap(({ email }) => email ?? []).slice(0, 8),
);

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [...accounts, hostile] });
});

const download = async (page: Page, address: string) => (await page.request.get(address)).text();

/** The height of two lines in a row of a table, and of a row in blocks, in pixels. */
const limits = { tableRow: 50, blockRow: 170 };

const widths = Array.from({ length: 101 }, (_, index) => 320 + 16 * index);

type Problems = Record<string, number[]>;

/**
 * Returns what is wrong with a page, and at which of the widths. Runs in the browser: it resizes a copy of the page in a
 * frame. A window would paint each size.
 */
async function problemsAt({
  widths,
  tableRow,
  blockRow,
}: typeof limits & { widths: readonly number[] }): Promise<Problems> {
  const content = document.documentElement.cloneNode(true);
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { position: 'fixed', border: 0, height: '900px' });
  document.documentElement.append(frame);
  const copy = frame.contentDocument as Document;
  copy.open();
  copy.write('<!doctype html>');
  copy.replaceChildren(copy.doctype as DocumentType, content);
  copy.close();
  for (const link of copy.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) await new Promise(loaded => link.addEventListener('load', loaded));
  }
  await copy.fonts.ready;

  const found: Problems = {};
  const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 30)}`;
  for (const width of widths) {
    frame.style.width = `${width}px`;
    const report = (problem: string) => {
      found[problem] = [...(found[problem] ?? []), width];
    };
    if (copy.documentElement.scrollWidth > width) report('the page is too wide');

    // IDs to hand out are printed whole, however long they are.
    for (const row of copy.querySelectorAll('tbody tr')) {
      const { height } = row.getBoundingClientRect();
      const limit = getComputedStyle(row).display === 'table-row' ? tableRow : blockRow;
      if (height > limit) report(`a row is ${height} px high: ${describe(row)}`);
    }

    for (const text of copy.querySelectorAll('main :is(bdi, code, a[dir])')) {
      if (text.scrollWidth <= text.clientWidth || text.matches('[title], :has(+ button)')) continue;
      if (text.checkVisibility()) report(`a text is cut off, and nothing shows it whole: ${describe(text)}`);
    }

    for (const link of copy.querySelectorAll('.sidebar a'))
      if (link.scrollWidth > link.clientWidth) report(`a link is too wide: ${describe(link)}`);

    for (const field of width < 390 ? [] : copy.querySelectorAll<HTMLInputElement>('.search input')) {
      Object.assign(field, { type: 'text', value: field.placeholder });
      if (field.scrollWidth > field.clientWidth) report(`a placeholder is cut off: ${field.placeholder}`);
    }

    const range = copy.createRange();
    for (const root of copy.querySelectorAll('table, .id-list, .ranks')) {
      const texts = copy.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('caption, .visually-hidden')) continue;
        if (!text.parentElement?.checkVisibility()) continue;
        if (text.parentElement.getBoundingClientRect().width < 1)
          report(`a text has no width: ${text.textContent}`);
        for (const word of (text.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 8));
          if (Math.max(...tops) - Math.min(...tops) > 1) report(`a word is broken: ${word[0].slice(0, 30)}`);
        }
      }
    }

    const boxes = 'main :is(a, button, input, select, summary, textarea), main tr :is(bdi, code)';
    const controls = [...copy.querySelectorAll(boxes)]
      .filter(
        control =>
          !control.closest('.selection-bar, .visually-hidden, [popover]') && control.checkVisibility(),
      )
      .map(control => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .toSorted((one, other) => one.box.top - other.box.top);
    controls.forEach(({ control, box }, index) => {
      for (const other of controls.slice(index + 1)) {
        if (other.box.top >= box.bottom - 1) break;
        const isBeside = other.box.left >= box.right - 1 || other.box.right <= box.left + 1;
        const isWithin = control.contains(other.control) || other.control.contains(control);
        if (!isBeside && !isWithin) report(`${describe(control)} lies under ${describe(other.control)}`);
      }
    });
  }
  frame.remove();
  return found;
}

test.each([
  ['usual data', USUAL],
  ['hostile data', hostile.email],
])(
  'P301: rows keep their height, words stay whole and nothing overlaps from 320 to 1920 px: %s',
  async (_data, as) => {
    const page = await openPage(portal, { as, bypassCSP: true });
    const found: string[] = [];
    for (const [name, open] of Object.entries(pages)) {
      await open(page);
      await page.waitForLoadState();
      for (const [problem, at] of Object.entries(await page.evaluate(problemsAt, { ...limits, widths })))
        found.push(`${name}: ${problem}, at ${at.length} widths from ${at[0]} to ${at.at(-1)} px`);
    }
    expect(found).toEqual([]);
  },
);

/** Returns by how many pixels a page is too wide, in windows of four sizes. */
async function excessesOf(page: Page, name: string): Promise<string[]> {
  await page.waitForLoadState();
  const found: string[] = [];
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) found.push(`${name} at ${width}: by ${excess}`);
  }
  return found;
}

test('no page of a sign-in scrolls horizontally', async () => {
  // With JavaScript, the page submits its form before it is measured.
  const page = await openPage(portal, { at: '/login', javaScriptEnabled: false });
  const found = await excessesOf(page, 'the form');
  await page.getByLabel('Email Address').fill(hostile.email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByText('Check your inbox').waitFor();
  found.push(...(await excessesOf(page, 'the link is sent')));
  await page.goto(portal.latestLink(hostile.email));
  found.push(...(await excessesOf(page, 'the link')));
  const release = await holdRequests(page, '/dashboard');
  await page.getByRole('button', { name: 'Continue to the portal' }).click();
  await page.getByText('Sign-in Successful!').waitFor();
  found.push(...(await excessesOf(page, 'signed in')));
  await release();
  expect(found).toEqual([]);
});

const productPages = ['/dashboard', '/leads-capture', '/digital-business-cards', '/people'];
const otherPages = ['/leavers', '/compare', '/invite?for=cards', '/invite/cards', '/no-such-page'];

test.each([
  ['hostile data', hostile.email, otherPages],
  ['unusual scripts', UNUSUAL_SCRIPTS, productPages],
  ['no data', EMPTY, productPages],
])('no page or dialog scrolls horizontally: %s', async (_data, as, paths) => {
  const page = await openPage(portal, {
    as,
    javaScriptEnabled: false,
    expected: /status of 404|^status 404/,
  });
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    found.push(...(await excessesOf(page, path)));
  }
  await page.goto('/leads-capture');
  if (as !== EMPTY) {
    await page.getByRole('row').getByText('Deactivate').first().click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await excessesOf(page, 'the dialog')));
    await page.getByRole('button', { name: 'Revoke License' }).click();
    await page.locator('.toast').waitFor();
    found.push(...(await excessesOf(page, 'a toast')));
  }
  expect(found).toEqual([]);
});
