import { expect, test } from '@jest/globals';
import { cards, dana } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { longestTurn } from '../../support/time/longest-turn';

/** Runs of marks took a hundred times as long as other texts. */
const TIMES_HARMLESS = 10;

/** A pause that is never too long, in milliseconds of processor time. */
const FLOOR_MS = 20;

/** Marks that normalization and collation must sort by their class: quadratic work if it is not limited. */
const marks = (length: number, pair = '\u0301\u0323') => pair.repeat(length / 2);

test.each([
  ['combining marks', marks(64_000), marks(64_000, '\u0323\u0301')],
  ['kana marks', marks(64_000, '\uFF9E\u0323'), marks(64_000, '\u0323\uFF9E')],
])('T66: a name of 64,000 %s does not delay searching and sorting', async (_case, ...names) => {
  const pauseFor = async (hostile: readonly string[]) => {
    const people = hostile.map((name, index) => ({ code: `c${index}`, email: `${name}@acme.example`, name }));
    const { browser } = await openPortal({
      at: '/digital-business-cards',
      accounts: [dana({ ecard: cards({ cards: people }) })],
    });
    const pause = await longestTurn(() => browser.visit('/digital-business-cards?q=acme&sort=name&dir=asc'));
    expect(browser.rows('Claimed cards')).toHaveLength(2);
    return pause;
  };
  const harmless = await pauseFor(['ł'.repeat(64_000), 'đ'.repeat(64_000)]);
  expect(await pauseFor(names)).toBeLessThan(TIMES_HARMLESS * Math.max(FLOOR_MS, harmless));
});
