import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { signIn } from '../../scripts/sign-in';
import { allRules, rulesOfAppearance, violations } from '../support/axe';
import { openPage } from '../support/chromium';
import { checkHtml } from '../support/nu';
import { type RealPortal, startRealPortal } from '../support/server';

// Together, these accounts show every state of every page.
const mainAccount = 'dana@northwind.example';
const otherAccounts = [
  'nina@newcomer.example',
  'paul@unstarted.example',
  'iris@quiet.example',
  'scanner-down@faults.example',
  'cards-down@faults.example',
];
const emails = [mainAccount, ...otherAccounts];
const pages = ['/dashboard', '/leads-capture', '/digital-business-cards'];
const mainAccountPages = [
  ...pages,
  '/leads-capture?q=nobody-is-called-this',
  '/digital-business-cards?nq=nothing&page=2',
  '/digital-business-cards?dialog=profile-data',
  '/leads-capture?activity=idle30&select=page',
  '/leavers',
  '/no-such-page',
];
const appearances = [
  { colorScheme: 'light', width: 1440, rules: allRules },
  { colorScheme: 'dark', width: 390, rules: rulesOfAppearance },
] as const;
const MISSING_PAGE = /status of 404|^status 404/;

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal({
    accounts: seedAccounts().filter(account => emails.includes(account.email)),
  });
});

test('axe finds no violation in any page, dialog or toast, in a wide light and a narrow dark window', async () => {
  const { page, check, found } = await openChecked();
  await page.goto('/login');
  await check('/login');
  await signIn(page, portal, mainAccount);
  for (const path of mainAccountPages) {
    await page.goto(path);
    await check(path);
  }
  for (const path of ['/leads-capture', '/digital-business-cards']) {
    await page.goto(path);
    await page.getByText('Deactivate').first().click();
    await page.getByRole('dialog').waitFor();
    await check(`the dialog of ${path}`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    // Closing the dialog goes back in the history, which would abort a navigation.
    await page.waitForURL(url => url.search === '');
  }
  await page.getByRole('button', { name: 'Request Licenses' }).click();
  await page.locator('.toast').waitFor();
  await check('a toast');
  expect(found).toEqual([]);
});

test.each(otherAccounts)(
  'axe finds no violation for %s, in a wide light and a narrow dark window',
  async email => {
    const { page, check, found } = await openChecked();
    await signIn(page, portal, email);
    for (const path of pages) {
      await page.goto(path);
      await check(path);
    }
    expect(found).toEqual([]);
  },
);

/** Opens a page. Returns it with a function that runs axe on it, and the violations found. */
async function openChecked() {
  const { page } = await openPage(portal.origin, { bypassCSP: true, expected: MISSING_PAGE });
  const found: string[] = [];
  const check = async (what: string) => {
    for (const { colorScheme, width, rules } of appearances) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      for (const violation of await violations(page, rules))
        found.push(`${what}, ${colorScheme}, ${width}: ${violation}`);
    }
  };
  return { page, check, found };
}

test("the W3C's HTML checker finds no error in any page", async () => {
  const { page } = await openPage(portal.origin, { expected: MISSING_PAGE });
  const folder = await mkdtemp(join(tmpdir(), 'portal-pages-'));
  const save = async (name: string, html: string) => writeFile(join(folder, `${name}.html`), html);
  const fetchHtml = async (path: string) => (await page.request.get(path)).text();

  await save('login', await fetchHtml('/login'));
  await save('bad-link', await fetchHtml('/finishsignup'));
  await save('confirm', await fetchHtml('/finishsignup?mode=signIn&apiKey=k&oobCode=c'));
  for (const email of emails) {
    await page.context().clearCookies();
    await signIn(page, portal, email);
    for (const [index, path] of (email === mainAccount ? mainAccountPages : pages).entries())
      await save(`${email}-${index}`, await fetchHtml(path));
  }

  await page.context().clearCookies();
  await signIn(page, portal, mainAccount);
  for (const parameter of ['revoke', 'deactivate']) {
    const list = await fetchHtml(parameter === 'revoke' ? '/leads-capture' : '/digital-business-cards');
    const dialogUrl = new RegExp(`href="([^"]*\\?${parameter}=[^"]*)"`).exec(list)?.[1] ?? '';
    expect(dialogUrl).not.toBe('');
    await save(`dialog-${parameter}`, await fetchHtml(dialogUrl.replaceAll('&amp;', '&')));
  }

  const errors = checkHtml(folder);
  await rm(folder, { recursive: true });
  expect(errors).toBe('');
});
