import { describe, expect, test } from '@jest/globals';
import { removalCalls } from '../../../scripts/sandbox/backend-calls';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import { countLine } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, claimedCards, dana, licenses, scanner } from '../../support/data/accounts';
import { deactivateCard, revokeLicense } from '../../support/data/actions';
import { openPortal } from '../../support/portal/portal';

const lists = [
  {
    ...revokeLicense,
    ...{ action: paths.revokeLicense, id: 'activated-licenses' },
  },
  {
    ...deactivateCard,
    ...{ action: paths.deactivateCard, id: 'claimed-cards' },
  },
];

describe.each(lists)('P209: after a removal from $page', ({ page, action, field, id }) => {
  async function signedIn(rows: number, environment = {}) {
    const account = dana({
      scanner: scanner({ licenses: licenses(rows) }),
      ecard: cards({ cards: claimedCards(rows) }),
    });
    return openPortal({ accounts: [account], environment });
  }

  /** Removes the row at this position of a page. Returns the headers of the response. */
  async function remove(rows: number, state: string, position: number, fault?: faults.Fault) {
    const { portal, browser } = await signedIn(rows);
    if (fault) portal.faults.on(removalCalls, fault);
    const { headers } = await removeRow(browser, state, position);
    return { headers, browser };
  }

  async function removeRow(browser: NoJsBrowser, state: string, position: number) {
    await browser.visit(page + state);
    const row = browser.$(`#${id} tbody tr`).get(position - 1);
    const removedId = browser.$('[type=checkbox]', row).attr('value') ?? '';
    const email = browser.$('[dir=ltr]', row).text();
    return browser.post(action + state, { [field]: removedId, email });
  }

  test.each([undefined, faults.status(500)])(
    'the redirect leads to the list, whether it succeeds or not',
    async fault => {
      const { headers } = await remove(60, '?page=2', 7, fault);
      expect(headers.location).toBe(`${page}?page=2#${id}`);
    },
  );

  test('the redirect leads to the list if the hourly limit is reached', async () => {
    const { browser } = await signedIn(60, { REMOVAL_LIMIT_PER_HOUR: '1' });
    await removeRow(browser, '?page=2', 7);
    const { headers } = await removeRow(browser, '?page=2', 7);
    expect(headers.location).toBe(`${page}?page=2#${id}`);
  });

  test('the list says so once, even if it was the only row that matched', async () => {
    const { browser } = await remove(3, '?activity=used30&q=2', 1);
    await browser.visit(`${page}?activity=used30&q=2`);
    expect(countLine(browser, `#${id}`)).toMatch(/^.+ Showing 0 of 2 results \(filtered from 2 total\)$/);
    await browser.reload();
    expect(countLine(browser, `#${id}`)).toBe('Showing 0 of 2 results (filtered from 2 total)');
  });

  test('the redirect leads to the list if the item is not in it', async () => {
    const { browser } = await signedIn(3);
    const { headers } = await browser.post(action, { [field]: 'not-there' });
    expect(headers.location).toBe(`${page}#${id}`);
  });
});

test('a URL with an item that is no longer in the list shows a notice', async () => {
  const { browser } = await openPortal({ at: '/leads-capture?revoke=not-there' });
  expect(browser.text('main [role=alert]')).toBe('This license is no longer in the list.');
  await browser.visit('/digital-business-cards?deactivate=not-there');
  expect(browser.text('main [role=alert]')).toBe('This card is no longer in the list.');
  await browser.visit('/leads-capture');
  expect(browser.has('main [role=alert]')).toBe(false);
});
