import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import {
  REMOVAL_LIMIT,
  type RemovableKind,
  removableKinds,
  TYPED_COUNT_ABOVE,
} from '../../../shared/removals';
import {
  RemovalReviewPage,
  type ReviewContent,
  type ReviewGroup,
  type ReviewPeople,
} from '../../../views/pages/RemovalReviewPage';
import type { SignedInRequest } from '../../http/request';
import type { RemovalItem } from '../../removals/run';
import { capitalize, formatCount, formatItems } from '../figures';
import type { SignedInHandler } from '../handler';
import { signedInPage } from '../signed-in-page';
import {
  readSelection,
  removableProducts,
  type Selected,
  selectionFields,
  selectionPage,
  selectsView,
} from './selection';

/** How many people of a group a review shows. The others are collapsed (P245). */
const SHOWN_PEOPLE_LIMIT = 25;

/** POST /removals/review: shows the items that a run would remove (P245). `problem` says why a run was not started. */
export function reviewPage(problem?: string): SignedInHandler {
  return signedInPage({
    title: 'Review Removal',
    subtitle: 'Nothing has been done yet',
    shape: 'list',
    load: (request, _details, dependencies) => readSelection(request, dependencies),
    async show(request, selection, layout) {
      const backHref = selectionPage(request);
      const content: ReviewContent =
        'refused' in selection
          ? {
              state: 'refused',
              message: selection.refused,
              backHref,
              again: selection.isTemporary
                ? { action: paths.reviewRemovals + request.search, hidden: selectionFields(request) }
                : undefined,
            }
          : selection.items.length === 0
            ? { state: 'empty', gone: goneText(selection), backHref }
            : presentReview(request, selection, { backHref, problem });
      // The page has its own retry form: the layout's link would lose the selection.
      return {
        element: createElement(RemovalReviewPage, { layout: { ...layout, outage: undefined }, content }),
      };
    },
  });
}

function presentReview(
  request: SignedInRequest,
  selected: Selected,
  { backHref, problem }: { readonly backHref: string; readonly problem: string | undefined },
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
    problem,
    gone: goneText(selected),
    truncationNote:
      found > items.length
        ? `${formatCount(found)} match. One run removes ${formatCount(REMOVAL_LIMIT)} at most: these are the first.`
        : undefined,
    groups: groups.map(presentGroup),
    action: `${paths.removalRun}${request.search}`,
    once: randomUUID(),
    hidden: selectsView(request)
      ? [
          ['all', '1'],
          ['digest', digest],
        ]
      : items.map(({ kind, id }) => [kind, id] as const),
    typedCount: items.length > TYPED_COUNT_ABOVE ? String(items.length) : undefined,
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
  const { verb, noun } = removableProducts[kind];
  return `${verb} ${formatItems(items.length, noun)}`;
}

function presentGroup({ kind, items }: Group): ReviewGroup {
  const { noun, activity, warning } = removableProducts[kind];
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
function goneText({ gone }: Selected): string | undefined {
  if (gone.length === 0) return undefined;
  const ids = gone.slice(0, 10).map(({ id }) => id.slice(0, 80));
  const others = gone.length > ids.length ? ` and ${formatCount(gone.length - ids.length)} more` : '';
  return `No longer listed, and skipped: ${ids.join(', ')}${others}`;
}
