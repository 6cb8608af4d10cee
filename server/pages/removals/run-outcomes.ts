import { groupByKind, type RemovalItem } from '../../removals/items';
import {
  type Holder,
  isRefusal,
  type RemovalFailure,
  type RemovalResult,
  type RunState,
} from '../../removals/run-state';
import { capitalize, formatCount, formatItems } from '../figures';
import { removalTerms } from '../products';

/** The verdicts on an item, those that need attention first, and how a headline names each. */
export const verdicts = {
  failed: 'failed',
  /** No answer that says so came, and the list could not be fetched (yet). */
  unknown: 'not known',
  'not started': 'not started',
  /** Still listed, although the backend confirmed its removal. */
  listed: 'still listed',
  /** Not removed, because it has changed since the review. */
  changed: 'changed since the review',
  gone: 'already gone',
  removed: '',
} as const;

export type Verdict = keyof typeof verdicts;

const verdictOrder = Object.keys(verdicts) as Verdict[];

type Result = Pick<RemovalResult, 'outcome' | 'holder'>;

/** The list decides, but a refused call has removed nothing, even if the list does not have the item anymore. */
export function verdictOf({ outcome, holder }: Result): Verdict {
  switch (outcome.type) {
    case 'removed':
    case 'gone':
      return holder === 'same person' ? 'listed' : outcome.type;
    case 'failed':
      if (isRefusal(outcome.failure)) return 'failed';
      if (holder === undefined) return 'unknown';
      return holder === 'nobody' ? 'removed' : 'failed';
    case 'left':
      return 'gone';
    case 'reassigned':
    case 'active':
      return 'changed';
  }
}

/** The outcome of an item, in words for the page and the receipt. */
export interface ItemOutcome {
  readonly item: RemovalItem;
  /** The person who has the item now, as far as that is known. */
  readonly holder: string;
  readonly verdict: Verdict;
  readonly text: string;
  /** In milliseconds since 1970; undefined without a result. */
  readonly at?: number;
}

export function outcomeOf(item: RemovalItem, result: RemovalResult | undefined): ItemOutcome {
  if (!result) return { item, holder: item.email, verdict: 'not started', text: 'Not started' };
  const { outcome, at } = result;
  const holder = outcome.type === 'reassigned' ? outcome.email : item.email;
  return { item, holder, verdict: verdictOf(result), text: resultText(result, item), at };
}

export function outcomesOf({ items, results }: RunState): readonly ItemOutcome[] {
  const byIndex = new Map(results.map(result => [result.index, result]));
  return items.map((item, index) => outcomeOf(item, byIndex.get(index)));
}

function resultText({ outcome, holder }: Result, { kind }: RemovalItem): string {
  const { noun, done, activity } = removalTerms[kind];
  const item = noun.toLowerCase();
  const stillListed = holder === 'same person' ? `, but the ${item} is still listed` : '';
  switch (outcome.type) {
    case 'removed':
      return done + stillListed;
    case 'gone':
    case 'left':
      return stillListed === '' ? 'Was already gone' : `The service did not find it${stillListed}`;
    case 'reassigned':
      return `Not ${done.toLowerCase()}: the ${item} belongs to ${outcome.email} now`;
    case 'active':
      return `Not ${done.toLowerCase()}: ${formatCount(outcome.recentActivity)} ${activity} since the review`;
    case 'failed':
      return failureText(outcome.failure, holder, item);
  }
}

function failureText(failure: RemovalFailure, holder: Holder | undefined, item: string): string {
  if (holder === 'nobody' && !isRefusal(failure)) {
    return `${noAnswer(failure)}, but the ${item} is no longer listed`;
  }
  if (holder === undefined && !isRefusal(failure)) return `Not known: ${reasonText(failure)}`;
  const failed = `Failed: ${reasonText(failure)}`;
  if (holder === 'nobody') return `${failed}; the ${item} is not in the list now`;
  if (holder === 'another person') return `${failed}. The ${item} now belongs to someone else`;
  const advice = advices[failure] ?? 'Try it again';
  return advice === '' ? failed : `${failed}. ${advice}`;
}

function noAnswer(failure: RemovalFailure): string {
  if (failure === 'restart') return capitalize(reasons.restart);
  return failure === 'timeout' || failure === 'unreachable' ? 'No answer came' : 'The call failed';
}

function reasonText(failure: RemovalFailure): string {
  return typeof failure === 'number' ? `the service reported error ${failure}` : reasons[failure];
}

const reasons: Readonly<Record<Exclude<RemovalFailure, number>, string>> = {
  timeout: 'the service did not answer in time',
  unreachable: 'the service could not be reached',
  path: 'this ID cannot be sent to the service',
  restart: 'the connection to the process of this removal was lost',
  internal: 'something went wrong in the portal',
};

const NOT_ALLOWED = 'Your account is not allowed to remove it';

const advices: Readonly<Partial<Record<RemovalFailure, string>>> = {
  path: '',
  401: NOT_ALLOWED,
  403: NOT_ALLOWED,
  429: 'Wait a few minutes, then try it again',
};

export type RunSummary = ReturnType<typeof summarize>;

/** All outcomes, those that need attention first, and a headline such as “52 revoked, 2 failed”. */
export function summarize(state: RunState) {
  const byVerdict = Map.groupBy(outcomesOf(state), ({ verdict }) => verdict);
  const outcomesWith = (verdict: Verdict) => byVerdict.get(verdict) ?? [];
  const itemsWith = (...some: Verdict[]) => some.flatMap(outcomesWith).map(({ item }) => item);
  const others = verdictOrder.filter(verdict => verdict !== 'removed' && byVerdict.has(verdict));
  const groups = groupByKind(state.items);
  const removed = groups.map(({ kind }) => {
    const { noun, done } = removalTerms[kind];
    const count = itemsWith('removed').filter(item => item.kind === kind).length;
    // “52 revoked, 2 failed”, but “54 licenses revoked”.
    const isLong = groups.length > 1 || others.length === 0;
    return `${isLong ? formatItems(count, noun.toLowerCase()) : formatCount(count)} ${done.toLowerCase()}`;
  });
  const rest = others.map(verdict => `${formatCount(outcomesWith(verdict).length)} ${verdicts[verdict]}`);
  return {
    outcomes: verdictOrder.flatMap(outcomesWith),
    itemsWith,
    headline: [...removed, ...rest].join(', '),
    hasProblem: itemsWith('failed', 'unknown', 'listed', 'not started').length > 0,
  };
}
