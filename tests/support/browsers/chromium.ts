import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { browserCookies } from '../../../scripts/sign-in';
import type { ServedPortal } from '../programs/server';
import { patience } from '../time/patience';
import { sharedChromium } from './shared-chromium';

let browser: Browser;
const open: { readonly context: BrowserContext; readonly problems: string[] }[] = [];

beforeAll(async () => {
  browser = await chromium.connect(sharedChromium());
});

afterEach(async () => {
  const problems: string[] = [];
  for (const visit of open.splice(0)) {
    await visit.context.close();
    problems.push(...visit.problems);
  }
  expect(problems).toEqual([]);
});

// Closes the connection only.
afterAll(() => browser?.close());

interface PageOptions extends BrowserContextOptions {
  /** The page that it visits. */
  readonly at?: string;
  /** The email address of the administrator who has signed in, if anybody. */
  readonly as?: string;
  /** Problems that the test expects. */
  readonly expected?: Pick<RegExp, 'test'>;
}

/**
 * Opens a page in a new browser context, which is closed after the test. The test fails on problems that no assertion
 * would notice: console errors, policy violations, failed requests. A session comes from plain HTTP, which takes a tenth
 * of the time; tests of signing in do it in Chromium.
 */
export async function openPage(
  portal: Pick<ServedPortal, 'origin' | 'sessionOf'>,
  { at, as, expected, ...options }: PageOptions = {},
): Promise<Page> {
  const { origin } = portal;
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patience(3000));
  const page = await context.newPage();
  const problems: string[] = [];
  const report = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) report(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => report(`exception: ${error.message}`));
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText;
    // The browser itself aborted it: the page was left before it had loaded, or was a download.
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) report(`status ${response.status()}: ${response.url()}`);
  });
  open.push({ context, problems });
  if (as !== undefined) await context.addCookies(browserCookies(await portal.sessionOf(as), origin));
  if (at !== undefined) await page.goto(at);
  return page;
}

/**
 * Holds the requests of a page for a path until the returned function is called, so that a page that redirects by itself,
 * as after a sign-in, stays until the test has checked it.
 */
export async function holdRequests(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const continued: Promise<void>[] = [];
  await page.route(path, route => {
    continued.push(released.then(() => route.continue()));
  });
  return async () => {
    release();
    await Promise.all(continued);
    await page.unroute(path);
  };
}

/**
 * Waits until a dialog is closed. Closing it calls history.back(), which is asynchronous and would also close a dialog
 * that is opened in the meantime.
 */
export async function waitForClosedDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForURL(({ searchParams }) =>
    ['revoke', 'deactivate', 'dialog'].every(name => !searchParams.has(name)),
  );
}

/** Compares an earlier export of licenses with the present list. */
export async function compareExport(page: Page, content: string): Promise<void> {
  const file = { name: 'licenses-export-2026-10-01.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Compare with today' }).click();
}

/** Follows a link to a CSV file once the page has loaded. Returns the file's name, and its rows without the headings. */
export async function download(
  page: Page,
  link: Locator,
): Promise<{ readonly name: string; readonly rows: string[][] }> {
  await page.waitForLoadState();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const rows: string[][] = parse(await buffer(await file.createReadStream()));
  return { name: file.suggestedFilename(), rows: rows.slice(1) };
}
