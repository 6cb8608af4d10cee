import { createElement, type ReactElement } from 'react';
import { paths, withParameter } from '../../../shared/paths';
import type { RemovableKind } from '../../../shared/removals';
import { Announcement } from '../../../views/components/Announcement';
import {
  type RunContent,
  RunCount,
  type RunCountProps,
  RunItemState,
  type RunItemStateProps,
  runSlots,
} from '../../../views/pages/RemovalRunPage';
import type { RunView } from '../../removals/run';
import {
  groupByKind,
  type RemovalFailure,
  type RemovalItem,
  type RemovalOutcome,
  type RemovalResult,
  type RunState,
  type StopReason,
} from '../../removals/run-state';
import { capitalize, formatCount, formatItems } from '../figures';
import { type RunSummary, summarize, type Verdict, verdictOf } from './run-summary';
import { removalTerms, selectionAction } from './terms';

/** Returns the text of a result, for the page and the receipt. */
export function resultText(
  { outcome, isListed }: Pick<RemovalResult, 'outcome' | 'isListed'>,
  kind: RemovableKind,
): string {
  const { noun, done, activity } = removalTerms[kind];
  const item = noun.toLowerCase();
  const stillListed = isListed === true ? `, but the ${item} is still listed` : '';
  switch (outcome.type) {
    case 'removed':
      return done + stillListed;
    case 'gone':
      return `Was already gone${stillListed}`;
    case 'left':
      return 'Had left the list before its removal';
    case 'reassigned':
      return `Not ${done.toLowerCase()}: the ${item} belongs to ${outcome.email} now`;
    case 'active':
      return `Not ${done.toLowerCase()}: ${formatCount(outcome.recentActivity)} ${activity} since the review`;
    case 'failed':
      return isListed === false
        ? `${noAnswer(outcome.failure)}, but the ${item} is no longer listed`
        : `Failed: ${failureText(outcome.failure)}`;
  }
}

function noAnswer(failure: RemovalFailure): string {
  if (failure === 'restart') return 'The portal restarted';
  return failure === 'timeout' || failure === 'unreachable' ? 'No answer came' : 'The call failed';
}

function failureText(failure: RemovalFailure): string {
  switch (failure) {
    case 'timeout':
      return 'the backend did not answer in time. Try it again';
    case 'unreachable':
      return 'the backend could not be reached. Try it again';
    case 'path':
      return 'this ID cannot be sent to the backend';
    case 'restart':
      return 'the portal restarted before the result was known. Try it again';
    case 'internal':
      return 'something went wrong in the portal. Try it again';
    case 401:
    case 403:
      return `the backend answered ${failure}. Your account is not allowed to remove it`;
    case 429:
      return 'the backend answered 429. Wait a few minutes, then try it again';
    default:
      return `the backend answered ${failure}. Try it again`;
  }
}

/** The part of a run that a page has shown. */
export interface RunCursor {
  results: number;
  readonly started: Set<number>;
}

/** Returns the content of a run in progress: with all its items if a cursor follows it, else only their count. */
export function presentProgress(
  run: Pick<RunView, 'state' | 'inFlight'>,
  { href, cursor }: { readonly href: string; readonly cursor?: RunCursor },
): RunContent {
  const { state } = run;
  const finished = new Map(state.results.map(result => [result.index, result]));
  return {
    state: 'running',
    href,
    count: presentCount(state),
    rows:
      cursor &&
      state.items.map((item, index) => {
        const result = finished.get(index);
        return {
          ...presentItem(item),
          index,
          state: result ? presentResult(result, item) : { text: 'Waiting', style: 'waiting' },
        };
      }),
  };
}

/** Returns what has changed since the last call. */
export function presentUpdates(
  { state, inFlight }: Pick<RunView, 'state' | 'inFlight'>,
  cursor: RunCursor,
): ReactElement[] {
  const updates: ReactElement[] = [];
  const add = (slot: string, shown: RunItemStateProps) =>
    updates.push(createElement(RunItemState, { key: slot, slot, ...shown }));
  for (const index of inFlight) {
    const item = state.items[index];
    if (!item || cursor.started.has(index)) continue;
    cursor.started.add(index);
    add(runSlots.started(index), { text: `${removalTerms[item.kind].doing}…`, style: 'started' });
  }
  for (const result of state.results.slice(cursor.results)) {
    const item = state.items[result.index];
    if (item) add(runSlots.finished(result.index), presentResult(result, item));
  }
  cursor.results = Math.max(cursor.results, state.results.length);
  return [...updates, createElement(RunCount, presentCount(state))];
}

function presentCount({ items, results, stage }: RunState): RunCountProps {
  const failed = results.filter(result => verdictOf(result) === 'failed').length;
  const left = items.length - results.length;
  const failures = failed > 0 ? `, ${formatCount(failed)} failed` : '';
  const notes = {
    comparing: 'Comparing with the list',
    removing: `${formatCount(left)} to go${failures}`,
    confirming: `Asking the list whether they are gone${failures}`,
    done: '',
  };
  return {
    done: results.length,
    total: items.length,
    text: `${formatCount(results.length)} of ${formatCount(items.length)} done`,
    note: notes[stage],
  };
}

function presentItem({ kind, id, email }: RemovalItem) {
  return { key: `${kind} ${id}`, email, noun: removalTerms[kind].noun };
}

function presentResult(result: RemovalResult, { kind }: RemovalItem): RunItemStateProps {
  const verdict = verdictOf(result);
  const style = verdict === 'removed' || verdict === 'gone' ? verdict : 'failed';
  return { text: resultText(result, kind), style };
}

/** Tells screen readers that a run has ended, and how. */
export function announce(state: RunState): ReactElement {
  const summary = summarize(state);
  const confirmation = confirmationText(state, summary);
  const texts = [summary.headline, confirmation?.text].filter(text => text !== undefined);
  return createElement(Announcement, { text: `${texts.join('. ')}.` });
}

/** The order of results: what needs attention comes first. */
const verdictOrder: readonly Verdict[] = ['failed', 'listed', 'changed', 'gone', 'removed'];

/** Returns the content of a run that has ended. */
export function presentOutcome(
  state: RunState,
  { id, summary, helpUrl }: { readonly id: string; readonly summary: RunSummary; readonly helpUrl: string },
): RunContent {
  const { items, results, endedAt, back } = state;
  const { byVerdict, notStarted } = summary;
  const { failed, listed, changed } = byVerdict;
  const names = (group: readonly RemovalItem[]) => listNames(group.map(({ email }) => email));
  const stopped = stoppedText(state, summary);
  const unfinished = [...failed, ...listed, ...notStarted];
  const rows = verdictOrder.flatMap(verdict =>
    results.flatMap(result => {
      const item = items[result.index];
      return item && verdictOf(result) === verdict
        ? [{ ...presentItem(item), state: presentResult(result, item) }]
        : [];
    }),
  );
  const waiting = notStarted.map(item => ({
    ...presentItem(item),
    state: { text: 'Not started', style: 'failed' } as const,
  }));
  const again = (label: string, group: readonly RemovalItem[]) =>
    group.length === 0
      ? []
      : [
          {
            label,
            action: selectionAction(paths.reviewRemovals, back),
            hidden: group.map(({ kind, id }) => [kind, id] as const),
          },
        ];
  return {
    state: 'done',
    endedAt: endedAt === undefined ? undefined : presentTime(new Date(endedAt)),
    problems: [
      ...(failed.length > 0 ? [`${formatCount(failed.length)} failed: ${names(failed)}`] : []),
      ...(stopped === undefined ? [] : [stopped]),
      ...(changed.length > 0
        ? [
            `${formatCount(changed.length)} changed since the review and not ${doneText(changed)}: ${names(changed)}`,
          ]
        : []),
    ],
    helpUrl: failed.length + listed.length > 0 ? helpUrl : undefined,
    confirmation: confirmationText(state, summary),
    again: [
      ...again(notStarted.length > 0 ? 'Try the rest again' : 'Try the failed again', unfinished),
      ...again('Review the changed again', changed),
    ],
    receiptHref: withParameter(paths.removalReceipt, 'run')(id),
    backHref: back,
    rows: [...rows.slice(0, failed.length), ...waiting, ...rows.slice(failed.length)],
  };
}

/** Returns “revoked” for licenses, “deactivated” for cards, and “removed” for both. */
function doneText(items: readonly RemovalItem[]): string {
  const [first, second] = groupByKind(items);
  return first && !second ? removalTerms[first.kind].done.toLowerCase() : 'removed';
}

/** How many people a sentence names. */
const NAMED_PEOPLE_LIMIT = 10;

function listNames(emails: readonly string[]): string {
  const more = emails.length - NAMED_PEOPLE_LIMIT;
  const named = emails.slice(0, NAMED_PEOPLE_LIMIT).join(', ');
  return more > 0 ? `${named} and ${formatCount(more)} more` : named;
}

/** Returns a time such as “November 23, 2026, 09:41 UTC”. */
function presentTime(time: Date): { readonly text: string; readonly machine: string } {
  const date = time.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const machine = time.toISOString();
  return { text: `${date}, ${machine.slice(11, 16)} UTC`, machine };
}

/** Returns the headline of a run in progress, such as “Revoking 5 licenses and deactivating 4 cards”. */
export function progressHeadline({ items }: Pick<RunState, 'items'>): string {
  const parts = groupByKind(items).map(({ kind, items: group }) => {
    const { doing, noun } = removalTerms[kind];
    return `${doing.toLowerCase()} ${formatItems(group.length, noun.toLowerCase())}`;
  });
  return capitalize(parts.join(' and '));
}

const stopTexts: Readonly<Record<StopReason, string>> = {
  'browser left': 'You left this page',
  'shutting down': 'The portal was about to restart',
  'session ended': 'Your session has ended',
  'list unavailable': 'The list could not be fetched to compare it with the review',
  internal: 'Something went wrong in the portal',
};

/** Returns a sentence about the items that were not started; undefined if there are none. */
export function stoppedText({ stopped, items }: RunState, { notStarted }: RunSummary): string | undefined {
  if (notStarted.length === 0) return undefined;
  const reason = stopTexts[stopped ?? 'internal'];
  return `${reason}: ${formatCount(notStarted.length)} of ${formatCount(items.length)} were not started.`;
}

/** Returns what the list has confirmed; undefined if nothing was removed. */
export function confirmationText(
  { results, stopped }: RunState,
  { byVerdict: { removed, gone, listed } }: RunSummary,
): { readonly isConfirmed: boolean; readonly text: string } | undefined {
  const count = removed.length + gone.length;
  if (count + listed.length === 0) return undefined;
  if (results.some(({ outcome, isListed }) => needsList(outcome) && isListed === undefined)) {
    return {
      isConfirmed: false,
      text:
        stopped === 'session ended'
          ? 'Sign in again to see the list'
          : 'The list could not be fetched to confirm this. Reload this page to try again',
    };
  }
  if (listed.length > 0) {
    const names = listNames(listed.map(({ email }) => email));
    const total = formatCount(count + listed.length);
    return {
      isConfirmed: false,
      text: `${formatCount(listed.length)} of the ${total} are still listed: ${names}`,
    };
  }
  const [first] = [...removed, ...gone];
  return {
    isConfirmed: true,
    text:
      count === 1 && first
        ? `Confirmed: the ${removalTerms[first.kind].noun.toLowerCase()} is gone from the list`
        : `Confirmed: all ${formatCount(count)} are gone from the list`,
  };
}

function needsList({ type }: RemovalOutcome): boolean {
  return type === 'removed' || type === 'gone';
}
