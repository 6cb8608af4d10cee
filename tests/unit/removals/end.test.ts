import { expect, test } from '@jest/globals';
import { presentEnd } from '../../../server/pages/removals/present-job';
import type { RemovalItem } from '../../../server/removals/items';
import type { Outcome } from '../../../server/removals/outcomes';
import type { Job } from '../../../server/removals/state';
import { paths } from '../../../shared/paths';

const item = (id: string): RemovalItem => ({
  ...{ productKey: 'license', id, email: `${id}@acme.example`, name: '' },
  ...{ jobTitle: '', recentActivity: 0, totalActivity: 0, isUsed: false, activatedOn: 0 },
});

/** A removal that has ended with these outcomes; null for items that were not started. */
const jobOf = (outcomes: readonly (Outcome | null)[], change: Partial<Job> = {}): Job => ({
  ...{
    companyKey: 'acme',
    entities: { license: 'acme' },
    source: { of: 'person' },
    startedBy: 'dana@acme.example',
  },
  items: outcomes.map((_, index) => item(`u${index}`)),
  results: outcomes.map(outcome => outcome && { outcome, at: 0 }),
  ...{ inFlight: [], stage: 'done', isSettled: true, updatedAt: 0, endedAt: 0 },
  ...change,
});

function endOf(...job: Parameters<typeof jobOf>) {
  const { content, ...head } = presentEnd(
    jobOf(...job),
    { id: 'id', query: {} },
    { helpUrl: 'https://help.example', now: 0 },
  );
  if (content.state !== 'done') throw new Error('It has not ended');
  return { ...head, ...content };
}

test.each<[outcome: Outcome | null, text: string, action: string]>([
  [{ type: 'failed', reason: 403 }, 'Failed to revoke license', 'Try again'],
  [{ type: 'unknown', reason: 500 }, 'Not known: no list to check', 'Check again'],
  [{ type: 'failed', reason: 'still listed' }, 'Failed: it is still listed', 'Try again'],
  [{ type: 'unknown', reason: 'timeout' }, 'Not known: the service did not answer in time', 'Check again'],
  [
    { type: 'changed', email: 'b@acme.example' },
    'Changed since the review: b@acme.example has it now',
    'Show',
  ],
  [{ type: 'changed' }, 'Changed since the review: used again', 'Show'],
  [null, 'Not started', 'Try again'],
])('P248: %j is still open, with what can be done about it', (outcome, text, label) => {
  const { openItems, title } = endOf([outcome, { type: 'removed' }, { type: 'gone' }]);
  expect(title).toBe('1 of 3 people removed');
  expect(openItems?.count).toBe('1');
  const cells = openItems?.groups.flatMap(({ rows }) => rows.map(row => row.cells));
  expect(cells?.map(({ result, action }) => [result?.marks?.[0]?.text, action?.action?.label])).toEqual([
    [text, label],
  ]);
});

test.each<[outcomes: Outcome[], title: string, subtitle: string]>([
  [
    [{ type: 'removed' }, { type: 'removed' }],
    '2 people removed',
    '2 licenses revoked _. 1 license is now available.',
  ],
  [
    [{ type: 'removed' }, { type: 'gone' }, { type: 'failed', reason: 500 }],
    '1 of 3 people removed',
    '1 license revoked _. 1 license was already gone. 1 license is now available.',
  ],
  [
    [{ type: 'gone' }, { type: 'gone' }],
    '2 people already gone',
    'It ended _. 2 licenses were already gone. 1 license is now available.',
  ],
])('P248: the end of %j says “%s”', (outcomes, title, subtitle) => {
  const end = endOf(outcomes, { unclaimed: { license: 1 } });
  expect(end.title).toBe(title);
  const parts = [end.subtitle ?? ''].flat().map(part => (typeof part === 'string' ? part : '_'));
  expect(parts.join('')).toBe(subtitle);
});

test('P248: the end of a removal leads back to the list with which its people were compared', () => {
  const source = { of: 'compare', list: 'a1', in: 'perhaps', column: '2', q: 'ada' };
  const end = endOf([{ type: 'removed' }], { source });
  const href = '/compare?list=a1&column=2&in=listed#compared';
  expect([end.back?.href, end.listLink?.href]).toEqual([href, href]);
  expect(endOf([{ type: 'removed' }], { source: { of: 'person' } }).listLink).toBeUndefined();
});

test('P380 P252: the remaining items are tried again by the record, the changed ones are not', () => {
  const interrupted: Outcome = { type: 'unknown', reason: 'interrupted' };
  const left = endOf([interrupted, { type: 'changed' }], { isSettled: false });
  expect(left.again).toEqual({
    ...{ label: 'Try it again', action: paths.retryRemoval, hidden: [['run', 'id']] },
  });
  expect(left.problems).toEqual(['The list could not be fetched to check the results.']);
  expect(endOf([{ type: 'changed' }]).again).toBeUndefined();
});
