import { expect, test } from '@jest/globals';
import { presentEnd } from '../../../server/pages/removals/present-job';
import type { RemovalItem } from '../../../server/removals/items';
import type { Outcome } from '../../../server/removals/outcomes';
import type { Job } from '../../../server/removals/state';

const item = (id: string): RemovalItem => ({
  ...{ productKey: 'license', id, email: `${id}@acme.example`, name: '' },
  ...{ jobTitle: '', recentActivity: 0, totalActivity: 0, isUsed: false, activatedOn: 0 },
});

/** A removal that has ended with these outcomes; null for items that were not started. */
const jobOf = (outcomes: readonly (Outcome | null)[]): Job => ({
  ...{
    companyKey: 'acme',
    entities: { license: 'acme' },
    source: { of: 'person' },
    startedBy: 'dana@acme.example',
  },
  items: outcomes.map((_, index) => item(`u${index}`)),
  results: outcomes.map(outcome => outcome && { outcome, at: 0 }),
  ...{ inFlight: [], stage: 'done', isSettled: true, updatedAt: 0, endedAt: 0 },
});

function endOf(outcomes: readonly (Outcome | null)[]) {
  const at = { helpUrl: 'https://help.example', now: 0 };
  const { content, ...head } = presentEnd(jobOf(outcomes), { id: 'id', query: {} }, at);
  if (content.state !== 'done') throw new Error('It has not ended');
  return { ...head, ...content };
}

test.each<[outcome: Outcome | null, text: string, action: string]>([
  [{ type: 'failed', reason: 403 }, 'Failed to revoke license', 'Try again'],
  [{ type: 'unknown', reason: 500 }, 'Not known: no list to check', 'Check again'],
  [{ type: 'failed', reason: 'still listed' }, 'Failed: it is still listed', 'Try again'],
  [{ type: 'unknown', reason: 'timeout' }, 'Not known: the service did not answer in time', 'Check again'],
  [{ type: 'failed', reason: 'unreachable' }, 'Failed: the service could not be reached', 'Try again'],
  [
    { type: 'changed', email: 'b@acme.example' },
    'Changed since the review: b@acme.example has it now',
    'Show',
  ],
  [{ type: 'changed' }, 'Changed since the review: used again', 'Show'],
  [null, 'Not started', 'Try again'],
])('P248 F1 F3: %j is still open, with what can be done about it', (outcome, text, label) => {
  const { openItems, title } = endOf([outcome, { type: 'removed' }, { type: 'gone' }]);
  expect(title).toBe('1 of 3 people removed');
  expect(openItems?.count).toBe('1');
  const cells = openItems?.groups.flatMap(({ rows }) => rows.map(row => row.cells));
  expect(cells?.map(({ result, action }) => [result?.marks?.[0]?.text, action?.action?.label])).toEqual([
    [text, label],
  ]);
});

test('P248: people whose licenses are all gone are not called removed', () => {
  const { title, subtitle = '' } = endOf([{ type: 'gone' }, { type: 'gone' }]);
  expect(title).toBe('2 people already gone');
  expect([subtitle].flat()).toContain('. 2 licenses were already gone.');
});
