import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import type { Cookie, Engine, EngineOptions, Key } from './engine';

// Without the first four, Chromium contacts Google's hosts at every start.
const CHROMIUM_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  '--no-sandbox',
];

/** An engine with the page of Puppeteer, for what only Chromium can do. */
export interface PuppeteerEngine extends Engine {
  readonly page: Page;
}

/** Starts Chromium, driven over its DevTools protocol. */
export async function startChromium(
  executablePath: string,
  { scripts, dark, folder, timeoutMs }: EngineOptions,
): Promise<PuppeteerEngine> {
  const browser = await launch({
    executablePath,
    args: CHROMIUM_ARGS,
    timeout: timeoutMs,
    protocolTimeout: timeoutMs,
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setJavaScriptEnabled(scripts);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  const downloads = await downloadFolder(folder);
  const devTools = await browser.target().createCDPSession();
  await devTools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  return puppeteerEngine(browser, page, downloads);
}

/** Starts Firefox, driven over WebDriver BiDi, in which scripts and colors are preferences of the browser. */
export async function startFirefox(
  executablePath: string,
  { scripts, dark, folder, timeoutMs }: EngineOptions,
): Promise<PuppeteerEngine> {
  const downloads = await downloadFolder(folder);
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    timeout: timeoutMs,
    protocolTimeout: timeoutMs,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'dom.ipc.processPrelaunch.enabled': false,
      'javascript.enabled': scripts,
      // Firefox draws each frame on the processor, and tests need few of them.
      'layout.frame_rate': 10,
      'ui.prefersReducedMotion': 1,
      'ui.systemUsesDarkTheme': dark ? 1 : 0,
    },
  });
  const [page = await browser.newPage()] = await browser.pages();
  return puppeteerEngine(browser, page, downloads);
}

async function downloadFolder(folder: string): Promise<string> {
  const downloads = join(folder, 'downloads');
  await mkdir(downloads, { recursive: true });
  return downloads;
}

function puppeteerEngine(browser: Browser, page: Page, downloads: string): PuppeteerEngine {
  const problems: string[] = [];
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => {
    problems.push(`exception: ${error instanceof Error ? error.message : error}`);
  });
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText ?? '';
    // The browser itself aborted it: the page was left before it had loaded, or was a download.
    if (!/(?:ABORTED|NS_ERROR_FAILURE)$/.test(reason)) problems.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', response => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  // In Firefox, Puppeteer's own promises of a navigation do not settle after a download: the caller looks at the page.
  const begin = async (navigation: Promise<unknown>) => void navigation.catch(() => {});
  return {
    page,
    problems,
    downloads,
    open: address => begin(page.goto(address)),
    // Not Puppeteer's own `goBack`, which may count from an entry that the page has just left.
    history: step => begin(page.evaluate(delta => history.go(delta), step)),
    evaluate: expression => page.evaluate(expression),
    movePointer: (x, y) => page.mouse.move(x, y),
    async click() {
      await page.mouse.down();
      await page.mouse.up();
    },
    type: text => page.keyboard.type(text),
    press: (key: Key) => page.keyboard.press(key),
    async upload(selector, path) {
      const field = await page.$(selector);
      if (field === null) throw new Error(`No field ${selector}`);
      await (field as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    async setCookies(cookies: readonly Cookie[], origin) {
      await browser.deleteCookie(...(await browser.cookies()));
      const { hostname } = new URL(origin);
      await browser.setCookie(...cookies.map(cookie => ({ ...cookie, domain: hostname, path: '/' })));
    },
    close: () => browser.close(),
  };
}
