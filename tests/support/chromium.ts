import { readFile } from 'node:fs/promises';
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
import { findChromium } from '../../scripts/chromium';

// Without them Chromium asks for Google's hosts at every start.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** How long anything that a test waits for may take, in milliseconds. */
const PATIENCE = 10_000;

let browser: Browser;
const open: { readonly context: BrowserContext; readonly problems: string[] }[] = [];

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('There is no Chromium. `npm test` installs one; or set CHROMIUM_PATH to its program.');
  }
  browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...QUIET] });
});

afterEach(async () => {
  const problems: string[] = [];
  for (const visit of open.splice(0)) {
    await visit.context.close();
    problems.push(...visit.problems);
  }
  expect(problems).toEqual([]);
});

afterAll(() => browser?.close());

export interface Visit {
  readonly page: Page;
  /** What nobody would notice: errors in the console, broken policies, requests that failed. */
  readonly problems: string[];
}

/**
 * Opens a new browser, without cookies. It is closed with the test, which fails if there were problems other than
 * the expected.
 */
export async function openPage(
  origin: string,
  { expected, ...options }: BrowserContextOptions & { expected?: RegExp } = {},
): Promise<Visit> {
  // Chromium reports a transition between pages as an exception when a quick next step, or another size, breaks it off.
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
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
    // The browser's own doing: the page was left before all of it was there, or turned out to be a download.
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) report(`status ${response.status()}: ${response.url()}`);
  });
  open.push({ context, problems });
  return { page, problems };
}

/** Follows a link to a CSV file: what it is called, and its rows without the headings. */
export async function download(
  page: Page,
  link: Locator,
): Promise<{ readonly name: string; readonly rows: string[][] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const rows: string[][] = parse(await readFile(await file.path()));
  return { name: file.suggestedFilename(), rows: rows.slice(1) };
}
