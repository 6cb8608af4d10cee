import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { KIBIBYTE } from '../../../shared/units';
import { cards, claimedCards, dana, licensesFor, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const SIGN_IN_LINK = `${paths.finishSignIn}?mode=signIn&apiKey=a&oobCode=b`;

const account = dana({
  scanner: scanner({ licensesPurchased: 100, licenses: licensesFor(60) }),
  ecard: cards({
    licensesPurchased: 200,
    cards: [...claimedCards(60), ...Array.from({ length: 60 }, (_, index) => ({ code: `a${index}` }))],
  }),
});

/** As long as a request line may be: characters that take more as HTML, and a word that finds everything. */
const texts = ['"', '&', '<', 'a+', '%22'].map(text => text.repeat(Math.floor(14_000 / text.length)));

test.each([
  paths.dashboard,
  paths.leadCapture,
  paths.cards,
  paths.people,
  paths.compare,
  SIGN_IN_LINK,
  '/none',
])('P132 T86: %s repeats at most 64 KB of its address', async path => {
  const { browser } = await openPortal({ accounts: [account], at: path });
  const { length } = browser.response.text;
  const start = path.includes('?') ? `${path}&` : `${path}?`;
  for (const text of texts) {
    for (const query of [`q=${text}`, `q=${text.slice(0, 7000)}&nq=${text.slice(0, 7000)}`]) {
      const page = await browser.get(start + query);
      expect(page.text.length - length).toBeLessThan(64 * KIBIBYTE);
    }
  }
});

test.each([paths.login, SIGN_IN_LINK])('T86: %s repeats at most 64 KB of its form', async path => {
  const { portal } = await openPortal({ as: null });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const form = new Response(`email=${'"'.repeat(15_000)}`, { headers });
  const page = await portal.browser().postBody(path, form);
  expect([page.status, page.text.length < 64 * KIBIBYTE]).toEqual([400, true]);
});
