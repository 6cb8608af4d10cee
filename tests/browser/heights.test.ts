import { beforeAll, expect, test } from '@jest/globals';
import type { Tab } from '../../scripts/browsers/tab';
import { button, containing } from '../../scripts/browsers/tab';
import { seedAccounts } from '../../scripts/sandbox/seed';
import { USUAL } from '../../scripts/states';
import { openTab } from '../support/browsers/tabs';
import { servePortal } from '../support/programs/server';

let tab: Tab;
beforeAll(async () => {
  const portal = await servePortal({ accounts: seedAccounts().filter(({ email }) => email === USUAL) });
  tab = await openTab(portal.origin, 'chromium');
  await tab.use(await portal.sessionOf(USUAL));
});

const firstRow = () =>
  tab.read(() => (document.querySelector('main tbody tr')?.getBoundingClientRect().top ?? 0) + scrollY);

test.each(
  ['/leads-capture', '/digital-business-cards', '/people'].flatMap(path => [
    [path, 1440, 560],
    [path, 390, 750],
    [`${path}?activity=idle30`, 1440, 560],
    [`${path}?activity=idle30`, 390, 750],
  ]),
)('the first row of %s in a window of %d px begins above %d px', async (path, width, limit) => {
  await tab.size(Number(width));
  await tab.go(String(path));
  expect(await firstRow()).toBeGreaterThan(300);
  expect(await firstRow()).toBeLessThan(Number(limit));
});

test('the dashboard is at most 1,110 px high on a phone', async () => {
  await tab.size(390);
  await tab.go('/dashboard');
  expect(await tab.read(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1110);
});

test.each([
  ['/dashboard', 'main section:first-of-type button[type=submit]'],
  ['/leads-capture', 'main .page-head button[type=submit]'],
])('nothing moves when %s says that licenses were requested', async (path, request) => {
  const places = () =>
    tab.read(() => [...document.querySelectorAll('main > *')].map(part => part.getBoundingClientRect().top));
  await tab.size(1440);
  await tab.go(path);
  const before = await places();
  if ((await tab.count(containing(request, 'Request Licenses'))) > 0) {
    await tab.follow(containing(request, 'Request Licenses'));
    await tab.go(path);
  }
  await tab.see(containing('main p', 'Requested today'));
  expect(await places()).toEqual(before);
  expect(await tab.count(button('Request Licenses'))).toBeLessThanOrEqual(1);
});
