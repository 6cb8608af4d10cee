import { formatCount } from '../../../shared/format-count';
import { allOf, type ProductKey, productTerms, removalMessages } from '../../../shared/products';
import { groupByProduct, type RemovalItem } from '../../removals/items';
import type { Outcome, RemovalFailure } from '../../removals/outcomes';
import { peopleOf } from '../../removals/people';
import type { Job } from '../../removals/state';
import { formatItems, formatPeople } from '../format';

/** The verdict on an item: one of the five outcomes, or that no call was made. */
export type Verdict = Outcome['type'] | 'not started';

/** The label of each verdict of a bulk removal, for its pages, receipt, toasts and audit lines. Verdicts that need attention come first. */
export const verdictLabels = {
  failed: 'Failed',
  unknown: 'Not known',
  'not started': 'Not started',
  changed: 'Changed since the review',
  gone: 'Already gone',
  removed: 'Removed',
} as const satisfies Record<Verdict, string>;

const verdicts = Object.keys(verdictLabels) as readonly Verdict[];

export interface ItemOutcome {
  readonly item: RemovalItem;
  readonly verdict: Verdict;
  /** For example: “Failed: it is still listed”. */
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly at: number | undefined;
}

export function outcomesOf({ items, results }: Pick<Job, 'items' | 'results'>): readonly ItemOutcome[] {
  return items.map((item, index) => {
    const { outcome, at } = results[index] ?? {};
    const verdict = outcome?.type ?? 'not started';
    return { item, verdict, text: outcome ? outcomeText(outcome, item) : verdictLabels[verdict], at };
  });
}

function outcomeText(outcome: Outcome, { productKey }: RemovalItem): string {
  const label = verdictLabels[outcome.type];
  switch (outcome.type) {
    case 'removed':
    case 'gone':
      return label;
    case 'changed':
      return `${label}: ${outcome.email === undefined ? 'used again' : `${outcome.email} has it now`}`;
    case 'failed':
    case 'unknown':
      if (typeof outcome.reason !== 'number') return `${label}: ${reasons[outcome.reason]}`;
      return outcome.type === 'failed'
        ? removalMessages(productKey).callFailed
        : `${label}: no list to check`;
  }
}

const reasons: Readonly<Record<Exclude<RemovalFailure, number>, string>> = {
  timeout: 'the service did not answer in time',
  unreachable: 'the service could not be reached',
  path: 'this ID cannot be sent to the service',
  internal: 'something went wrong in the portal',
  interrupted: 'the removal was interrupted',
  'still listed': 'it is still listed',
};

/** The items that can be tried again as they were reviewed: neither done nor changed. */
export function remainingOf(job: Pick<Job, 'items' | 'results'>): readonly ItemOutcome[] {
  const isOver: readonly Verdict[] = ['removed', 'gone', 'changed'];
  return outcomesOf(job).filter(({ verdict }) => !isOver.includes(verdict));
}

/** The outcomes of a removal and their number, in people (“5 of 7 people removed”) and in items (“6 licenses revoked, 1 failed”). */
export function summarizeOutcomes({ items, results }: Pick<Job, 'items' | 'results'>) {
  const outcomes = outcomesOf({ items, results });
  const itemsWith = (...some: Verdict[]) =>
    outcomes.flatMap(({ item, verdict }) => (some.includes(verdict) ? item : []));
  const count = (...some: Verdict[]) => itemsWith(...some).length;
  const removed = new Set(itemsWith('removed'));
  const gone = itemsWith('gone');
  const done = new Set([...removed, ...gone]);
  const people = peopleOf(items);
  const removedPeople = people.filter(person => {
    const own = Object.values(person.items).flat();
    return own.every(item => done.has(item)) && own.some(item => removed.has(item));
  }).length;
  const isAllGone = gone.length === items.length;
  const effects = groupByProduct([...removed]).map(
    ({ productKey, items: { length } }) =>
      `${formatItems(length, productKey)} ${productTerms[productKey].done.toLowerCase()}`,
  );
  const others = verdicts
    .toReversed()
    .filter(verdict => verdict !== 'removed' && count(verdict) > 0)
    .map(verdict => `${formatCount(count(verdict))} ${verdictLabels[verdict].toLowerCase()}`);
  return {
    outcomes,
    effects,
    gone,
    count,
    /** “was only partly removed: 1 license revoked, 1 failed”, for one person. */
    personText:
      removed.size > 0
        ? `was only partly removed: ${[...effects, ...others].join(', ')}`
        : isAllGone
          ? 'was already gone'
          : `was not removed: ${others.join(', ')}`,
    peopleText: isAllGone
      ? `${formatPeople(people.length)} already gone`
      : `${removedPeople === people.length ? '' : `${formatCount(removedPeople)} of `}${formatPeople(people.length)} removed`,
    itemsText: [...effects, ...others].join(', '),
    done: done.size,
  };
}

/** “Removing 9 people”. */
export function removingText({ items }: Pick<Job, 'items'>): string {
  return `Removing ${formatPeople(peopleOf(items).length)}`;
}

/** “13 licenses and cards”, or “5 licenses”. */
export function describeItems({ items }: Pick<Job, 'items'>): string {
  const [first, ...more] = groupByProduct(items).map(({ productKey }) => productKey);
  return first && more.length === 0
    ? formatItems(items.length, first)
    : `${formatCount(items.length)} ${allOf(first && [first, ...more])}`;
}

export const CANNOT_BE_UNDONE = 'This action cannot be undone.';

/** “3 licenses will be revoked.” */
export function effectText(productKey: ProductKey, count: number): string {
  const [thing, effect] = productTerms[productKey].effect;
  return `${formatItems(count, thing)} will be ${effect}.`;
}
