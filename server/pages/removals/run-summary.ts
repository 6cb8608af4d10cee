import { groupByKind, type RemovalItem, type RemovalResult, type RunState } from '../../removals/run-state';
import { formatCount, formatItems } from '../figures';
import { removalTerms } from './terms';

/**
 * The result of an item: removed, already gone, not removed because it has changed since the review, failed, or listed
 * although the backend confirmed its removal.
 */
export type Verdict = 'removed' | 'gone' | 'changed' | 'failed' | 'listed';

/** Returns what became of an item. The list decides, whatever the call answered. */
export function verdictOf({ outcome, isListed }: Pick<RemovalResult, 'outcome' | 'isListed'>): Verdict {
  switch (outcome.type) {
    case 'removed':
      return isListed === true ? 'listed' : 'removed';
    case 'gone':
      return isListed === true ? 'listed' : 'gone';
    case 'failed':
      return isListed === false ? 'removed' : 'failed';
    case 'left':
      return 'gone';
    default:
      return 'changed';
  }
}

/** The items of a run by their verdict, and those without a call. */
export interface RunSummary {
  readonly byVerdict: Readonly<Record<Verdict, readonly RemovalItem[]>>;
  readonly notStarted: readonly RemovalItem[];
  /** For instance “52 revoked, 2 failed”. */
  readonly headline: string;
  readonly hasProblem: boolean;
}

export function summarize({ items, results }: RunState): RunSummary {
  const finished = new Set(results.map(({ index }) => index));
  const notStarted = items.filter((_item, index) => !finished.has(index));
  const ofResults = Map.groupBy(results, verdictOf);
  const itemsOf = (verdict: Verdict) =>
    (ofResults.get(verdict) ?? []).flatMap(({ index }) => items[index] ?? []);
  const byVerdict = {
    removed: itemsOf('removed'),
    gone: itemsOf('gone'),
    changed: itemsOf('changed'),
    failed: itemsOf('failed'),
    listed: itemsOf('listed'),
  };
  const { removed, gone, changed, failed, listed } = byVerdict;
  const others = [
    [failed, 'failed'],
    [listed, 'still listed'],
    [notStarted, 'not started'],
    [changed, 'changed since the review'],
    [gone, 'already gone'],
  ] as const;
  const rest = others.flatMap(([group, text]) =>
    group.length > 0 ? [`${formatCount(group.length)} ${text}`] : [],
  );
  const kinds = groupByKind(items).map(({ kind }) => kind);
  const removedParts = kinds.map(kind => {
    const { noun, done } = removalTerms[kind];
    const count = removed.filter(item => item.kind === kind).length;
    // “52 revoked, 2 failed”, but “54 licenses revoked”.
    const what =
      kinds.length > 1 || rest.length === 0 ? formatItems(count, noun.toLowerCase()) : formatCount(count);
    return `${what} ${done.toLowerCase()}`;
  });
  return {
    byVerdict,
    notStarted,
    headline: [...removedParts, ...rest].join(', '),
    hasProblem: failed.length + listed.length + notStarted.length > 0,
  };
}
