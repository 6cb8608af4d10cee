import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { ButtonFormProps } from '../../../views/components/PostForm';
import type {
  AnswersProps,
  ReviewContent,
  ReviewGroup,
  ReviewRow,
} from '../../../views/pages/RemovalReviewPage';
import { digestOf } from '../../digest';
import { ADDRESS_LIMIT } from '../../leavers/read-people';
import { groupByKind, type ItemGroup, type RemovalItem } from '../../removals/items';
import { peopleOf } from '../../removals/people-to-ask';
import type { Review } from '../../removals/state';
import { capitalize, formatCount, formatItems, nameSome, presentFigure } from '../figures';
import { definitions } from '../product/products';
import { nounOf, removalTerms } from '../products';
import { askAddress, runsText, selectionAction } from './terms';

const leaveOutAddress = withParameter(paths.leaveOut, 'review');

/** How many rows of a group a review shows. The others are collapsed (P245). */
const SHOWN_ROWS_LIMIT = 25;

type Found = NonNullable<Review['found']>;

/** A review with the items that it has found. */
export interface FoundReview {
  readonly state: 'found';
  readonly id: string;
  readonly review: Review;
  readonly found: Found;
  /** The URL of the list with the items selected. */
  readonly backHref: string;
}

/**
 * The content of a review: the items that a run would remove, those in use first. The query has a wrong number that was
 * typed as confirmation, and why the last text about people to leave out cannot be used.
 */
export function presentReview(
  { id, review, found, backHref }: FoundReview,
  query: Query,
  limitPerHour: number,
): ReviewContent {
  const typed = typeof query.typed === 'string' ? query.typed.slice(0, 20) : undefined;
  const { items, count } = found;
  const { back, once } = review;
  const kinds = groupByKind(items);
  const { active = [], idle = [] } = Object.groupBy(items, ({ recentActivity }) =>
    recentActivity > 0 ? 'active' : 'idle',
  );
  const present = presentRow(kinds);
  const kindOrder = kinds.length > 1 ? ['licenses, then cards'] : [];
  return {
    state: 'ready',
    backHref,
    exportMenu: {
      id: 'export-review',
      what: 'people of this review',
      exports: [
        {
          label: 'People',
          links: [{ label: 'CSV', href: withParameter(paths.askFirstFile, 'review')(id) }],
        },
      ],
    },
    figures: [
      ...kinds.map(({ kind, items: group }) => ({
        label: `${removalTerms[kind].noun}s`,
        value: formatCount(group.length),
      })),
      { label: 'In use in the last 30 days', value: formatCount(active.length) },
      { label: 'People', value: formatCount(peopleOf(items).length) },
    ],
    problem: typed === undefined ? undefined : `Please type ${items.length} to confirm.`,
    gone: goneText(found),
    answers: presentAnswers(id, review),
    truncationNote: count > items.length ? truncationNote(count, limitPerHour) : undefined,
    groups: [
      presentGroup(active.map(present), true, [...kindOrder, 'the most active first']),
      presentGroup(idle.map(present), false, [...kindOrder, 'by email']),
    ].filter(({ shown }) => shown.length > 0),
    warnings: kinds.slice(0, 1).map(({ kind }) => ({
      warning: definitions[kind].removal.warning,
      effect: kinds.map(each => removalTerms[each.kind].effect(each.items.length)).join(' '),
    })),
    total: totalText(kinds),
    askHref: askAddress(id),
    leaveOut: {
      action: leaveOutAddress(id),
      problem: query.refused === undefined ? undefined : refusalText(query.refused),
    },
    action: selectionAction(paths.removalRun, back),
    once,
    hidden: [
      ['review', id],
      ['digest', digestOfItems(items)],
    ],
    typedCount:
      items.length > TYPED_COUNT_ABOVE
        ? { expected: String(items.length), typed: typed ?? '', isWrong: typed !== undefined }
        : undefined,
    confirmLabel: kinds.map(removalLabel).join(' and '),
    busyLabel: `${kinds.map(({ kind }) => removalTerms[kind].doing).join(' and ')}...`,
  };
}

/** For instance “50 licenses”, or “9 licenses and cards”. */
function totalText(kinds: readonly ItemGroup[]): string {
  const count = kinds.reduce((sum, { items }) => sum + items.length, 0);
  const [first, second] = kinds;
  return first && !second
    ? formatItems(count, nounOf(first.kind))
    : `${formatCount(count)} licenses and cards`;
}

function refusalText(refused: Query[string]): string {
  return refused === 'too many'
    ? `This text has more than ${formatCount(ADDRESS_LIMIT)} email addresses.`
    : 'There is no email address in this text.';
}

/** Identifies the items that a page shows, so that no others are confirmed. */
export function digestOfItems(items: readonly RemovalItem[]): string {
  return digestOf(items.map(({ kind, id, email, recentActivity }) => [kind, id, email, recentActivity]));
}

/** For instance “Revoke 312 Licenses”. */
function removalLabel({ kind, items }: ItemGroup): string {
  const { verb, noun } = removalTerms[kind];
  return `${verb} ${formatItems(items.length, noun)}`;
}

function truncationNote(count: number, limitPerHour: number): string {
  const most = formatCount(REMOVAL_LIMIT);
  return `${formatCount(count)} match. A run removes at most ${most}, so only the first ${most} are listed. ${runsText(count, limitPerHour)}`;
}

/** A function that presents an item, with a bar that compares it with the others of its kind. */
function presentRow(kinds: readonly ItemGroup[]): (item: RemovalItem) => ReviewRow {
  const largest = new Map(
    kinds.map(({ kind, items }) => [kind, Math.max(...items.map(item => item.recentActivity))]),
  );
  return ({ kind, id, email, recentActivity }) => {
    const { noun, activity } = removalTerms[kind];
    const bar = recentActivity > 0 ? largest.get(kind) : undefined;
    return {
      ...{ key: `${kind} ${id}`, email, noun },
      activity: presentFigure(recentActivity, bar),
      unit: capitalize(activity),
    };
  };
}

function presentGroup(rows: readonly ReviewRow[], isActive: boolean, order: readonly string[]): ReviewGroup {
  const activity = isActive ? 'in use in' : 'with nothing in';
  return {
    title: `${formatCount(rows.length)} ${activity} the last 30 days`,
    order: capitalize(order.join(', ')),
    isActive,
    shown: rows.slice(0, SHOWN_ROWS_LIMIT),
    collapsed: rows.slice(SHOWN_ROWS_LIMIT),
  };
}

/** A sentence that names selected items that are no longer listed; undefined if there are none. */
export function goneText({ gone }: Pick<Found, 'gone'>): string | undefined {
  if (gone.length === 0) return undefined;
  const ids = gone.map(({ id }) => id.slice(0, 80));
  return `No longer listed, and skipped: ${nameSome(ids, 10)}`;
}

/** The effects of texts about people to leave out; undefined if there are none. */
function presentAnswers(id: string, review: Review): AnswersProps | undefined {
  const [text, notReviewed] = [leftOutText(review), notReviewedText(review)];
  if (text === undefined && notReviewed === undefined) return undefined;
  return { leftOut: text === undefined ? undefined : { text, putBack: putBackForm(id) }, notReviewed };
}

/** The form that puts back everybody who was left out. */
export function putBackForm(review: string): ButtonFormProps {
  return { action: leaveOutAddress(review), hidden: [['back', '1']], label: 'Put back' };
}

/** Names the people who were left out of a review; undefined if there are none. */
export function leftOutText({ leftOut = [] }: Pick<Review, 'leftOut'>): string | undefined {
  const people = [...new Set(leftOut.map(({ email }) => email))];
  return people.length === 0 ? undefined : `Left out: ${nameSome(people, NAMED_LIMIT)}.`;
}

/** Names the addresses of the last text that are not in the review (P376); undefined if there are none. */
export function notReviewedText({ notReviewed }: Pick<Review, 'notReviewed'>): string | undefined {
  if (!notReviewed || notReviewed.count === 0) return undefined;
  const { texts, count } = notReviewed;
  return `Not in this review: ${nameSome(texts, texts.length, count)}.`;
}

/** How many people a sentence names. */
const NAMED_LIMIT = 25;
