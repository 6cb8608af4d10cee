import type { Page } from 'playwright-core';
import { paths } from '../shared/paths';
import { type PortalWithInbox, requestLink } from './sign-in';

/** A page in one of its states. */
export interface Scene {
  readonly page: string;
  readonly state: string;
  /** The signed-in account; undefined for pages without a session. */
  readonly email?: string;
  readonly arrange: (page: Page, portal: PortalWithInbox) => Promise<unknown>;
  /** Whether it overlays the page, so that only the viewport is captured. */
  readonly isOverlay?: boolean;
  /** Whether the documentation has a picture of it. */
  readonly isDocumented?: boolean;
  /** Whether the state is transient and has to be prepared for each picture. */
  readonly isTransient?: boolean;
}

// The sandbox's accounts, named after the states that they demonstrate.
const normal = 'dana@northwind.example';
const leadCaptureOnly = 'lena@alpine.example';
const noProduct = 'nina@newcomer.example';
const notActive = 'paul@unstarted.example';
const noneYet = 'iris@quiet.example';
const idle = 'ida@idle.example';
const withLeavers = 'hugo@turnover.example';
const single = 'vera@solo.example';
const large = 'mia@meridian.example';
const manyScripts = 'anna@polyglot.example';
const longNames = 'maximiliane.alexandra.von.hohenstein-oberkirch@longest-company.example';
const nameless = 'team@nameless.example';
const sparse = 'sparse@faults.example';
const scannerDown = 'scanner-down@faults.example';
const cardsDown = 'cards-down@faults.example';
const actionsDown = 'actions-down@faults.example';
const usersDown = 'users-down@faults.example';
const mailDown = 'mail-down@faults.example';
const slow = 'slow@faults.example';

const unusableLink = `${paths.finishSignIn}?mode=signIn&apiKey=key&oobCode=code`;

const open = (address: string) => (page: Page) => page.goto(address);

/** Every page in every state. */
export const scenes: readonly Scene[] = [
  { page: 'login', state: 'empty', arrange: open(paths.login) },
  { page: 'login', state: 'link-sent', arrange: (page, portal) => requestLink(page, portal, noProduct) },
  { page: 'login', state: 'link-not-sent', arrange: page => submitEmail(page, mailDown) },
  { page: 'login', state: 'without-email', arrange: page => submitEmail(page, '') },

  { page: 'finish-sign-in', state: 'email-needed', arrange: open(unusableLink) },
  { page: 'finish-sign-in', state: 'link-invalid', arrange: open(paths.finishSignIn) },
  { page: 'finish-sign-in', state: 'email-wrong', arrange: finishWithAnotherEmail },
  { page: 'finish-sign-in', state: 'processing', arrange: stayProcessing },
  { page: 'finish-sign-in', state: 'succeeded', arrange: staySucceeded },

  ...on('dashboard', paths.dashboard, [
    ['normal', normal],
    ['one-product', leadCaptureOnly],
    ['no-access', noProduct],
    ['not-active', notActive],
    ['few-available', idle],
    ['no-integrations', single],
    ['large-figures', large],
    ['lead-capture-down', scannerDown],
    ['cards-down', cardsDown],
    ['user-details-down', usersDown],
    ['long-names', longNames],
    ['without-name', nameless],
  ]),
  transient('dashboard', 'loading', slow, openSkeleton(paths.dashboard)),
  transient('dashboard', 'toast', actionsDown, requestLicenses(paths.dashboard)),

  ...on('lead-capture', paths.leadCapture, [
    ['normal', normal],
    ['last-of-many-pages', large, '?page=3960'],
    ['page-3', normal, '?page=3'],
    ['sorted', normal, '?sort=leadsTotal&dir=asc'],
    ['search', normal, '?q=ann&field=email'],
    ['nothing-found', normal, '?q=nobody-is-called-this'],
    ['few-available', idle],
    ['nothing-in-30-days', idle, '?activity=idle30&sort=leadsTotal&dir=asc'],
    ['page-selected', idle, '?activity=idle30&select=page'],
    ['none-yet', noneYet],
    ['one-license', single],
    ['not-active', notActive],
    ['no-access', noProduct],
    ['backend-down', scannerDown],
    ['sparse-data', sparse],
    ['long-names', longNames],
    ['many-scripts', manyScripts],
  ]),
  { page: 'removals', state: 'review', email: idle, arrange: reviewIdle },
  ...on('people', paths.people, [
    ['normal', normal],
    ['card-only', normal, '?has=card-only'],
    ['page-selected', normal, '?has=license-and-card&select=page'],
    ['one-product', leadCaptureOnly],
    ['no-product', noProduct],
    ['none-yet', noneYet],
    ['cards-down', cardsDown],
    ['filter-unknown', cardsDown, '?has=card-only'],
    ['many-scripts', manyScripts],
  ]),
  { page: 'ask-first', state: 'question', email: idle, arrange: askIdle },
  ...on('invite', paths.invite, [
    ['normal', normal],
    ['cards', normal, '?for=cards'],
    ['without-card', normal, '?for=cards&has=license-only'],
    ['no-access', noProduct],
    ['backend-down', scannerDown],
  ]),
  ...on('poster', paths.invitePoster, [['licenses', normal]]),
  ...on('hand-out', paths.handOutCards, [['cards', normal]]),
  { page: 'leavers', state: 'form', email: withLeavers, arrange: open(paths.leavers) },
  { page: 'leavers', state: 'problem', email: withLeavers, arrange: uploadPicture },
  { page: 'leavers', state: 'answer', email: withLeavers, arrange: checkLeavers },
  { page: 'leavers', state: 'pasted-mail', email: withLeavers, arrange: checkMail },
  { page: 'leavers', state: 'column-not-checked', email: scannerDown, arrange: checkTable },
  { page: 'leavers', state: 'ended', email: withLeavers, arrange: open(`${paths.leavers}?answer=unknown`) },
  { page: 'leavers', state: 'may-stay', email: withLeavers, arrange: checkStaff },
  {
    page: 'removals',
    state: 'review-of-leavers',
    email: withLeavers,
    arrange: reviewLeavers,
    isDocumented: true,
  },
  { page: 'compare', state: 'form', email: normal, arrange: open(paths.compare) },
  {
    page: 'compare',
    state: 'problem',
    email: normal,
    arrange: page => compareExports(page, ['not an export']),
  },
  { page: 'compare', state: 'normal', email: normal, arrange: compareFair },
  { page: 'compare', state: 'print', email: normal, arrange: printComparison },
  // The last scene of its company, which has fewer licenses afterwards.
  { page: 'removals', state: 'run', email: withLeavers, arrange: removeLeavers },
  overlay('lead-capture', 'revoke-dialog', normal, openDialog(paths.leadCapture, 'Deactivate')),
  transient('lead-capture', 'loading', slow, openSkeleton(paths.leadCapture)),
  transient('lead-capture', 'toast-success', leadCaptureOnly, requestLicenses(paths.leadCapture)),
  transient('lead-capture', 'toast-error', actionsDown, requestLicenses(paths.leadCapture)),
  transient('lead-capture', 'copied', normal, copyCode),

  ...on('cards', paths.cards, [
    ['normal', normal],
    ['page-3', normal, '?page=3&npage=2'],
    ['sorted', normal, '?sort=jobTitle&dir=asc&ndir=desc'],
    ['search', normal, '?q=sales&nq=c5'],
    ['nothing-found', normal, '?q=nobody-is-called-this&nq=no-such-card'],
    ['none-yet', noneYet],
    ['nothing-in-30-days', idle, '?activity=idle30'],
    ['page-selected', idle, '?select=page'],
    ['one-card', single],
    ['not-active', notActive],
    ['no-access', noProduct],
    ['backend-down', cardsDown],
    ['sparse-data', sparse],
    ['long-names', longNames],
    ['many-scripts', manyScripts],
  ]),
  overlay('cards', 'deactivate-dialog', normal, openDialog(paths.cards, 'Deactivate')),
  overlay('cards', 'profile-data-dialog', normal, openDialog(paths.cards, 'Request All Profile Data')),
  transient('cards', 'loading', slow, openSkeleton(paths.cards)),
  transient('cards', 'toast', normal, requestProfileData),

  { page: 'not-found', state: 'signed-in', email: normal, arrange: open('/no-such-page') },
  { page: 'not-found', state: 'signed-out', arrange: open('/no-such-page') },
  {
    page: 'error',
    state: 'download-failed',
    email: scannerDown,
    arrange: open('/leads-capture/licenses.csv'),
  },
];

type State = readonly [state: string, email: string, search?: string];

function on(page: string, path: string, states: readonly State[]): Scene[] {
  return states.map(([state, email, search = '']) => ({ page, state, email, arrange: open(path + search) }));
}

function overlay(page: string, state: string, email: string, arrange: Scene['arrange']): Scene {
  return { page, state, email, arrange, isOverlay: true };
}

function transient(...scene: Parameters<typeof overlay>): Scene {
  return { ...overlay(...scene), isTransient: true };
}

async function submitEmail(page: Page, email: string): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel('Email Address').fill(email);
  // Browsers do not submit the form without an email, so its validation is disabled.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await page.getByRole('alert').waitFor();
}

async function finishWithAnotherEmail(page: Page, portal: PortalWithInbox): Promise<void> {
  const link = await requestLink(page, portal, noProduct);
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('Email Address').fill(normal);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Sign-in Failed').waitFor();
}

async function stayProcessing(page: Page, portal: PortalWithInbox): Promise<void> {
  const link = await requestLink(page, portal, noProduct);
  // The script would submit the form at once.
  await page.route('**/assets/script-*', route => route.abort());
  await page.goto(link);
}

async function staySucceeded(page: Page, portal: PortalWithInbox): Promise<void> {
  // The page redirects after two seconds, and stays while the request is pending.
  await page.route(`**${paths.dashboard}`, () => {});
  await page.goto(await requestLink(page, portal, noProduct));
  await page.getByText('Sign-in Successful!').waitFor();
}

function openSkeleton(path: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Loading...').waitFor();
  };
}

function requestLicenses(path: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(path);
    await page
      .getByRole('button', { name: /Licenses/ })
      .first()
      .click();
    await page.locator('.toast').waitFor();
  };
}

async function reviewIdle(page: Page): Promise<void> {
  await page.goto(`${paths.leadCapture}?activity=idle30&select=page`);
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
}

async function askIdle(page: Page): Promise<void> {
  await reviewIdle(page);
  await page.getByRole('link', { name: 'Ask them first' }).click();
  await page.getByRole('heading', { name: 'Ask first' }).waitFor();
}

async function uploadPicture(page: Page): Promise<void> {
  await page.goto(paths.leavers);
  await page.getByLabel('People who have left').check();
  await page.getByLabel('Email addresses').fill('dmitri.volkov@turnover.example');
  const picture = {
    name: 'leavers.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
  };
  await page.getByLabel('Or a file').setInputFiles(picture);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('alert').waitFor();
}

/** Checks the list of leavers that is attached to a mail in the inbox. */
async function checkLeavers(page: Page): Promise<void> {
  await page.goto(`/sandbox/inbox?to=${withLeavers}`);
  const attachment = await page.locator('a[href$="/attachment"]').first().getAttribute('href');
  const buffer = await (await page.request.get(attachment ?? '')).body();
  await page.goto(paths.leavers);
  await page.getByLabel('People who have left').check();
  await page.getByLabel('Or a file').setInputFiles({ name: 'leavers.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('link', { name: 'Check another list' }).waitFor();
}

/** Checks a table with two columns of addresses. */
async function checkTable(page: Page): Promise<void> {
  const rows = [
    'Name;Email;Manager',
    'Amelia Ortiz;amelia.ortiz@half-lit.example;ben.okafor@half-lit.example',
  ];
  await page.goto(paths.leavers);
  await page.getByLabel('People who have left').check();
  await page
    .getByLabel('Email addresses')
    .fill([...rows, 'Zoe Schmidt;;ben.okafor@half-lit.example'].join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('link', { name: 'Check another list' }).waitFor();
}

/** Checks the text of HR's mail, whose addresses are not all those of leavers. */
async function checkMail(page: Page): Promise<void> {
  await page.goto(`/sandbox/inbox?to=${withLeavers}`);
  const attachment = await page.locator('a[href$="/attachment"]').last().getAttribute('href');
  const text = await (await page.request.get(attachment ?? '')).text();
  await page.goto(paths.leavers);
  await page.getByLabel('People who have left').check();
  // Without the header that makes it the source of a mail.
  await page.getByLabel('Email addresses').fill(text.replace(/^(?:MIME|Content).*\r?\n/gm, ''));
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('link', { name: 'Check another list' }).waitFor();
}

/** Compares the exports before and after a fair, which are in the inbox. */
async function compareFair(page: Page): Promise<void> {
  await page.goto(`/sandbox/inbox?to=${normal}`);
  const links = await page
    .getByRole('link', { name: /^Download licenses-export-/, includeHidden: true })
    .all();
  const files = await Promise.all(
    links.map(async link => {
      const [href, label] = await Promise.all([link.getAttribute('href'), link.textContent()]);
      return {
        name: label?.slice('Download '.length) ?? '',
        content: await (await page.request.get(href ?? '')).text(),
      };
    }),
  );
  const [before, after] = files.toSorted((a, b) => a.name.localeCompare(b.name));
  await compareExports(page, [before?.content, after?.content], [before?.name, after?.name]);
}

async function compareExports(
  page: Page,
  contents: readonly (string | undefined)[],
  names: readonly (string | undefined)[] = [],
): Promise<void> {
  await page.goto(paths.compare);
  const fields = await page.locator('input[type=file]').all();
  for (const [index, content] of contents.entries()) {
    const buffer = Buffer.from(content ?? '');
    await fields[index]?.setInputFiles({ name: names[index] ?? 'export.csv', mimeType: 'text/csv', buffer });
  }
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('.comparison-summary, [role=alert]').first().waitFor();
}

async function printComparison(page: Page): Promise<void> {
  await compareFair(page);
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('link', { name: 'Back to the comparison' }).waitFor();
}

async function checkStaff(page: Page): Promise<void> {
  const downloads = ['/leads-capture/licenses.csv', '/digital-business-cards/claimed-cards.csv'].map(path =>
    page.request.get(path),
  );
  const exported = (await Promise.all((await Promise.all(downloads)).map(file => file.text()))).join('\n');
  const staff = exported.match(/[^,\s]+@turnover\.example/g) ?? [];
  await page.goto(paths.leavers);
  await page.getByLabel('Current staff').check();
  await page.getByLabel('Email addresses').fill(staff.filter((_email, index) => index % 12 !== 5).join('\n'));
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('link', { name: 'Check another list' }).waitFor();
}

async function reviewLeavers(page: Page): Promise<void> {
  await checkLeavers(page);
  await page.getByRole('button', { name: 'Review selected' }).click();
  await page.getByRole('heading', { name: 'Review Removal' }).waitFor();
}

/** Removes what leavers have; the backend fails twice. */
async function removeLeavers(page: Page): Promise<void> {
  await reviewLeavers(page);
  const form = { call: 'scannerRevoke', fault: '500', times: '2', email: withLeavers };
  await page.request.post('/sandbox/faults', { form });
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('link', { name: 'Download receipt' }).waitFor();
}

function openDialog(path: string, link: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(path);
    await page.getByRole('link', { name: link }).first().click();
    await page.getByRole('dialog').waitFor();
  };
}

async function requestProfileData(page: Page): Promise<void> {
  await openDialog(paths.cards, 'Request All Profile Data')(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.locator('.toast').waitFor();
}

async function copyCode(page: Page): Promise<void> {
  await page.goto(paths.leadCapture);
  await page.getByLabel('Copy corporate code').click();
  await page.getByText('Copied!').waitFor();
}
