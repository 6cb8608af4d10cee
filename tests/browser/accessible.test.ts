import { beforeAll, expect, test } from '@jest/globals';
import { status } from '../../scripts/sandbox/faults';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { allRules, problemsOf } from '../support/browsers/axe';
import { compareExport, openPage, waitForClosedDialog } from '../support/browsers/chromium';
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
  ],
};
const mainAccountPages = [
  ...pages,
  '/leads-capture?q=nobody-is-called-this',
  '/digital-business-cards?nq=nothing&page=2',
  '/digital-business-cards?dialog=profile-data',
  '/leads-capture?activity=idle30',
  '/leads-capture?activity=lapsed30&last30=0',
  '/people?has=license-and-card',
  '/leavers',
  '/compare',
  '/invite?for=licenses',
  '/invite?for=cards',
  '/invite?for=cards&has=license-only',
  '/no-such-page',
];
const MISSING_PAGE = /status of 404|^status 404/;

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({
    accounts: seedAccounts().filter(({ email }) => email === mainAccount || email in otherAccounts),
  });
});

const openChecked = (options: { as?: string; at?: string }) =>
  openPage(portal, { ...options, bypassCSP: true, expected: MISSING_PAGE });

/** The pages that the HTML checker reads in the end, as they were sent. */
const htmlPages = new Map<string, string>();

test('axe finds no violation in any page, dialog or toast, in a wide light and a narrow dark window', async () => {
  const login = await openChecked({ at: '/login' });
  const found = await problemsOf(login, '/login');

  const page = await openChecked({ as: mainAccount });
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
  expect(found).toEqual([]);
});

test.each(Object.entries(otherAccounts))(
  'axe finds no violation for %s, in a wide light and a narrow dark window',
  async (email, pages) => {
    const page = await openChecked({ as: email });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      found.push(...(await problemsOf(page, path)));
    }
    expect(found).toEqual([]);
  },
);

test('axe finds no violation in the answers to forms: leavers, a comparison, a review, asking first, and a run', async () => {
  const page = await openChecked({ as: mainAccount, at: '/leavers' });
  const found: string[] = [];
  const check = async (what: string, isLoading = false) =>
    found.push(...(await problemsOf(page, what, allRules, isLoading)));
  /** Submits a form, and checks the page that it leads to. */
  const submit = async (form: string | (() => Promise<void>), what: string) => {
    const [response] = await Promise.all([
      page.waitForResponse(
        response => response.request().isNavigationRequest() && [200, 422].includes(response.status()),
      ),
      typeof form === 'string' ? page.getByRole('button', { name: form, exact: true }).click() : form(),
    ]);
    htmlPages.set(what, await response.text());
    await page.waitForLoadState();
    await check(what);
  };

  const find = 'Find their licenses and cards';
  await submit(find, 'no list');
  await page.getByLabel('People who have left').fill('zoe.dahl@northwind.example nobody@northwind.example');
  await submit(find, 'the answer about leavers');

  await page.goto('/compare');
  await submit(() => compareExport(page, 'name,phone\r\nAda,1\r\n'), 'a file that is no export');
  const exported = await (await page.request.get('/leads-capture/licenses.csv')).text();
  const earlier = exported.replace(/^[^,]+@/m, 'left@').replaceAll(/\d+$/gm, '0');
  await submit(() => compareExport(page, earlier), 'a comparison');

  await page.goto('/leads-capture?activity=idle30');
  await submit('Ask first', 'asking first');
  await page.goBack();
  await submit('Remove selected', 'the review of a removal');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fail = status(500);
  portal.faults.on('scannerRevoke', exchange => void released.then(() => fail(exchange)), { times: 3 });
  const running = submit('Revoke 25 Licenses', 'the outcome of a removal');
  // Each update replaces the count before it.
  await page.getByText('22 of 25 done').filter({ visible: true }).first().waitFor();
  await check('a run in progress', true);
  release();
  await running;
  await page.getByRole('heading', { name: '22 revoked, 3 failed', level: 1 }).waitFor();
  expect(found).toEqual([]);
});

test("the W3C's HTML checker finds no error in any page", async () => {
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
  for (const [path, parameter] of [
    ['/leads-capture', 'revoke'],
    ['/digital-business-cards', 'deactivate'],
  ] as const) {
    const list = await save(path, mainAccount);
    const dialogUrl = new RegExp(`href="([^"]*\\?${parameter}=[^"]*)"`).exec(list)?.[1] ?? '';
    expect(dialogUrl).not.toBe('');
    await save(dialogUrl.replaceAll('&amp;', '&'), mainAccount);
  }
  expect(htmlPages.size).toBeGreaterThan(50);
  expect(await checkHtml(htmlPages)).toBe('');
});
