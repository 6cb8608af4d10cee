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

// Together they show every state of every page.
const busy = 'dana@northwind.example';
const others = [
  'nina@newcomer.example',
  'paul@unstarted.example',
  'iris@quiet.example',
  'scanner-down@faults.example',
  'cards-down@faults.example',
];
const emails = [busy, ...others];
const pages = ['/dashboard', '/leads-capture', '/digital-business-cards'];
const pagesOfTheBusy = [
  ...pages,
  '/leads-capture?q=nobody-is-called-this',
  '/digital-business-cards?nq=nothing&page=2',
  '/digital-business-cards?dialog=profile-data',
  '/leads-capture?activity=idle30&select=page',
  '/leavers',
  '/no-such-page',
];
const looks = [
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

test('axe finds nothing to mend in any page, dialog or toast, in light and wide, in dark and narrow', async () => {
  const { page, check, found } = await openChecked();
  await page.goto('/login');
  await check('/login');
  await signIn(page, portal, busy);
  for (const path of pagesOfTheBusy) {
    await page.goto(path);
    await check(path);
  }
  for (const path of ['/leads-capture', '/digital-business-cards']) {
    await page.goto(path);
    await page.getByText('Deactivate').first().click();
    await page.getByRole('dialog').waitFor();
    await check(`the dialog of ${path}`);
    await page.getByRole('link', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: 'Request Licenses' }).click();
  await page.locator('.toast').waitFor();
  await check('a toast');
  expect(found).toEqual([]);
});

test.each(others)('axe finds nothing to mend for %s, in light and wide, in dark and narrow', async email => {
  const { page, check, found } = await openChecked();
  await signIn(page, portal, email);
  for (const path of pages) {
    await page.goto(path);
    await check(path);
  }
  expect(found).toEqual([]);
});

/** Returns a browser, and a function that runs axe on a page. */
async function openChecked() {
  const { page } = await openPage(portal.origin, { bypassCSP: true, expected: MISSING_PAGE });
  const found: string[] = [];
  const check = async (what: string) => {
    for (const { colorScheme, width, rules } of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      for (const violation of await violations(page, rules))
        found.push(`${what}, ${colorScheme}, ${width}: ${violation}`);
    }
  };
  return { page, check, found };
}

test("W3C's checker finds no error in any page", async () => {
  const { page } = await openPage(portal.origin, { expected: MISSING_PAGE });
  const folder = await mkdtemp(join(tmpdir(), 'portal-pages-'));
  const keep = async (name: string, html: string) => writeFile(join(folder, `${name}.html`), html);
  const fetched = async (path: string) => (await page.request.get(path)).text();

  await keep('login', await fetched('/login'));
  await keep('bad-link', await fetched('/finishsignup'));
  await keep('confirm', await fetched('/finishsignup?mode=signIn&apiKey=k&oobCode=c'));
  for (const email of emails) {
    await page.context().clearCookies();
    await signIn(page, portal, email);
    for (const [index, path] of (email === busy ? pagesOfTheBusy : pages).entries())
      await keep(`${email}-${index}`, await fetched(path));
  }

  await page.context().clearCookies();
  await signIn(page, portal, busy);
  for (const parameter of ['revoke', 'deactivate']) {
    const list = await fetched(parameter === 'revoke' ? '/leads-capture' : '/digital-business-cards');
    const address = new RegExp(`href="([^"]*\\?${parameter}=[^"]*)"`).exec(list)?.[1] ?? '';
    expect(address).not.toBe('');
    await keep(`dialog-${parameter}`, await fetched(address.replaceAll('&amp;', '&')));
  }

  const errors = checkHtml(folder);
  await rm(folder, { recursive: true });
  expect(errors).toBe('');
});
