// The rules for the outcome of an item of a removal. Before its call, it is compared with a fresh list (`changeSinceReview`); after all
// calls, another list decides (`settle`), because an answer can be lost.

import * as v from 'valibot';
import type { ProductKey } from '../../shared/products';
import { isSamePerson, itemKey, type RemovalItem } from './items';

/** Why a call failed, or the status that the backend answered. */
const failureSchema = v.union([
  v.picklist(['timeout', 'unreachable', 'path', 'internal', 'interrupted', 'still listed']),
  v.number(),
]);

export type RemovalFailure = v.InferOutput<typeof failureSchema>;

const outcomeSchema = v.variant('type', [
  v.object({ type: v.literal('removed') }),
  /** No longer listed, or unknown to the backend. */
  v.object({ type: v.literal('gone') }),
  /** Since the review, another person has it, or it is in use. No call was made, or the call failed. */
  v.object({ type: v.literal('changed'), email: v.optional(v.string()) }),
  v.object({ type: v.literal('failed'), reason: failureSchema }),
  /** Neither an answer nor a list says what happened. */
  v.object({ type: v.literal('unknown'), reason: failureSchema }),
]);

export type Outcome = Readonly<v.InferOutput<typeof outcomeSchema>>;

export const resultSchema = v.object({
  outcome: outcomeSchema,
  /** In milliseconds since 1970. */
  at: v.number(),
});

export type Result = Readonly<v.InferOutput<typeof resultSchema>>;

/** Some items in fresh lists. */
export interface CurrentItems {
  /** By `itemKey`; 'unknown' for an item that may be in a part of a list that cannot be read. */
  readonly items: ReadonlyMap<string, RemovalItem | 'unknown'>;
  readonly unclaimed: Partial<Record<ProductKey, number>>;
}

/** The change of an item since its review (T54). */
export function changeSinceReview(item: RemovalItem, current: RemovalItem | undefined): Outcome | undefined {
  if (!current) return { type: 'gone' };
  if (!isSamePerson(item.email, current.email)) return { type: 'changed', email: current.email };
  const isUsedAgain =
    (item.recentActivity === 0 && current.recentActivity > 0) || (!item.isUsed && current.isUsed);
  return isUsedAgain ? { type: 'changed' } : undefined;
}

/** Corrects an outcome by a list that was fetched after the last call: the list has the last word (P248). */
export function settleOutcome(
  outcome: Outcome,
  item: RemovalItem,
  current: RemovalItem | undefined,
): Outcome {
  if (outcome.type === 'changed') return outcome;
  const isDone = outcome.type === 'removed' || outcome.type === 'gone';
  if (!current) {
    if (isDone) return outcome;
    // The backend refused the call because another administrator was faster.
    return outcome.type === 'failed' ? { type: 'gone' } : { type: 'removed' };
  }
  if (!isSamePerson(item.email, current.email)) {
    return isDone ? outcome : { type: 'changed', email: current.email };
  }
  const wasAnsweredGone = outcome.type === 'failed' && (outcome.reason === 404 || outcome.reason === 410);
  return { type: 'failed', reason: isDone || wasAnsweredGone ? 'still listed' : outcome.reason };
}

/** The results of a removal, settled by lists that were fetched after its last call. */
export function settle(
  {
    items,
    results,
  }: { readonly items: readonly RemovalItem[]; readonly results: readonly (Result | null)[] },
  { items: listed, unclaimed }: CurrentItems,
) {
  /** Whether the lists have settled all results. */
  let isSettled = true;
  /** The items with another outcome than before, for the audit log. */
  const changes: { item: RemovalItem; outcome: Outcome }[] = [];
  const settled = results.map((result, index) => {
    const item = items[index];
    if (!result || !item) return result;
    const current = listed.get(itemKey(item));
    if (current === 'unknown') {
      isSettled = false;
      return result;
    }
    const outcome = settleOutcome(result.outcome, item, current);
    if (outcome.type !== result.outcome.type) changes.push({ item, outcome });
    return { ...result, outcome };
  });
  return { results: settled, isSettled, unclaimed, changes };
}
