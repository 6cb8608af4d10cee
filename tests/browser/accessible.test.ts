import { beforeAll, expect, test } from '@jest/globals';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { problemsOf } from '../support/browsers/axe';
import { openPage, waitForClosedDialog } from '../support/browsers/chromium';
import { checkHtml } from '../support/browsers/nu';
import { type ServedPortal, servePortal } from '../support/programs/server';

const pages = ['/dashboard', '/leads-capture', '/digital-business-cards', '/people'];
// Together, these accounts show every state of every page.
const mainAccount = 'dana@northwind.example';
const otherAccounts = {
  'nina@newcomer.example': pages,
  'paul@unstarted.example': pages,
  'iris@quiet.example': pages,
  'scanner-down@faults.example': ['/dashboard', '/leads-capture', '/people'],
  'cards-down@faults.example': [
    '/dashboard',
    '/digital-business-cards',
    '/people',
    '/people?has=card-only',
    '/invite?for=cards',
    '/invite/cards?rows=5',
  ],
};
const mainAccountPages = [
  ...pages,
  '/leads-capture?q=nobody-is-called-this',
  '/digital-business-cards?nq=nothing&page=2',
  '/digital-business-cards?dialog=profile-data',
  '/leads-capture?activity=idle30&select=page',
  '/leads-capture?activity=lapsed30&last30=0',
  '/people?has=license-and-card&select=page',
  '/leavers',
  '/compare',
  '/invite?for=licenses',
  '/invite?for=cards',
  '/invite?for=cards&has=license-only',
  '/invite/poster?for=licenses',
  '/invite/cards?rows=5',
  '/no-such-page',
];
const MISSING_PAGE = /status of 404|^status 404/;

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    accounts: seedAccounts().filter(({ email }) => email === mainAccount || email in otherAccounts),
  });
});

test('axe finds no violation in any page, dialog or toast, in a wide light and a narrow dark window', async () => {
  const login = await openPage(portal, { at: '/login', bypassCSP: true });
  const found = await problemsOf(login, '/login');

  const page = await openChecked(mainAccount);
  const check = async (what: string) => found.push(...(await problemsOf(page, what)));
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
    await waitForClosedDialog(page);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await check('the menu of a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Request Licenses' }).click();
  // It would disappear after five seconds.
  await page.locator('.toast').hover();
  await check('a toast');
  expect(await page.locator('.toast').isVisible()).toBe(true);

  await page.goto('/leads-capture?activity=idle30&select=page');
  await page.getByRole('button', { name: 'Revoke selected' }).click();
  await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
  await check('the review of a removal');
  await page.getByRole('button', { name: 'Revoke 25 Licenses' }).click();
  await page.getByText('Download receipt').waitFor();
  await check('the outcome of a removal');
  expect(found).toEqual([]);
});

test.each(Object.entries(otherAccounts))(
  'axe finds no violation for %s, in a wide light and a narrow dark window',
  async (email, pages) => {
    const page = await openChecked(email);
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      found.push(...(await problemsOf(page, path)));
    }
    expect(found).toEqual([]);
  },
);

const openChecked = (as: string) => openPage(portal, { as, bypassCSP: true, expected: MISSING_PAGE });

test("the W3C's HTML checker finds no error in any page", async () => {
  const htmlPages = new Map<string, string>();
  const save = async (path: string, email?: string) => {
    const cookie = email === undefined ? '' : await portal.sessionOf(email);
    const html = await (await fetch(portal.origin + path, { headers: { cookie } })).text();
    htmlPages.set(`${email ?? 'signed out'} ${path}`, html);
    return html;
  };

  await save('/login');
  await save('/finishsignup');
  await save('/finishsignup?mode=signIn&apiKey=k&oobCode=c');
  for (const [email, paths] of Object.entries({ [mainAccount]: mainAccountPages, ...otherAccounts })) {
    for (const path of paths) await save(path, email);
  }

  for (const parameter of ['revoke', 'deactivate']) {
    const list = await save(
      parameter === 'revoke' ? '/leads-capture' : '/digital-business-cards',
      mainAccount,
    );
    const dialogUrl = new RegExp(`href="([^"]*\\?${parameter}=[^"]*)"`).exec(list)?.[1] ?? '';
    expect(dialogUrl).not.toBe('');
    await save(dialogUrl.replaceAll('&amp;', '&'), mainAccount);
  }

  expect(await checkHtml(htmlPages)).toBe('');
});
