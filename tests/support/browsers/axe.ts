import { type AxeResults, source as axeSource } from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA and axe's best practices. */
export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose result depends on the color scheme or the width. */
const appearanceRules = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

/** They have the same markup as the rows before them. */
const FURTHER_ROWS = 'tbody tr:nth-child(n+6)';

/**
 * Returns what axe finds wrong with a page in a wide light and a narrow dark window, as `what`. Leaves five rows in each
 * table, unless the page is still loading. The context has to bypass the CSP.
 */
export async function problemsOf(
  page: Page,
  what: string,
  narrowRules: readonly string[] = appearanceRules,
  isLoading = false,
): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width, rules } of [
    { colorScheme: 'light', width: 1440, rules: allRules },
    { colorScheme: 'dark', width: 390, rules: narrowRules },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    // A page that is streamed loads until it is complete.
    if (!isLoading) {
      await page.waitForLoadState();
      await page.locator(FURTHER_ROWS).evaluateAll(rows => {
        for (const row of rows) row.remove();
      });
    }
    for (const violation of await violations(page, rules))
      found.push(`${what}, ${colorScheme}, ${width}: ${violation}`);
  }
  return found;
}

async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => Reflect.has(window, 'axe'));
  if (!isLoaded) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ runOnly, exclude }) => {
      const { run } = Reflect.get(window, 'axe') as { run: (...args: unknown[]) => Promise<AxeResults> };
      const result = await run({ exclude }, { runOnly, resultTypes: ['violations'], preload: false });
      return result.violations.map(
        ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(' ')}`,
      );
    },
    { runOnly: rules, exclude: [FURTHER_ROWS] },
  );
}
