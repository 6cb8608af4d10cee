import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { column, sortBy } from '../../support/browsers/lists';
import { dana, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, shownIds } from '../../support/portal/product-lists';

const NOON = Date.parse('2026-03-09T12:00:00Z');

const license = (appId: string, leadsTotal: number, activationDate: string | null = null) => ({
  ...{ appId, email: `${appId}@acme.example`, leadsLast30Days: 0, leadsTotal, activationDate },
});

async function openList(search: string) {
  const licenses = [
    license('few', 1),
    license('many', 30),
    license('new', 0, '2026-02-20T08:00:00Z'),
    license('old', 0, '2026-01-20'),
  ];
  const accounts = [dana({ scanner: scanner({ licenses }) })];
  const { browser } = await openPortal({ accounts, at: paths.leadCapture + search, now: NOON });
  return browser;
}

test.each([
  ['?activity=used30', ['new']],
  ['?activity=lapsed30', ['many', 'few']],
  ['?activity=never', ['old']],
  ['?activity=idle30', ['many', 'few', 'old']],
  ['?activity=idle30&dir=asc', ['old', 'few', 'many']],
  // All have 0, so their addresses order them.
  ['?activity=idle30&sort=leadsLast30Days', ['few', 'many', 'old']],
])('P410 P414: a new license is used, and unused ones are sorted by all time: %s', async (search, ids) => {
  expect(shownIds(await openList(search), activatedLicenses)).toEqual(ids);
});

test.each([
  ['', 0],
  ['?activity=lapsed30', 2],
  ['?activity=lapsed30&sort=leadsLast30Days', 0],
  ['?activity=never', 0],
])('P414: bars compare figures only where somebody has any: %s', async (search, count) => {
  expect((await openList(search)).$('tbody .bar')).toHaveLength(count);
});

test('P87 P414: the heading of leads of the last 30 days sorts unused licenses, too', async () => {
  const browser = await openList('?activity=idle30');
  for (const [search, order] of [
    ['?activity=idle30&sort=leadsLast30Days', 'descending'],
    ['?activity=idle30&sort=leadsLast30Days&dir=asc', 'ascending'],
  ]) {
    await sortBy(browser, 'Activated licenses', 'Leads last 30');
    expect(browser.address.split('#')[0]).toBe(paths.leadCapture + search);
    expect(column(browser, 'Activated licenses', 'Leads last 30').order).toBe(order);
  }
});
