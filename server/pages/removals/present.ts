import { randomUUID } from 'node:crypto';
import { paths } from '../../../shared/paths';
import {
  REMOVAL_LIMIT,
  type RemovableKind,
  removableKinds,
  TYPED_COUNT_ABOVE,
} from '../../../shared/removals';
import type { ReviewContent, ReviewGroup, ReviewPeople } from '../../../views/pages/RemovalReviewPage';
import type { SignedInRequest } from '../../http/request';
import type { RemovalItem, RemovalResult, RunView, StopReason } from '../../removals/run';
import { capitalize, formatCount, formatItems } from '../figures';
import { removableLists } from './lists';
import { type Selected, selectsView } from './selection';

/** How many people of a group a review shows. The others are collapsed (P245). */
const SHOWN_PEOPLE_LIMIT = 25;

/** The reason why a run was not started, and the field that it is about. */
export interface ReviewProblem {
  readonly text: string;
  readonly field?: 'count';
}

/** Returns the content of a review: the items that a run would remove, by product and activity. */
export function presentReview(
  request: SignedInRequest,
  selected: Selected,
  { backHref, problem }: { readonly backHref: string; readonly problem: ReviewProblem | undefined },
): ReviewContent {
  const { items, found, digest } = selected;
  const byKind = Object.groupBy(items, ({ kind }) => kind);
  const groups = removableKinds.flatMap(kind => {
    const group = byKind[kind];
    return group ? [{ kind, items: group }] : [];
  });
  return {
    state: 'ready',
    backHref,
    problem: problem?.text,
    gone: goneText(selected),
    truncationNote:
      found > items.length
        ? `${formatCount(found)} match. One run removes ${formatCount(REMOVAL_LIMIT)} at most: these are the first.`
        : undefined,
    groups: groups.map(presentGroup),
    // If the review is shown again, browsers scroll to the form.
    action: `${paths.removalRun}${request.search}#confirm`,
    once: randomUUID(),
    hidden: selectsView(request)
      ? [
          ['all', '1'],
          ['digest', digest],
        ]
      : items.map(({ kind, id }) => [kind, id] as const),
    typedCount:
      items.length > TYPED_COUNT_ABOVE
        ? {
            expected: String(items.length),
            typed: request.form.count ?? '',
            isWrong: problem?.field === 'count',
          }
        : undefined,
    confirmLabel: groups.map(removalLabel).join(' and '),
  };
}

/** The selected items of one product. */
interface Group {
  readonly kind: RemovableKind;
  readonly items: readonly RemovalItem[];
}

/** Returns a label such as “Revoke 312 Licenses”. */
function removalLabel({ kind, items }: Group): string {
  const { verb, noun } = removableLists[kind].list.removable;
  return `${verb} ${formatItems(items.length, noun)}`;
}

function presentGroup({ kind, items }: Group): ReviewGroup {
  const { noun, activity, warning } = removableLists[kind].list.removable;
  const count = (number: number) => formatItems(number, noun.toLowerCase());
  const { active = [], idle = [] } = Object.groupBy(items, ({ recentActivity }) =>
    recentActivity > 0 ? 'active' : 'idle',
  );
  return {
    kind,
    title: count(items.length),
    activityLabel: `${capitalize(activity)}, last 30 days`,
    warning,
    people: [
      presentPeople(active, `${count(active.length)} with ${activity} in the last 30 days`),
      presentPeople(idle, `${count(idle.length)} without ${activity} in the last 30 days`),
    ].filter(({ shown }) => shown.length > 0),
  };
}

function presentPeople(items: readonly RemovalItem[], title: string): ReviewPeople {
  const people = items.map(({ id, email, recentActivity }) => ({
    id,
    email,
    recentActivity: formatCount(recentActivity),
  }));
  return {
    title,
    isActive: items.some(({ recentActivity }) => recentActivity > 0),
    shown: people.slice(0, SHOWN_PEOPLE_LIMIT),
    collapsed: people.slice(SHOWN_PEOPLE_LIMIT),
  };
}

/** Returns a sentence that names selected items that are no longer listed; undefined if there are none. */
export function goneText({ gone }: Selected): string | undefined {
  if (gone.length === 0) return undefined;
  const ids = gone.slice(0, 10).map(({ id }) => id.slice(0, 80));
  const others = gone.length > ids.length ? ` and ${formatCount(gone.length - ids.length)} more` : '';
  return `No longer listed, and skipped: ${ids.join(', ')}${others}`;
}

/** Returns the text and the style of an outcome. */
export function outcomeText({ item, outcome }: Pick<RemovalResult, 'item' | 'outcome'>): {
  readonly kind: 'removed' | 'gone' | 'failed';
  readonly text: string;
} {
  if (outcome === 'removed') return { kind: 'removed', text: removableLists[item.kind].list.removable.done };
  if (outcome === 'already gone') return { kind: 'gone', text: 'Was already gone' };
  return { kind: 'failed', text: `Failed: ${outcome.failed}` };
}

const stopTexts: Readonly<Record<StopReason, string>> = {
  'browser left': 'You left this page',
  'shutting down': 'The portal was about to restart',
  'session ended': 'Your session has ended',
  'process ended': 'The process of this removal has ended',
};

/** Returns a sentence about the items that were not started; undefined if there are none. */
export function stoppedText({ stopped, remaining, items }: RunView): string | undefined {
  if (!stopped || remaining.length === 0) return undefined;
  return `${stopTexts[stopped]}: ${formatCount(remaining.length)} of ${formatCount(items.length)} were not started.`;
}

/** Returns a summary such as “309 licenses revoked, 2 already gone, 1 failed”. */
export function summaryOf({ results, items }: RunView): string {
  const parts = removableKinds.map(kind => {
    const count = results.filter(({ item, outcome }) => item.kind === kind && outcome === 'removed').length;
    const { noun, done } = removableLists[kind].list.removable;
    return items.some(item => item.kind === kind) ? `${formatItems(count, noun)} ${done}`.toLowerCase() : '';
  });
  const gone = results.filter(({ outcome }) => outcome === 'already gone').length;
  const failed = results.filter(({ outcome }) => typeof outcome === 'object').length;
  return [
    ...parts,
    gone > 0 ? `${formatCount(gone)} already gone` : '',
    failed > 0 ? `${formatCount(failed)} failed` : '',
  ]
    .filter(part => part !== '')
    .join(', ');
}
