import { type AxeResults, source as axeSource } from 'axe-core';
import type { Page } from 'puppeteer-core';

/** WCAG 2.2 AA and axe's best practices. */
export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose result depends on the color scheme or the width. */
export const appearanceRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** Returns what axe finds wrong with a page by these rules. The page has to bypass the CSP. */
export async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => Reflect.has(window, 'axe'));
  if (!isLoaded) await page.evaluate(axeSource);
  const options = {
    runOnly: [...rules],
    // The label of a link to a file is its format; the name of the file is a hint.
    rules: { 'label-content-name-mismatch': { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  };
  return page.evaluate(async options => {
    const { run } = Reflect.get(window, 'axe') as { run: (...args: unknown[]) => Promise<AxeResults> };
    const result = await run(document, options);
    return result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`));
  }, options);
}
