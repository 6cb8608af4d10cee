import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from './programs';
import { openTemporarySandbox } from './sandbox/run';
import { type Scene, scenes } from './scenes';
import { browserCookies } from './sign-in';

// Takes pictures of every page in every state: screenshots/page--state--width--theme.png
// With --only=page, or --only=page--state, only those. With --docs, only the pictures in the documentation:
// docs/page-theme.webp
const { values: options } = parseArgs({
  options: { docs: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const root = join(import.meta.dirname, '..');
const folder = join(root, 'screenshots');
const widths = [1440, 1280, 1024, 768, 390];
const themes = ['light', 'dark'] as const;
const VIEWPORT_HEIGHT = 900;

const docs = join(root, 'docs');
const documented = scenes.filter(({ state }) => state === 'normal');
const DOCS_SIZE = { width: 1440, height: 960 };
const DOCS_QUALITY = 38;

// Some scenes show failing backends, whose errors need not be logged.
process.env.LOG_LEVEL ??= 'silent';
// Without the cache, a slow page is slow in each of its pictures.
process.env.STATS_CACHE_MB ??= '0';
const executablePath = ensureChromium(root);
const sandbox = await openTemporarySandbox(root);
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] });
type Cookies = Parameters<BrowserContext['addCookies']>[0];
const sessions = new Map<string, Cookies>();

try {
  if (options.docs) {
    for (const scene of documented) {
      if (options.only === '' || options.only === scene.page) await pictureForDocs(scene);
    }
  } else {
    const wanted = scenes.filter(({ page, state }) => `${page}--${state}--`.startsWith(`${options.only}--`));
    const chosen = options.only === '' ? scenes : wanted;
    if (options.only === '') await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const scene of chosen) await picture(scene);
    console.log(`${(await readdir(folder)).length} pictures are in ${folder}`);
  }
} finally {
  await browser.close();
  await sandbox.close();
}
process.exit(0);

async function picture(scene: Scene): Promise<void> {
  const { context, page } = await openFor(scene);
  if (scene.overlay !== 'transient') await scene.arrange(page, sandbox);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: VIEWPORT_HEIGHT });
      if (scene.overlay === 'transient') await scene.arrange(page, sandbox);
      await shoot(page, scene, `${String(width).padStart(4, '0')}--${colorScheme}`);
    }
  }
  await context.close();
}

async function shoot(page: Page, { page: name, state, overlay }: Scene, look: string): Promise<void> {
  const path = join(folder, `${name}--${state}--${look}.png`);
  await page.screenshot({ path, fullPage: overlay === undefined, animations: 'disabled', caret: 'hide' });
}

/** Converts a picture to WebP, which Playwright cannot write: a third of the size of PNG. */
async function pictureForDocs(scene: Scene): Promise<void> {
  const { context, page } = await openFor(scene);
  await page.setViewportSize(DOCS_SIZE);
  await scene.arrange(page, sandbox);
  const devTools = await context.newCDPSession(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    const { data } = await devTools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: DOCS_QUALITY,
    });
    const path = join(docs, `${scene.page}-${colorScheme}.webp`);
    await writeFile(path, Buffer.from(data, 'base64'));
    console.log(`${path}: ${((await stat(path)).size / 1000).toFixed(0)} KB`);
  }
  await context.close();
}

async function openFor({ email }: Scene): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: sandbox.origin,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
  });
  if (email !== undefined) await context.addCookies(await session(email));
  return { context, page: await context.newPage() };
}

/** The cookies of an account, which signs in once. */
async function session(email: string): Promise<Cookies> {
  const cookies = sessions.get(email) ?? browserCookies(await sandbox.signIn(email), sandbox.origin);
  sessions.set(email, cookies);
  return cookies;
}
