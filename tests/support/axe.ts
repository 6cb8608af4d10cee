import { type AxeResults, source as axeSource } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe finds wrong with a page: WCAG 2.2 AA and its best practices. The context has to bypass the CSP. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { run } = Reflect.get(window, 'axe') as { run: (...args: unknown[]) => Promise<AxeResults> };
    const result = await run(document, { runOnly: rules });
    return result.violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(' ')}`,
    );
  });
}
