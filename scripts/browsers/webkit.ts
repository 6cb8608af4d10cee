import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, By, Key as WebDriverKey } from 'selenium-webdriver';
import { freePort } from '../ports';
import type { Engine, EngineOptions, Key } from './engine';

/** The programs that drive WebKitGTK. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

// The toolbar of the browser would keep its window wider than a phone.
const NARROW_TOOLBAR = `
* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; border-spacing: 0; }
image { -gtk-icon-transform: scale(0.1); }`;

const keys: Readonly<Record<Key, string>> = {
  Enter: WebDriverKey.ENTER,
  Escape: WebDriverKey.ESCAPE,
  Tab: WebDriverKey.TAB,
  Space: ' ',
};

/** Starts WebKitGTK's MiniBrowser on a virtual screen, driven over WebDriver. */
export async function startWebKit(
  programs: WebKitPrograms,
  { scripts, dark, folder, timeoutMs }: EngineOptions,
): Promise<Engine> {
  const downloads = join(folder, 'downloads');
  await mkdir(join(folder, 'gtk-3.0'), { recursive: true });
  await mkdir(downloads, { recursive: true });
  await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), NARROW_TOOLBAR);
  await writeFile(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);

  const screen = spawn(
    programs.display,
    ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
    },
  });
  const server = `http://127.0.0.1:${port}`;
  await untilAnswers(`${server}/status`, timeoutMs);
  const web = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: programs.browser,
        args: ['--automation', `--enable-javascript=${scripts}`],
      },
    })
    .build();
  // A navigation returns at once, and the caller looks at the page.
  await web.manage().setTimeouts({ pageLoad: timeoutMs, script: timeoutMs });

  return {
    problems: [],
    downloads,
    open: address => web.get(address),
    history: step => (step < 0 ? web.navigate().back() : web.navigate().forward()),
    evaluate: expression => web.executeScript(`return ${expression}`),
    async movePointer(x, y) {
      await web
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .perform();
    },
    async click() {
      await web.actions().click().perform();
    },
    async type(text) {
      await web.actions().sendKeys(text).perform();
    },
    async press(key) {
      await web.actions().sendKeys(keys[key]).perform();
    },
    async upload(selector, path) {
      await web.findElement(By.css(selector)).sendKeys(path);
    },
    async resize(width, height) {
      const window = web.manage().window();
      await window.setRect({ x: 0, y: 0, width, height });
      const [innerHeight = height] = await web.executeScript<number[]>('return [innerHeight]');
      // The rest is the toolbar.
      await window.setRect({ x: 0, y: 0, width, height: 2 * height - innerHeight });
    },
    picture: async () => Buffer.from(await web.takeScreenshot(), 'base64'),
    async setCookies(cookies, origin) {
      // WebDriver sets cookies of the page's host only.
      await web.get(`${origin}/healthz`);
      await web.manage().deleteAllCookies();
      for (const cookie of cookies) await web.manage().addCookie({ ...cookie, path: '/' });
    },
    async close() {
      await web.quit().catch(() => {});
      await Promise.all([stop(driver), stop(screen)]);
    },
  };
}

async function untilAnswers(address: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer !== undefined) return;
    if (Date.now() > deadline) throw new Error(`Nothing answers at ${address}`);
    await wait(50);
  }
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
