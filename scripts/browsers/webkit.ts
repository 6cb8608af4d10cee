import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../system/ports';
import type { Engine, EngineOptions, Key } from './engine';
import { WebDriverSession } from './webdriver';

/** The programs that drive WebKitGTK. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

const INTERVAL_MS = 30;

// The toolbar of the browser would keep its window wider than a phone.
const NARROW_TOOLBAR = `
* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; border-spacing: 0; }
image { -gtk-icon-transform: scale(0.1); }`;

/** The characters that stand for keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keys: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
};

/** How many commands fit into the timeout: the driver never answers some commands that a navigation ends. */
const COMMANDS_IN_TIMEOUT = 6;

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
      // A virtual screen has no graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      MESA_SHADER_CACHE_DISABLE: 'true',
    },
  });
  const server = `http://127.0.0.1:${port}`;
  await untilAnswers(`${server}/status`, timeoutMs);
  const session = await WebDriverSession.start(
    server,
    {
      browserName: 'MiniBrowser',
      // Each navigation returns at once, and the caller looks at the page: the driver does not notice the end of some.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': {
        binary: programs.browser,
        args: [
          '--automation',
          `--enable-javascript=${scripts}`,
          // Over HTTPS, WebKit keeps none of the portal's pages in it, because they are sent with no-store.
          '--enable-page-cache=false',
        ],
      },
    },
    { startMs: timeoutMs, commandMs: timeoutMs / COMMANDS_IN_TIMEOUT },
  );
  const evaluate = (expression: string) =>
    session.post('execute/sync', { script: `return ${expression}`, args: [] });
  const point = (...actions: readonly object[]) =>
    session.post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  const strike = (characters: string) =>
    session.post('actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...characters].flatMap(value => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });

  return {
    problems: [],
    downloads,
    open: async address => void (await session.post('url', { url: address })),
    history: async step => void (await session.post(step < 0 ? 'back' : 'forward')),
    evaluate,
    movePointer: async (x, y) =>
      void (await point({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })),
    click: async () =>
      void (await point({ type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })),
    type: async text => void (await strike(text)),
    press: async key => void (await strike(keys[key])),
    async upload(selector, path) {
      const found = (await session.post('element', { using: 'css selector', value: selector })) as object;
      await session.post(`element/${Object.values(found)[0]}/value`, { text: path });
    },
    async resize(width, height) {
      await session.post('window/rect', { x: 0, y: 0, width, height });
      const innerHeight = Number(await evaluate('innerHeight'));
      // The rest is the toolbar.
      await session.post('window/rect', { x: 0, y: 0, width, height: 2 * height - innerHeight });
    },
    async picture() {
      // The driver waits for the next frame, and a page that stands still draws none.
      await evaluate('void document.documentElement.animate({ opacity: [1, 0.999] }, 5000)');
      return Buffer.from(String(await session.get('screenshot')), 'base64');
    },
    async setCookies(cookies, origin) {
      // WebDriver sets cookies of the page's host only.
      const address = `${origin}/healthz`;
      await session.post('url', { url: address });
      while ((await evaluate('location.href').catch(() => {})) !== address) await wait(INTERVAL_MS);
      // One by one: the command that deletes all of them answers before they are gone, and may delete the ones that are set next.
      const present = (await session.get('cookie')) as readonly { readonly name: string }[];
      for (const { name } of present) await session.delete(`cookie/${encodeURIComponent(name)}`);
      for (const cookie of cookies) await session.post('cookie', { cookie: { ...cookie, path: '/' } });
    },
    async close() {
      await session.delete().catch(() => {});
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
    await wait(INTERVAL_MS);
  }
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
