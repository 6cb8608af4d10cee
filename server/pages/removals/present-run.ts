import { createElement, type ReactElement } from 'react';
import { paths, withParameter } from '../../../shared/paths';
import { removableKinds } from '../../../shared/removals';
import { Announcement } from '../../../views/components/Announcement';
import {
  type RunContent,
  RunCount,
  type RunCountProps,
  RunItemState,
  type RunItemStateProps,
  type RunOutcome,
  runSlots,
} from '../../../views/pages/RemovalRunPage';
import { escapeId, groupByKind, type RemovalItem } from '../../removals/items';
import type { RunView } from '../../removals/run';
import type { RemovalOutcome, RunState, StopReason } from '../../removals/run-state';
import { dayOf, formatDay } from '../days';
import { capitalize, formatCount, formatItems, nameSome } from '../figures';
import { nounOf, removalTerms } from '../products';
import {
  type ItemOutcome,
  outcomeOf,
  outcomesOf,
  type RunSummary,
  summarize,
  type Verdict,
  verdictOf,
  verdicts,
} from './run-outcomes';
import { runAddress, selectionAction } from './terms';

/** The content of a run in progress: with all its items if the page follows it, else only their count. */
export function presentProgress(
  state: RunState,
  { href, isFollowed }: { readonly href: string; readonly isFollowed: boolean },
): RunContent {
  const waiting = { text: 'Waiting', style: 'waiting' } as const;
  return {
    state: 'running',
    href,
    count: presentCount(state),
    rows: isFollowed
      ? outcomesOf(state).map((outcome, index) => ({
          ...presentRow(outcome),
          index,
          ...(outcome.verdict === 'not started' && { state: waiting }),
        }))
      : undefined,
  };
}

/** A function that presents all that has changed since its last call. */
export function updatesOf(run: Pick<RunView, 'state' | 'inFlight'>): () => ReactElement[] {
  let shownResults = run.state.results.length;
  const shownStarts = new Set<number>();
  return () => {
    const { state, inFlight } = run;
    const updates: ReactElement[] = [];
    const add = (slot: string, shown: RunItemStateProps) =>
      updates.push(createElement(RunItemState, { key: slot, slot, ...shown }));
    for (const index of inFlight) {
      const item = state.items[index];
      if (!item || shownStarts.has(index)) continue;
      shownStarts.add(index);
      add(runSlots.started(index), { text: `${removalTerms[item.kind].doing}…`, style: 'started' });
    }
    for (const result of state.results.slice(shownResults)) {
      const item = state.items[result.index];
      if (item) add(runSlots.finished(result.index), presentState(outcomeOf(item, result)));
    }
    shownResults = Math.max(shownResults, state.results.length);
    return [...updates, createElement(RunCount, presentCount(state))];
  };
}

function presentCount({ items, results, stage }: RunState): RunCountProps {
  const left = items.length - results.length;
  const failures = (['failed', 'unknown'] as const)
    .map(verdict => {
      const { length } = results.filter(result => verdictOf(result) === verdict);
      return length === 0 ? '' : `, ${formatCount(length)} ${verdicts[verdict]}`;
    })
    .join('');
  const notes = {
    comparing: 'Comparing with the list',
    removing: `${formatCount(left)} to go${failures}`,
    confirming: `Checking the list${failures}`,
    done: '',
  };
  const [done, total] = [results.length, items.length];
  const text = `${formatCount(done)} of ${formatCount(total)} done`;
  return { done, total, text, note: notes[stage] };
}

function presentRow(outcome: ItemOutcome) {
  const { kind, id, email } = outcome.item;
  return { key: `${kind} ${id}`, email, noun: removalTerms[kind].noun, state: presentState(outcome) };
}

function presentState({ verdict, text }: ItemOutcome): RunItemStateProps {
  return { text, style: verdict === 'removed' || verdict === 'gone' ? verdict : 'failed' };
}

/** Tells screen readers that a run has ended, and how. */
export function announce(state: RunState): ReactElement {
  const summary = summarize(state);
  const confirmation = confirmationText(state, summary);
  const texts = [summary.headline, confirmation?.text].filter(text => text !== undefined);
  return createElement(Announcement, { text: `${texts.join('. ')}.` });
}

/** The content of a run that has ended. */
export function presentOutcome(
  state: RunState,
  { id, summary, helpUrl }: { readonly id: string; readonly summary: RunSummary; readonly helpUrl: string },
): RunContent {
  const { endedAt, back } = state;
  const { outcomes, itemsWith } = summary;
  const [failed, changed] = [itemsWith('failed'), itemsWith('changed')];
  const sentence = (items: readonly RemovalItem[], text: string) =>
    items.length === 0 ? [] : [`${formatCount(items.length)} ${text}: ${listNames(items)}`];
  const again = (label: string, ...verdicts: Verdict[]) => {
    const action = selectionAction(paths.reviewRemovals, back);
    const hidden = outcomes
      .filter(({ verdict }) => verdicts.includes(verdict))
      .map(({ item: { kind, id } }) => [kind, escapeId(id)] as const);
    return hidden.length === 0 ? [] : [{ label, action, hidden }];
  };
  return {
    state: 'done',
    count: countOfRemoved(state, summary),
    endedAt: endedAt === undefined ? undefined : presentTime(new Date(endedAt)),
    problems: [
      ...sentence(failed, 'failed'),
      ...sentence(itemsWith('unknown'), 'without a known result'),
      ...stoppedText(state, summary),
      ...sentence(changed, `changed since the review and not ${doneText(changed)}`),
    ],
    helpUrl: itemsWith('failed', 'unknown', 'listed').length > 0 ? helpUrl : undefined,
    confirmation: confirmationText(state, summary),
    reloadHref: runAddress(id),
    again: [
      ...again(
        itemsWith('unknown', 'not started').length > 0 ? 'Retry remaining items' : 'Retry failed items',
        ...(['failed', 'unknown', 'listed', 'not started'] as const),
      ),
      ...again('Review changed items', 'changed'),
    ],
    receiptHref: withParameter(paths.removalReceipt, 'run')(id),
    backHref: back,
    rows: outcomes.map(presentRow),
  };
}

/** For instance “52 of 54 revoked”: the others may have failed, or have changed since the review. */
function countOfRemoved({ items }: RunState, { itemsWith }: RunSummary): RunOutcome['count'] {
  const [done, total] = [itemsWith('removed').length, items.length];
  return { done, total, text: `${formatCount(done)} of ${formatCount(total)} ${doneText(items)}` };
}

/** “revoked” for licenses, “deactivated” for cards, and “removed” for both. */
function doneText(items: readonly RemovalItem[]): string {
  const [first, second] = groupByKind(items);
  return first && !second ? removalTerms[first.kind].done.toLowerCase() : 'removed';
}

/** How many people a sentence names. */
const NAMED_PEOPLE_LIMIT = 10;

function listNames(items: readonly RemovalItem[]): string {
  const emails = items.map(({ email }) => email);
  return nameSome(emails, NAMED_PEOPLE_LIMIT);
}

/** For instance “23 November 2026, 09:41 UTC”. */
function presentTime(time: Date): { readonly text: string; readonly machine: string } {
  const machine = time.toISOString();
  return { text: `${formatDay(dayOf(time.getTime()))}, ${machine.slice(11, 16)} UTC`, machine };
}

/** The headline of a run in progress, such as “Revoking 5 licenses and deactivating 4 cards”. */
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

function stoppedText({ stopped, items }: RunState, { itemsWith }: RunSummary): readonly string[] {
  const { length: count } = itemsWith('not started');
  const counts = `${formatCount(count)} of ${formatCount(items.length)}`;
  return count === 0 ? [] : [`${stopTexts[stopped ?? 'internal']}: ${counts} were not started.`];
}

/** The confirmation by the list; undefined if no removal is known. */
function confirmationText(
  { results, stopped, available }: RunState,
  { itemsWith }: RunSummary,
): RunOutcome['confirmation'] {
  const [done, listed] = [itemsWith('removed', 'gone'), itemsWith('listed')];
  const isUnknown = itemsWith('unknown').length > 0;
  if (done.length + listed.length === 0 && !isUnknown) return undefined;
  if (isUnknown || results.some(({ outcome, holder }) => needsList(outcome) && holder === undefined)) {
    return stopped === 'session ended'
      ? { isConfirmed: false, text: 'Sign in again to see the list' }
      : {
          isConfirmed: 'later',
          text: `The list could not be ${available ? 'read completely' : 'fetched'} to confirm this`,
        };
  }
  if (listed.length > 0) {
    const counts = `${formatCount(listed.length)} of the ${formatCount(done.length + listed.length)}`;
    return { isConfirmed: false, text: `${counts} are still listed: ${listNames(listed)}` };
  }
  const [first, ...others] = done;
  return {
    isConfirmed: true,
    text:
      first && others.length === 0
        ? `Confirmed: the ${removalTerms[first.kind].noun.toLowerCase()} is gone from the list`
        : `Confirmed: all ${formatCount(done.length)} are gone from the list`,
    note: available && availableText(available),
  };
}

/** For instance “Available now: 67 licenses and 37 cards.”; undefined if that is not known. */
function availableText(available: NonNullable<RunState['available']>): string | undefined {
  const counts = removableKinds.flatMap(kind => {
    const count = available[kind];
    return count === undefined ? [] : formatItems(Math.max(0, count), nounOf(kind));
  });
  return counts.length === 0 ? undefined : `Available now: ${counts.join(' and ')}.`;
}

function needsList({ type }: RemovalOutcome): boolean {
  return type === 'removed' || type === 'gone';
}
