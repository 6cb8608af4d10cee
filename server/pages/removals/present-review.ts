import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { allOf, type ProductKey, productKeys, productTerms } from '../../../shared/products';
import { removalLimit, TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type {
  PeopleColumn,
  PeopleTableProps,
  PeopleTableRow,
  PersonCell,
} from '../../../views/components/PeopleTable';
import type { ButtonFormProps } from '../../../views/components/PostForm';
import type { ReviewContent } from '../../../views/pages/RemovalReviewPage';
import { escapeId, groupByProduct, type ItemGroup, itemKey, type RemovalItem } from '../../removals/items';
import { digestOfItems, type PersonWithItems, peopleOf, recentActivityOf } from '../../removals/people';
import type { Review } from '../../removals/state';
import { emailKey } from '../../text/email-address';
import type { FirstTexts } from '../../text/first-texts';
import { formatActivation } from '../days';
import { capitalize, formatItems, formatPeople, formatUnbroken, joinTexts, listFirst } from '../format';
import { pageOfRows } from '../page-of-rows';
import { presentLine } from '../people-list/present-line';
import { personRow } from '../present-person';
import { productDefinitions } from '../product/products';
import { askFirstUrl, reviewUrl } from '../product/removal-urls';
import { effectText } from '../product/removal-words';
import { withSource } from './selection-source';

export interface ConfirmableReview {
  readonly state: 'open';
  readonly id: string;
  /** Its `items` are those that its job would remove, and `out` are those of people who were left out. */
  readonly review: Review & { readonly out: readonly RemovalItem[] };
  /** The URL of the page on which the items were selected. */
  readonly backHref: string;
}

/** The groups of a review: the IDs of their headings, and the parameters of their pages. */
export const reviewGroups = ['used', 'unused', 'out'] as const;

type ReviewGroup = (typeof reviewGroups)[number];

const groupTitles = {
  used: 'Used in the last 30 days',
  unused: 'Not used in the last 30 days',
  out: 'Left out, nothing happens to them',
} as const satisfies Record<ReviewGroup, string>;

/** The URL of the review in a query string, or of a form about it, with the same pages of its groups. */
export function reviewPageUrl(query: Query, path: string = paths.reviewRemovals): string {
  const parameters = ['review', ...reviewGroups].flatMap(name => {
    const { [name]: value } = query;
    return typeof value === 'string' ? [[name, value.toWellFormed()]] : [];
  });
  return `${path}?${new URLSearchParams(parameters)}`;
}

type GroupedPeople = Readonly<Record<ReviewGroup, readonly PersonWithItems[]>>;

/** The people of each group of a review, some of which may be empty. */
export function groupPeople(kept: readonly RemovalItem[], out: readonly RemovalItem[]): GroupedPeople {
  const isUsed = ({ items }: PersonWithItems) =>
    productKeys.some(productKey => items[productKey].some(item => item.isUsed));
  const { used = [], unused = [] } = Object.groupBy(peopleOf(kept), each =>
    isUsed(each) ? 'used' : 'unused',
  );
  return { used, unused, out: peopleOf(out) };
}

/**
 * The content of a review: the people whose licenses and cards a job would remove, beginning with items in use. The query
 * has a wrong number that was typed as confirmation.
 */
export function presentReview(
  { id, review, backHref }: ConfirmableReview,
  query: Query,
  { perHour, left, now }: { readonly perHour: number; readonly left: number; readonly now: number },
): Extract<ReviewContent, { state: 'ready' }> {
  const typed = typeof query.typed === 'string' ? query.typed.slice(0, 20) : undefined;
  const { items, out, count, source, formKey } = review;
  const itemGroups = groupByProduct(items);
  const groups = groupPeople(items, out);
  const people = groups.used.length + groups.unused.length;
  return {
    state: 'ready',
    summary: summaryText(itemGroups, people),
    title: formatPeople(people),
    leftOutCount: groups.out.length === 0 ? undefined : `${formatCount(groups.out.length)} left out`,
    backHref,
    notes: [
      goneText(review),
      partialText(review),
      count > items.length + out.length ? truncationNote(review, perHour) : undefined,
    ].filter(note => note !== undefined),
    lastText: lastTextResult(review, groups.out.length),
    people: presentPeople({ id, review, groups }, query, now),
    askHref: askFirstUrl(id),
    exportHref: withParameter(paths.askFirstFile, 'review', id),
    leaveOut: {
      action: reviewPageUrl(query, paths.leaveOut),
      isOpen: review.lastText !== undefined,
      problem: review.lastText?.problem,
      text: review.lastText?.text ?? '',
    },
    canConfirm: items.length > 0,
    warning: itemGroups[0] ? productDefinitions[itemGroups[0].productKey].removal.warning : '',
    effect: itemGroups.map(({ productKey, items: own }) => effectText(productKey, own.length)).join(' '),
    action: withSource(paths.removalJob, source),
    formKey,
    hidden: [
      ['review', id],
      ['digest', digestOfItems(items)],
    ],
    leftInHour:
      left === perHour || left >= 2 * items.length
        ? undefined
        : `You can remove ${formatCount(left)} more ${left === 1 ? joinTexts(productKeys, 'or') : allOf()} this hour.`,
    typedCount: items.length > TYPED_COUNT_ABOVE ? { expected: formatCount(items.length), typed } : undefined,
    confirmLabel: joinTexts(itemGroups.map(removalLabel), 'and'),
    busyLabel: `${joinTexts(
      itemGroups.map(({ productKey }) => productTerms[productKey].doing),
      'and',
    )}...`,
  };
}

/** The people of each group, with a button that leaves out each of them or puts them back. */
function presentPeople(
  { id, review, groups }: Pick<ConfirmableReview, 'id' | 'review'> & { readonly groups: GroupedPeople },
  query: Query,
  now: number,
): PeopleTableProps {
  const leaveOutUrl = reviewPageUrl(query, paths.leaveOut);
  const products = groupByProduct([...review.items, ...review.out]).map(({ productKey }) => productKey);
  const rowOf = (person: PersonWithItems, group: ReviewGroup): PeopleTableRow => {
    const cells = products.flatMap(productKey => activityCells(person.items[productKey], productKey));
    const row = personRow(person, Object.fromEntries(cells));
    const isOut = group === 'out';
    const key = Object.values(person.items).flat().map(itemKey)[0] ?? '';
    const action: ButtonFormProps = {
      action: leaveOutUrl,
      hidden: [['person', escapeId(key)], ['group', group], ...(isOut ? [['back', '1'] as const] : [])],
      label: isOut ? 'Put back' : 'Leave out',
      variant: 'small plain',
    };
    return {
      ...row,
      person: { ...row.person, note: ageOf(person, now) },
      cells: { ...row.cells, ...lineCell(person, review), action: { action } },
    };
  };
  return {
    caption: `People whose ${allOf()} will be removed`,
    columns: [
      ...(review.lines ? [{ key: 'line', title: 'In your list', kind: 'line' } as const] : []),
      ...products.flatMap(activityColumns),
      { key: 'action', title: 'Action', kind: 'action' },
    ],
    groups: reviewGroups
      .filter(group => groups[group].length > 0)
      .map(group => {
        const people = groups[group];
        const title = groupTitles[group];
        const paged = { url: reviewUrl(id), query, parameter: group, anchor: group, label: title };
        const { rows, pagination } = pageOfRows(people, paged);
        const label = `Put all ${formatCount(people.length)} back`;
        const putBack = { action: leaveOutUrl, hidden: [['back', '1']], label } as const;
        const action = group === 'out' && people.length > 1 ? putBack : undefined;
        const count = formatPeople(people.length);
        return {
          heading: { id: group, title, count, isWarning: group === 'used', action },
          isMuted: group === 'out',
          rows: rows.map(person => rowOf(person, group)),
          pagination,
        };
      }),
  };
}

/** “9 people will lose 8 licenses and 5 cards.” */
function summaryText(groups: readonly ItemGroup[], people: number): string {
  if (people === 0) return 'Everyone was left out.';
  const items = groups.map(({ productKey, items: { length } }) => formatItems(length, productKey));
  return `${formatPeople(people)} will lose ${joinTexts(items, 'and')}.`;
}

/** “Revoke 8 licenses and deactivate 5 cards” begins with the label of the first product. */
function removalLabel({ productKey, items }: ItemGroup, index: number): string {
  const { verb } = productTerms[productKey];
  return `${index === 0 ? verb : verb.toLowerCase()} ${formatItems(items.length, productKey)}`;
}

/** Says how many removals this takes, and how many items can be removed in an hour (P243). */
function truncationNote({ count, items }: Review, limitPerHour: number): string {
  const most = removalLimit(limitPerHour);
  const jobs = `This takes ${formatItems(Math.ceil(count / most), 'removal')}; you can remove ${formatCount(limitPerHour)} an hour.`;
  return `${formatCount(count)} match. One removal has at most ${formatCount(most)}, so only the first ${formatCount(items.length)} are listed. ${jobs}`;
}

/** Adds the line of the list with which the person was compared. */
function lineCell(
  { email, name }: PersonWithItems,
  { lines, source: { q: query = '' } }: Review,
): Readonly<Record<string, PersonCell>> {
  const line = lines?.[emailKey(email)];
  if (line === undefined) return {};
  return { line: { lines: presentLine({ email, name, line }, { query, isTable: false }) } };
}

function activityColumns(productKey: ProductKey): readonly PeopleColumn[] {
  const column = { group: capitalize(productKey), kind: 'number', isLabeled: true } as const;
  return [
    { ...column, key: productKey, title: 'Last 30 days' },
    { ...column, key: `${productKey}-total`, title: 'All time' },
  ];
}

/** “66 leads” or “2 licenses, 66 leads” in the last 30 days, and the number of all time; “No card” for nothing. */
function activityCells(
  items: readonly RemovalItem[],
  productKey: ProductKey,
): readonly (readonly [string, PersonCell])[] {
  if (items.length === 0) return [[productKey, { text: `No ${productKey}`, isMissing: true }]];
  const recent = recentActivityOf(items);
  const activity = formatUnbroken(recent, productTerms[productKey].activityNoun);
  const text = items.length === 1 ? activity : `${formatUnbroken(items.length, productKey)}, ${activity}`;
  const total = items.reduce((sum, { totalActivity }) => sum + totalActivity, 0);
  return [
    [productKey, { text, isMuted: recent === 0 }],
    [`${productKey}-total`, { text: formatCount(total) }],
  ];
}

/** “License activated 15 months ago”; undefined for several licenses, or for one that brought something. */
function ageOf({ items }: PersonWithItems, now: number): string | undefined {
  const ages = productKeys.flatMap(productKey => {
    const [item, ...others] = items[productKey];
    if (!item || others.length > 0) return [];
    const { recentActivity: last30Days, totalActivity: total, activatedOn } = item;
    const activation = formatActivation({ last30Days, total, activatedOn }, now);
    return activation ? [`${capitalize(productKey)} ${activation}`] : [];
  });
  return ages.join(', ') || undefined;
}

/** A sentence that names selected items that are no longer listed. */
export function goneText({ gone }: Pick<Review, 'gone'>): string | undefined {
  if (gone.length === 0) return undefined;
  const ids = gone.map(({ id, email }) => (email || id).slice(0, 80));
  return `No longer listed as selected, and skipped: ${listFirst(ids)}`;
}

/** Warns that a list was incomplete, so that people may have more than the review shows. */
function partialText({ partial = [] }: Pick<Review, 'partial'>): string | undefined {
  if (partial.length === 0) return undefined;
  return `Some ${allOf(partial)} could not be read, so these people may have more than this review shows.`;
}

/** What the last text has done, if there is more to say about it. A text that leaves out nobody says so in its form. */
function lastTextResult(review: Review, leftOut: number): readonly string[] {
  const notes = lastTextNotes(review);
  if (notes.length === 0 || review.lastText?.problem) return notes;
  return [`${formatPeople(leftOut)} left out.`, ...notes];
}

/** Says who was left out by name, and what the last text said besides (P376). */
export function lastTextNotes({ lastText }: Pick<Review, 'lastText'>): readonly string[] {
  if (!lastText) return [];
  const { notReviewed, perhaps, notAddresses } = lastText;
  const notes: readonly (readonly [string, FirstTexts])[] = [
    ['Not in this review, so not left out', notReviewed],
    ['Left out, because they are perhaps in the text', perhaps],
    ['Not read as an address', notAddresses],
  ];
  return notes.flatMap(([note, { texts, count }]) =>
    count > 0 ? [`${note}: ${listFirst(texts, count)}.`] : [],
  );
}
