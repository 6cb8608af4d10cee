import type { Locator, Page } from 'playwright-core';
import { paths } from '../shared/paths';
import { type PortalWithInbox, requestLink } from './sign-in';

type Arrange = (page: Page, portal: PortalWithInbox) => Promise<unknown>;

/** A page in one of its states. */
export interface Scene {
  readonly page: string;
  /** The documentation has a picture of `normal`. */
  readonly state: string;
  /** The signed-in account; undefined for pages without a session. */
  readonly email: string | undefined;
  readonly arrange: Arrange;
  /** Whether it overlays the page, so that only the viewport is captured; if transient, it is prepared for each picture. */
  readonly overlay?: 'lasting' | 'transient' | undefined;
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
const nobody = undefined;

type Upload = Exclude<Parameters<Locator['setInputFiles']>[0], string | readonly unknown[]>;

const picture: Upload = {
  name: 'leavers.png',
  mimeType: 'image/png',
  buffer: Buffer.from('89504e470d0a1a0a', 'hex'),
};

/** Two columns of addresses. */
const tableWithManagers = [
  'Name;Email;Manager',
  'Amelia Ortiz;amelia.ortiz@half-lit.example;ben.okafor@half-lit.example',
  'Zoe Schmidt;;ben.okafor@half-lit.example',
].join('\n');

const DIALOG = 'dialog[open], [role=dialog]';
const TOAST = '.toast';
const REVIEW = 'h1:text("Review removal")';

const reviewIdle = pressAt(`${paths.leadCapture}?activity=idle30`, /^Select all/, REVIEW);
const openProfileData = pressAt(paths.cards, 'Request All Profile Data', DIALOG);

/** Every page in every state. */
export const scenes: readonly Scene[] = [
  ...on('login', paths.login, [
    ['empty', nobody],
    ['link-sent', nobody, (page, portal) => requestLink(page, portal, noProduct)],
    ['link-not-sent', nobody, page => submitEmail(page, mailDown)],
    ['without-email', nobody, page => submitEmail(page, '')],
  ]),
  ...on('finish-sign-in', paths.finishSignIn, [
    ['email-needed', nobody, '?mode=signIn&apiKey=key&oobCode=code'],
    ['link-invalid', nobody],
    ['email-wrong', nobody, finishWithAnotherEmail],
    ['processing', nobody, stayProcessing],
    ['succeeded', nobody, staySucceeded],
  ]),
  ...on('dashboard', paths.dashboard, [
    ['normal', normal],
    ['one-product', leadCaptureOnly],
    ['no-access', noProduct],
    ['not-active', notActive],
    ['first-day', noneYet],
    ['few-available', idle],
    ['no-integrations', single],
    ['large-figures', large],
    ['lead-capture-down', scannerDown],
    ['cards-down', cardsDown],
    ['user-details-down', usersDown],
    ['long-names', longNames],
    ['without-name', nameless],
    ['loading', slow, openSkeleton(paths.dashboard), 'transient'],
    ['toast', actionsDown, pressAt(paths.dashboard, /^Request.*Licenses/, TOAST), 'transient'],
  ]),
  ...on('lead-capture', paths.leadCapture, [
    ['normal', normal],
    ['last-of-many-pages', large, '?page=3960'],
    ['page-3', normal, '?page=3'],
    ['sorted', normal, '?sort=leadsTotal&dir=asc'],
    ['search', normal, '?q=an&field=email'],
    ['nothing-found', normal, '?q=nobody-is-called-this'],
    ['few-available', idle],
    ['unused', idle, '?activity=idle30'],
    ['idle', idle, '?activity=lapsed30'],
    ['selected', idle, selectAt(`${paths.leadCapture}?activity=idle30`)],
    ['export-menu', normal, openExports(paths.leadCapture), 'lasting'],
    ['none-yet', noneYet],
    ['one-license', single],
    ['not-active', notActive],
    ['no-access', noProduct],
    ['backend-down', scannerDown],
    ['sparse-data', sparse],
    ['long-names', longNames],
    ['many-scripts', manyScripts],
    ['revoke-dialog', normal, pressAt(paths.leadCapture, 'Deactivate', DIALOG), 'lasting'],
    ['loading', slow, openSkeleton(paths.leadCapture), 'transient'],
    ['toast-success', leadCaptureOnly, pressAt(paths.leadCapture, /^Request.*Licenses/, TOAST), 'transient'],
    ['toast-error', actionsDown, pressAt(paths.leadCapture, /^Request.*Licenses/, TOAST), 'transient'],
    ['copied', normal, pressAt(paths.leadCapture, 'Copy corporate code', 'text=Copied!'), 'transient'],
  ]),
  ...on('people', paths.people, [
    ['normal', normal],
    ['card-only', normal, '?has=card-only'],
    ['selected', normal, selectAt(`${paths.people}?has=license-and-card`)],
    ['menu', normal, openMenu(paths.people), 'transient'],
    ['one-product', leadCaptureOnly],
    ['no-product', noProduct],
    ['none-yet', noneYet],
    ['cards-down', cardsDown],
    ['filter-unknown', cardsDown, '?has=card-only'],
    ['many-scripts', manyScripts],
  ]),
  ...on('invite', paths.invite, [
    ['normal', normal],
    ['cards', normal, '?for=cards'],
    ['without-card', normal, '?for=cards&has=license-only'],
    ['no-access', noProduct],
    ['backend-down', scannerDown],
  ]),
  ...on('leavers', paths.leavers, [
    ['form', withLeavers],
    [
      'problem',
      withLeavers,
      page => checkPeople(page, { text: 'dmitri.volkov@turnover.example', file: picture }),
    ],
    ['answer', withLeavers, checkLeavers],
    ['pasted-mail', withLeavers, checkMail],
    ['column-not-checked', scannerDown, page => checkPeople(page, { text: tableWithManagers })],
    ['ended', withLeavers, '?answer=unknown'],
    ['may-stay', withLeavers, checkStaff],
  ]),
  ...on('compare', paths.compare, [
    ['form', normal],
    [
      'problem',
      normal,
      page => compareExport(page, { ...picture, name: 'export.csv', buffer: Buffer.from('not an export') }),
    ],
    ['normal', normal, compareFair],
  ]),
  ...on('ask-first', paths.askFirst, [['question', idle, askIdle]]),
  ...on('removals', paths.reviewRemovals, [
    ['review', idle, reviewIdle],
    ['normal', withLeavers, reviewLeavers],
    // The last scene of its company, which has fewer licenses afterwards.
    ['run', withLeavers, removeLeavers],
  ]),
  ...on('cards', paths.cards, [
    ['normal', normal],
    ['page-3', normal, '?page=3&npage=2'],
    ['sorted', normal, '?sort=jobTitle&dir=asc&ndir=desc'],
    ['search', normal, '?q=sales&nq=c5'],
    ['nothing-found', normal, '?q=nobody-is-called-this&nq=no-such-card'],
    ['none-yet', noneYet],
    ['never-used', idle, '?activity=never'],
    ['selected', idle, selectAt(paths.cards)],
    ['export-menu', normal, openExports(paths.cards), 'lasting'],
    ['one-card', single],
    ['not-active', notActive],
    ['no-access', noProduct],
    ['backend-down', cardsDown],
    ['sparse-data', sparse],
    ['long-names', longNames],
    ['many-scripts', manyScripts],
    ['deactivate-dialog', normal, pressAt(paths.cards, 'Deactivate', DIALOG), 'lasting'],
    ['profile-data-dialog', normal, openProfileData, 'lasting'],
    ['loading', slow, openSkeleton(paths.cards), 'transient'],
    ['toast', normal, requestProfileData, 'transient'],
  ]),
  ...on('not-found', '/no-such-page', [
    ['signed-in', normal],
    ['signed-out', nobody],
  ]),
  ...on('error', '/leads-capture/licenses.csv', [['download-failed', scannerDown]]),
];

type State = readonly [
  state: string,
  email: string | undefined,
  queryOrArrange?: string | Arrange,
  overlay?: Scene['overlay'],
];

function on(name: string, path: string, states: readonly State[]): Scene[] {
  return states.map(([state, email, arranged = '', overlay]) => {
    const arrange: Arrange = typeof arranged === 'string' ? page => page.goto(path + arranged) : arranged;
    return { page: name, state, email, arrange, overlay };
  });
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

/** Presses a button or link, and waits for what follows. */
async function press(page: Page, name: string | RegExp, awaited: string): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  await page.locator(awaited).first().waitFor();
}

function pressAt(address: string, name: string | RegExp, awaited: string): Arrange {
  return async page => {
    await page.goto(address);
    await press(page, name, awaited);
  };
}

/** Ticks the first rows of a list. */
function selectAt(address: string): Arrange {
  return async page => {
    await page.goto(address);
    for (const row of [0, 2, 3]) await page.locator('tbody [type=checkbox]').nth(row).check();
  };
}

function openExports(address: string): Arrange {
  return pressAt(address, /^Export/, '[popover]:popover-open');
}

/** Opens the menu, which is a button on phones only. */
function openMenu(address: string): Arrange {
  return async page => {
    await page.goto(address);
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
  };
}

async function askIdle(page: Page, portal: PortalWithInbox): Promise<void> {
  await reviewIdle(page, portal);
  await press(page, 'Ask first', 'h1:text("Ask first")');
}

/** Answers the form about leavers, as one who uploads a file or pastes a text. */
async function checkPeople(
  page: Page,
  { isStaff = false, text, file }: { isStaff?: boolean; text?: string; file?: Upload | undefined },
): Promise<void> {
  await page.goto(isStaff ? `${paths.leavers}?direction=stay` : paths.leavers);
  if (text !== undefined) await page.locator('#people').fill(text);
  if (file) await page.getByLabel('Or a file').setInputFiles(file);
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.locator('[role=alert], a:text("Use another list")').first().waitFor();
}

/** The attachments of the account's emails in the inbox, the newest first. */
async function readAttachments(page: Page, email: string): Promise<Upload[]> {
  await page.goto(`/sandbox/inbox?to=${email}`);
  const links = await page.locator('a[download]').all();
  return Promise.all(
    links.map(async link => {
      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      const name = (await link.textContent())?.replace('Download ', '').trim() ?? '';
      return { name, mimeType: 'text/csv', buffer: await response.body() };
    }),
  );
}

async function checkLeavers(page: Page): Promise<void> {
  const [file] = await readAttachments(page, withLeavers);
  await checkPeople(page, { file });
}

/** Checks the text of HR's mail, whose addresses are not all those of leavers. */
async function checkMail(page: Page): Promise<void> {
  const mail = (await readAttachments(page, withLeavers)).at(-1);
  // Without the header that makes it the source of a mail.
  await checkPeople(page, { text: String(mail?.buffer).replace(/^(?:MIME|Content).*\r?\n/gm, '') });
}

async function checkStaff(page: Page): Promise<void> {
  const downloads = ['/leads-capture/licenses.csv', '/digital-business-cards/claimed-cards.csv'].map(path =>
    page.request.get(path),
  );
  const exported = (await Promise.all((await Promise.all(downloads)).map(file => file.text()))).join('\n');
  const staff = exported.match(/[^,\s]+@turnover\.example/g) ?? [];
  const text = staff.filter((_email, index) => index % 12 !== 5).join('\n');
  await checkPeople(page, { isStaff: true, text });
}

async function compareFair(page: Page): Promise<void> {
  const files = await readAttachments(page, normal);
  const [earlier] = files.toSorted((a, b) => a.name.localeCompare(b.name));
  if (earlier) await compareExport(page, earlier);
}

async function compareExport(page: Page, file: Upload): Promise<void> {
  await page.goto(`${paths.compare}?of=licenses`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('#compared, [role=alert]').first().waitFor();
}

async function reviewLeavers(page: Page): Promise<void> {
  await checkLeavers(page);
  await page.getByRole('link', { name: /^Select all/ }).click();
  await press(page, 'Review removal', REVIEW);
}

/** Removes what leavers have; the backend fails twice. */
async function removeLeavers(page: Page): Promise<void> {
  await reviewLeavers(page);
  const form = { call: 'scannerRevoke', fault: '500', times: '2', email: withLeavers };
  await page.request.post('/sandbox/faults', { form });
  await press(page, /^Revoke/, 'text=Download receipt');
}

async function requestProfileData(page: Page, portal: PortalWithInbox): Promise<void> {
  await openProfileData(page, portal);
  await press(page, 'Confirm', TOAST);
}
