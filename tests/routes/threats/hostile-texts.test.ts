import { describe, expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { MEBIBYTE } from '../../../shared/units';
import { selecting } from '../../support/browsers/removals';
import { cards, dana, license, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

/** Enough that quadratic work would not end before the test times out. */
const LENGTH = 200_000;

/** Marks that normalization and collation must sort by their class: quadratic work if it is not limited. */
const marks = (pair: string) => pair.repeat(LENGTH / 2);

test.each([
  ['combining marks', marks('\u0301\u0323'), marks('\u0323\u0301')],
  ['kana marks', marks('\uFF9E\u0323'), marks('\u0323\uFF9E')],
])('T66: names of 200,000 %s are searched and sorted', async (_case, ...names) => {
  const people = names.map((name, index) => ({ code: `c${index}`, email: `p${index}@acme.example`, name }));
  const { browser } = await openPortal({
    at: '/digital-business-cards?q=acme&sort=name&dir=asc',
    accounts: [dana({ ecard: cards({ cards: people }) })],
  });
  expect(browser.rows('Claimed cards')).toHaveLength(2);
});

const HOSTILE = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe('T74: what a backend sends is bounded at the edge', () => {
  const hostileName = (index: number) => HOSTILE[index % HOSTILE.length] ?? '';
  const account = dana({
    company: 'C'.repeat(100_000),
    scanner: scanner({
      licensesPurchased: 1e308,
      licenses: Array.from({ length: 25 }, (_, index) =>
        license({
          appId: hostileName(index) + index,
          email: `p${index}@acme.example`,
          leadsTotal: 1e308,
          leadsLast30Days: index % 2 ? 1e308 : -1e308,
        }),
      ),
    }),
    ecard: cards({
      cards: Array.from({ length: 25 }, (_, index) => ({
        ...{ code: `c${index}`, email: `p${index}@acme.example` },
        name: index === 0 ? '😀'.repeat(MEBIBYTE / 4) : hostileName(index),
        title: '__proto__',
        activitiesTotal: 1e308,
        activitiesLast30Days: 1e308,
      })),
    }),
  });

  test.each([
    paths.dashboard,
    paths.leadCapture,
    paths.cards,
    paths.people,
    ...['constructor', '__proto__'].flatMap(name => [
      `${paths.people}?sort=${name}&dir=${name}&has=${name}&activity=${name}&${name}=1`,
      `${paths.leadCapture}?field=${name}&sort=${name}&activity=${name}&dialog=${name}`,
      `${paths.invite}?for=${name}&list=${name}&from=${name}`,
    ]),
  ])('%s is shown, and short', async path => {
    const { browser } = await openPortal({ accounts: [account] });
    for (const name of HOSTILE) browser.cookies.set(name, '1').set(`${name}.12345678`, '1');
    await browser.visit(path);
    expect(browser.status).toBe(200);
    expect(browser.text()).not.toMatch(/e\+\d|Infinity|NaN|undefined/);
    expect(browser.text('h1')).not.toBe('');
    expect(browser.text('main')).not.toContain('not available');
    expect(browser.response.text.length).toBeLessThan(MEBIBYTE);
  });

  test('a review counts them', async () => {
    const { browser } = await openPortal({ accounts: [account], at: paths.people });
    await browser.submit(
      `${paths.reviewRemovals}?of=person`,
      selecting('person', ['p0@acme.example', 'p1@acme.example']),
    );
    expect(browser.status).toBe(200);
    expect(browser.text('main')).toContain('1,000,000,000');
  });
});
