import { expect, test } from '@jest/globals';
import { cards, dana } from '../../support/data/accounts';
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
