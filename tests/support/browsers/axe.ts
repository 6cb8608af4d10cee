import { type AxeResults, source as axeSource } from 'axe-core';
import type { Page } from 'puppeteer-core';

/** WCAG 2.2 AA and axe's best practices. */
export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about styles: the color scheme and the width decide, and the text of a page does not. */
export const appearanceRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Returns the violations of these rules that axe finds. The page has to bypass the CSP. */
export async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => Reflect.has(window, 'axe'));
  if (!isLoaded) await page.evaluate(axeSource);
  // A script cancels the refresh of this page, which is for browsers without scripts.
  const isRefreshed = (await page.$('[data-removal=running]')) !== null;
  const options = {
    runOnly: [...rules],
    rules: {
      // An experiment of axe, which is off by default.
      'label-content-name-mismatch': { enabled: true },
      'meta-refresh': { enabled: !isRefreshed },
    },
    resultTypes: ['violations'],
    preload: false,
  };
  return page.evaluate(async options => {
    const { run } = Reflect.get(window, 'axe') as { run: (...args: unknown[]) => Promise<AxeResults> };
    const result = await run(document, options);
    // An open menu covers the targets below it.
    const menu = document.querySelector('details[open] > .menu')?.getBoundingClientRect();
    const isCovered = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!menu || !box) return false;
      return box.left < menu.right && box.right > menu.left && box.top < menu.bottom && box.bottom > menu.top;
    };
    // The label of a link to a file is its format; the name of the file is a hint.
    return result.violations
      .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => ({ id, target: String(target), html })))
      .filter(({ id, target }) => id !== 'target-size' || !isCovered(target))
      .map(({ id, target, html }) => `${id} at ${target}: ${html}`)
      .filter(violation => !/^label-content-name-mismatch.* data-export=/.test(violation));
  }, options);
}
