import { fileURLToPath } from 'node:url';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { ensureChromium } from './chromium';
import { openTemporarySandbox } from './sandbox/temporary';
import { signIn } from './sign-in';

// Prints Lighthouse scores of the main pages with its mobile settings, which simulate a slow phone and network.
const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['/login', '/dashboard', '/leads-capture', '/digital-business-cards'];
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const email = 'dana@northwind.example';

const executablePath = ensureChromium(root);
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const sandbox = await openTemporarySandbox(root);
const cookie = await openSession();
const chrome = await launch({ chromePath: executablePath, chromeFlags: flags });

const table: Record<string, Record<string, string>> = {};
for (const page of pages) {
  const result = await lighthouse(sandbox.origin + page, {
    port: chrome.port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    extraHeaders: { Cookie: cookie },
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${page}`);
  const { lhr } = result;
  table[page] = Object.fromEntries(
    categories.map(name => [name, String(Math.round((lhr.categories[name]?.score ?? 0) * 100))]),
  );
  for (const [name, audit] of Object.entries(lhr.audits)) {
    if (audit.score !== null && audit.score < 0.9)
      console.log(`${page}: ${name}: ${audit.title} ${audit.displayValue ?? ''}`);
  }
}
console.table(table);

chrome.kill();
await sandbox.close();
process.exit(0);

/** Returns the Cookie header of a session. */
async function openSession(): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: flags });
  const page = await browser.newPage({ baseURL: sandbox.origin });
  await signIn(page, sandbox, email);
  const cookies = await page.context().cookies();
  await browser.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
