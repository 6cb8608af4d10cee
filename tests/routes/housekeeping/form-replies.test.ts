import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { review, selecting } from '../../support/browsers/removals';
import { cards, dana, licensesFor, scanner } from '../../support/data/accounts';
import { listForm } from '../../support/data/list-form';
import { openPortal } from '../../support/portal/portal';

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

const ids = (count: number) => Array.from({ length: count }, (_, index) => `U-${index}`);

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `x${index}@x.example`).join('\n');

test('P253 P378: every form of a removal leads to a page of its own, whatever it sends', async () => {
  const { portal, browser } = await openPortal({ accounts: [company] });
  await review(browser, ids(26));
  const reviewed = browser.address.split('?')[1] ?? '';
  const { action, fields } = browser.form('Revoke 26 licenses');
  const confirmation = (changes: Record<string, string>) => Object.entries({ ...fields, ...changes });
  const selections: readonly (readonly [string, Fields])[] = [
    ['', []],
    ['?of=nothing&q=a', []],
    ['?of=compare&list=unknown', [...selecting('license', ids(2)), ['card', 'c1']]],
    ['?of=compare&list=unknown', [['all', '1']]],
    ['?of=person', [['person', 'p1@acme.example']]],
    ['?of=license&q=p1', [['all', '1']]],
    ['?of=card', selecting('card', ['\0', 'x'.repeat(10_000)])],
  ];
  const texts = ['', 'nobody', addresses(10_001), 'p1@acme.example', 'stranger@x.example'];
  for (const [address, sent] of [
    ...selections.map(([search, chosen]) => [paths.reviewRemovals + search, chosen] as const),
    ...[`?${reviewed}`, '?review=unknown', ''].flatMap(search =>
      texts.map(text => [paths.leaveOut + search, [['people', text]] as Fields] as const),
    ),
    [action, confirmation({ review: '' })],
    [action, confirmation({ review: 'unknown' })],
    [action, confirmation({ digest: 'x' })],
    [action, confirmation({ count: '25' })],
    [paths.revokeLicense, []],
    [paths.deactivateCard, selecting('cardId', ['c1'])],
  ] as const) {
    const answers = await post(browser, address, form([...sent]));
    expect([address, sent.slice(0, 1), answers]).toEqual([address, sent.slice(0, 1), [303, 200]]);
  }
  expect(portal.removals()).toEqual([]);
});

test.each<[string, () => Response]>([
  ['no list', () => listForm(' ')],
  ['a saved email', () => listForm(new File(['MIME-Version: 1.0\n\np1@acme.example'], 'a.eml'))],
  ['a file that is too large', () => listForm(new File(['a'.repeat(10 * 1024 * 1024 + 1)], 'a.csv'))],
  ['a file that is not text', () => listForm(new File(['PK\u0003\u0004\0'], 'a.xlsx'))],
  ['a form of another type', form([['text', 'p1@acme.example']])],
])('P378: a list with %s is read, or the form is shown again', async (_what, body) => {
  const { browser } = await openPortal({ accounts: [company] });
  expect([
    [303, 200],
    [422, 0],
  ]).toContainEqual(await post(browser, paths.compare, body));
});
