import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChromium } from './browsers/puppeteer';
import { pictures, type State, states } from './browsers/states';
import { named, Tab } from './browsers/tab';
import { openTemporarySandbox } from './sandbox/run';
import { ensureChromium } from './system/programs';
import { temporaryFolder } from './system/temporary-folder';

// Takes pictures of every page in every state: screenshots/STATE--WIDTH--THEME.png
// With --only=TEXT, only states with this text in their name. With --docs, the pictures in the documentation:
// docs/NAME-THEME.png, set in Inter (Debian's fonts-inter).
const { values: options } = parseArgs({
  options: { docs: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const root = join(import.meta.dirname, '..');
const folder = join(root, options.docs ? 'docs' : 'screenshots');
const widths = [1440, 1280, 1024, 768, 390];
const themes = ['light', 'dark'] as const;
const DOCS_HEIGHT = 960;
const TIMEOUT_MS = 30_000;

// Some states show failing backends, whose errors need not be logged.
process.env.LOG_LEVEL ??= 'silent';
const folderOfBrowser = temporaryFolder('portal-pictures');
if (options.docs) process.env.FONTCONFIG_FILE = await writeFontSettings(folderOfBrowser);
const sandbox = await openTemporarySandbox(root);
const engine = await startChromium(ensureChromium(root), {
  scripts: true,
  dark: false,
  folder: folderOfBrowser,
  timeoutMs: TIMEOUT_MS,
});
const tab = new Tab(engine, sandbox.origin, TIMEOUT_MS);
const sessions = new Map<string, string>();

const chosen = (options.docs ? pictures : states).filter(({ name }) => name.includes(options.only));
if (!options.docs && options.only === '') await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const state of chosen) await takePictures(state);
console.log(
  `${(await readdir(folder)).filter(file => file.endsWith('.png')).length} pictures are in ${folder}`,
);
await engine.close();
await sandbox.close();
process.exit(0);

async function takePictures({ name, as, show }: State): Promise<void> {
  await tab.use(as === undefined ? '' : await sessionOf(as));
  await tab.size(1440);
  await show(tab);
  for (const width of options.docs ? [1440] : widths) {
    await tab.size(width, options.docs ? DOCS_HEIGHT : undefined);
    const isOpen = (await tab.count(named('dialog[open], :popover-open, .split [open]'))) > 0;
    // A menu is opened in its window.
    if (isOpen) await show(tab);
    for (const theme of themes) {
      await engine.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      const look = options.docs ? `-${theme}` : `--${String(width).padStart(4, '0')}--${theme}`;
      const path = join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}${look}.png`) as `${string}.png`;
      await engine.page.screenshot({ path, fullPage: !isOpen && !options.docs });
    }
  }
}

/** Settings of fontconfig that use Inter as the font of the system. */
async function writeFontSettings(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf');
  const matches = ['system-ui', 'sans-serif', 'sans'].map(
    family =>
      `<match target="pattern"><test name="family"><string>${family}</string></test>` +
      '<edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit></match>',
  );
  await writeFile(
    file,
    `<fontconfig><include>/etc/fonts/fonts.conf</include>${matches.join('')}</fontconfig>`,
  );
  return file;
}

/** The Cookie header of an account, which signs in once. */
async function sessionOf(email: string): Promise<string> {
  const cookie = sessions.get(email) ?? (await sandbox.signIn(email));
  sessions.set(email, cookie);
  return cookie;
}
