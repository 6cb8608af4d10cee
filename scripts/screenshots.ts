import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from './chromium';
import { openTemporarySandbox } from './sandbox/temporary';
import { type Scene, scenes } from './scenes';
import { signIn } from './sign-in';

// Pictures of every page in every state, for people to leaf through: screenshots/page--state--width--theme.png
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'screenshots');
const widths = [1440, 768, 390];
const themes = ['light', 'dark'] as const;
const HEIGHT = 900;

// Some accounts are pictured because their backends fail: what the portal logs about it is no news.
process.env.LOG_LEVEL ??= 'silent';
const executablePath = ensureChromium(root);
const sandbox = await openTemporarySandbox(root);
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] });
const sessions = new Map<string, Session>();

try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const scene of scenes) await picture(scene);
  console.log(`${(await readdir(folder)).length} pictures are in ${folder}`);
} finally {
  await browser.close();
  await sandbox.close();
}
process.exit(0);

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function picture(scene: Scene): Promise<void> {
  const storageState = scene.email === undefined ? undefined : await session(scene.email);
  const context = await newBrowser(storageState);
  const page = await context.newPage();
  if (!scene.fleeting) await scene.arrange(page, sandbox);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      if (scene.fleeting) await scene.arrange(page, sandbox);
      await shoot(page, scene, `${String(width).padStart(4, '0')}--${colorScheme}`);
    }
  }
  await context.close();
}

async function shoot(page: Page, { page: name, state, inFront }: Scene, look: string): Promise<void> {
  const path = join(folder, `${name}--${state}--${look}.png`);
  await page.screenshot({ path, fullPage: !inFront, animations: 'disabled', caret: 'hide' });
}

/** Each account signs in once. */
async function session(email: string): Promise<Session> {
  const known = sessions.get(email);
  if (known) return known;
  const context = await newBrowser();
  await signIn(await context.newPage(), sandbox, email);
  const fresh = await context.storageState();
  await context.close();
  sessions.set(email, fresh);
  return fresh;
}

function newBrowser(storageState?: Session): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: sandbox.origin,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
    ...(storageState && { storageState }),
  });
}
