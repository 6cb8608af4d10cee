import { beforeEach, describe, expect, test } from '@jest/globals';
import * as faults from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review, selecting } from '../../support/browsers/removals';
import { cards, dana, licensesFor, scanner } from '../../support/data/accounts';
import { peopleForm } from '../../support/data/people-form';
import { openPortal, type TestPortal } from '../../support/portal/portal';

const company = dana({
  scanner: scanner({ licenses: licensesFor(30) }),
  ecard: cards({ cards: [{ code: 'c1', email: 'p1@acme.example', name: 'Pia' }] }),
});

/** Returns the status of the reply to a form, and the status of the page that it leads to. */
async function post(browser: NoJsBrowser, action: string, body: () => Response): Promise<readonly number[]> {
  let { status, headers } = await browser.postBody(action, body());
  // A search takes at most ten seconds, which may be too short on a busy machine (T56).
  for (let attempt = 1; status === 503 && attempt < 5; attempt++) {
    ({ status, headers } = await browser.postBody(action, body()));
  }
  return [status, headers.location === undefined ? 0 : (await browser.visit(headers.location)).status];
}

type Fields = [name: string, value: string][];
const form = (fields: Fields) => () => new Response(new URLSearchParams(fields));

const people =
  (list: string | null, text: string, file?: File): (() => Response) =>
  () =>
    peopleForm(text, list, file);

const ids = (count: number) => Array.from({ length: count }, (_, index) => `U-${index}`);

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `x${index}@x.example`).join('\n');

describe('P253 P378: every form of a removal leads to a page of its own, whatever it sends', () => {
  let portal: TestPortal;
  let browser: NoJsBrowser;
  beforeEach(async () => {
    ({ portal, browser } = await openPortal({ accounts: [company] }));
  });

  const reviewOf = async (count: number) => {
    await review(browser, ids(count));
    return browser.address;
  };

  test.each<[string, string, Fields]>([
    ['nothing', '', []],
    ['an unknown list', '?of=nothing&q=a', []],
    ['licenses', '?of=license', [['license', 'U-1']]],
    ['licenses and cards of leavers', '?of=leavers', [...selecting('license', ids(2)), ['card', 'c1']]],
    ['people', '?of=person', [['person', 'p1@acme.example']]],
    ['everything that matches', '?of=license&q=p1', [['all', '1']]],
    [
      'a question first',
      '?of=license',
      [
        ['license', 'U-0'],
        ['ask', '1'],
      ],
    ],
    [
      'IDs that no list has',
      '?of=card',
      [
        ['card', '\0'],
        ['card', 'x'.repeat(10_000)],
      ],
    ],
  ])('a selection of %s', async (_what, search, fields) => {
    expect(await post(browser, paths.reviewRemovals + search, form(fields))).toEqual([303, 200]);
  });

  test.each<[string, Fields]>([
    ['nothing', []],
    ['no address', [['people', 'nobody']]],
    ['too many', [['people', addresses(10_001)]]],
    ['people of the review', [['people', 'p1@acme.example']]],
    ['people of no review', [['people', 'stranger@x.example']]],
  ])('people to leave out: %s', async (_what, fields) => {
    const [, search] = (await reviewOf(3)).split('?');
    expect(await post(browser, `${paths.leaveOut}?${search}`, form(fields))).toEqual([303, 200]);
    expect(await post(browser, `${paths.leaveOut}?review=unknown`, form(fields))).toEqual([303, 200]);
    expect(await post(browser, paths.leaveOut, form(fields))).toEqual([303, 200]);
  });

  test.each<[string, number, Fields]>([
    ['nothing', 2, [['review', '']]],
    ['an unknown review', 2, [['review', 'unknown']]],
    ['other items than reviewed', 2, [['digest', 'x']]],
    ['a wrong number', 26, [['count', '25']]],
    ['the right number', 26, [['count', '26']]],
  ])('the confirmation of %s', async (_what, count, changes) => {
    await reviewOf(count);
    const { action, fields } = browser.form(`Revoke ${count} licenses`);
    const sent = form([...new Map([...Object.entries(fields), ...changes])]);
    expect(await post(browser, action, sent)).toEqual([303, 200]);
    expect(await post(browser, action, sent)).toEqual([303, 200]);
  });

  test.each<[string, () => Response]>([
    ['nothing', people('left', '')],
    ['no kind of list', people(null, 'p1@acme.example')],
    ['an unknown kind of list', people('up', 'p1@acme.example')],
    ['neither a kind of list nor a list', people(null, ' ')],
    ['no address', people('left', 'nobody')],
    ['too many addresses', people('left', addresses(10_001))],
    ['a saved email', people('left', '', new File(['MIME-Version: 1.0\n\np1@acme.example'], 'a.eml'))],
    ['a file that is too large', people('left', 'a', new File(['a'.repeat(1024 * 1024 + 1)], 'a.csv'))],
    ['an empty file', people('left', 'a', new File([], 'a.csv'))],
    ['a file that is not text', people('left', 'a', new File(['PK\u0003\u0004\0'], 'a.xlsx'))],
    ['an incomplete list of staff', people('stay', 'p1@acme.example\np2@acme')],
    ['people', people('left', 'p1@acme.example')],
    ['staff', people('stay', 'p1@acme.example')],
    ['a form of another type', form([['people', 'p1@acme.example']])],
  ])('a list with %s', async (_what, body) => {
    // A list that is not read is still in the form, with the reason.
    expect([
      [303, 200],
      [422, 0],
    ]).toContainEqual(await post(browser, paths.leavers, body));
  });

  test.each([paths.revokeLicense, paths.deactivateCard])('one row: %s', async path => {
    for (const fields of [{}, { licenseId: 'U-29', email: 'x@x.example' }, { cardId: 'c1' }]) {
      expect(await post(browser, path, form(Object.entries(fields)))).toEqual([303, 200]);
    }
  });

  test.each(['portalUsers', 'scannerStats', 'ecardStats'] as const)('without an answer of %s', async call => {
    const review = await reviewOf(2);
    const { action, fields } = browser.form('Revoke 2 licenses');
    portal.faults.on(call, faults.status(500));
    try {
      for (const [path, body] of [
        [`${paths.reviewRemovals}?of=license`, form([['license', 'U-1']])],
        [`${paths.reviewRemovals}?of=person`, form([['person', 'p1@acme.example']])],
        [paths.leavers, people('left', 'p1@acme.example')],
        [paths.leavers, people(null, 'p2@acme.example')],
        [`${paths.leaveOut}?${review.split('?')[1]}`, form([['people', 'p1@acme.example']])],
        [action, form(Object.entries(fields))],
        [
          paths.revokeLicense,
          form([
            ['licenseId', 'U-29'],
            ['email', 'p29@acme.example'],
          ]),
        ],
      ] as const) {
        expect([path, ...(await post(browser, path, body))]).toEqual([path, 303, 200]);
      }
    } finally {
      portal.faults.off();
    }
  });
});
