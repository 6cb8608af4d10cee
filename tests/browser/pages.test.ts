import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { CDPSession, Page } from 'puppeteer-core';
import { type State, shownAccounts, states } from '../../scripts/browsers/states';
import type { Tab } from '../../scripts/browsers/tab';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { allRules, appearanceRules, violations } from '../support/browsers/axe';
import {
  hardToTouch,
  keepFiveRows,
  look,
  withoutEdge,
  wrongAtAnyWidth,
  wrongInTheDark,
} from '../support/browsers/looks';
import { checkHtml } from '../support/browsers/nu';
import { errorPages, openChromium } from '../support/browsers/tabs';
import { enter, measureAtWidths, walkedParts } from '../support/browsers/walk';
import { calledFunctions, componentsOf } from '../support/programs/coverage';
import { temporaryFolder } from '../support/programs/project';
import { type ServedPortal, servePortal } from '../support/programs/server';

let portal: ServedPortal;
/** The folder of the coverage of the portal's server. */
let coverage: string;
let tab: Tab;
let page: Page;
let devTools: CDPSession;
let user: string | undefined;

/** The documents that the page has received, as they were sent. */
const documents: Promise<string>[] = [];
/** The last document of each state. */
const sent = new Map<string, string>();

beforeAll(async () => {
  coverage = await temporaryFolder();
  portal = await servePortal({
    accounts: seedAccounts().filter(({ email }) => shownAccounts.includes(email)),
    settings: { NODE_V8_COVERAGE: coverage },
    nodeArgs: ['--import', resolve('tests/support/programs/report-coverage.mjs')],
  });
  ({ tab, page } = await openChromium(portal.origin, { except: errorPages }));
  devTools = await page.createCDPSession();
  await page.setBypassCSP(true);
  page.on('response', response => {
    if (response.request().isNavigationRequest() && !response.headers().location)
      documents.push(response.text());
  });
});

async function visit(state: State): Promise<void> {
  const { name, as, show } = state;
  if (as !== user || as === undefined) await enter(portal, tab, as);
  user = as;
  await look(devTools, { width: 1440 });
  await show(tab);
  sent.set(name, (await documents.at(-1)) ?? '');
  const found = await measureAtWidths(tab, state);
  await look(devTools, { width: 1440 });
  await page.evaluate(keepFiveRows);
  const hasNewParts = walkedParts.includes(state);
  if (hasNewParts) {
    found.push(...(await wrongInParts()));
    await look(devTools, { width: 1440 });
  }
  expect(await tab.read(() => document.querySelectorAll('[style]').length)).toBe(0);
  found.push(...(await wrongAtAnyWidth(page, devTools, hasNewParts)));
  expect(found).toEqual([]);
}

/** Returns the faults of the parts of the page that other states have, too. */
async function wrongInParts(): Promise<string[]> {
  const found = await violations(page, allRules);
  await look(devTools, { width: 1440, forcedColors: true });
  found.push(...(await page.evaluate(withoutEdge)));
  for (const width of [1024, 390]) {
    await look(devTools, { width, dark: true, touch: true });
    found.push(...(await page.evaluate(hardToTouch)).map(control => `${control} (${width} px wide)`));
  }
  found.push(...(await page.evaluate(wrongInTheDark)));
  const dark = await violations(page, appearanceRules);
  if (dark.length === 0) return found;
  // A row that a bar at the edge of the window covers is free at the other end of the page.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const atEnd = await violations(page, appearanceRules);
  return [...found, ...dark.filter(violation => atEnd.includes(violation)).map(each => `dark: ${each}`)];
}

test.each(walkedParts)(
  'axe finds nothing, everything is in place, and fingers reach everything at every width: $name',
  visit,
);

test('the states that every engine shows together have every component of the pages', async () => {
  portal.servers[0].signal('SIGUSR2');
  const called = await calledFunctions(coverage);
  const missing = (await componentsOf('views')).filter(name => !called.has(name));
  // A skeleton is replaced before it can be measured: skeleton.test.ts shows it. Browsers get no link preview.
  const skeletons = ['Lines', 'ListSkeleton', 'PanelsSkeleton', 'SkeletonPage'];
  expect(missing.toSorted()).toEqual([...skeletons, 'LinkPreviewPage'].toSorted());
});

test.each(states.filter(state => !walkedParts.includes(state)))(
  'everything is in place at many widths: $name',
  visit,
);

test("the W3C's HTML checker finds no error in any page", async () => {
  expect([...sent].filter(([, html]) => !html.includes('</html>'))).toEqual([]);
  expect(await checkHtml(sent)).toBe('');
});
