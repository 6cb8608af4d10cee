import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { type ProductKey, plural, productKeys, productTerms } from '../../../shared/products';
import { TYPED_COUNT_ABOVE } from '../../../shared/removals';
import type { PersonCell, PersonRow } from '../../../views/components/PeopleTable';
import type { ButtonFormProps } from '../../../views/components/PostForm';
import type { LeftOutProps, ReviewContent } from '../../../views/pages/RemovalReviewPage';
import { groupByProduct, type ItemGroup, type RemovalItem } from '../../removals/items';
import { type PersonWithItems, peopleOf, recentActivityOf } from '../../removals/people';
import type { Review } from '../../removals/state';
import { digestOf } from '../../text/digest';
import { emailKey } from '../../text/email-address';
import { NAMED_LIMIT } from '../../text/first-texts';
import { formatItems, formatPeople, formatUnbroken, listFirst } from '../format';
import { pageOfRows } from '../page-of-rows';
import { presentLine } from '../people-list/present-line';
import { LICENSES_HAVE_NO_NAMES, notesOfReading, presentNotRead } from '../people-list/present-not-read';
import { textProblem } from '../people-list/read-problem';
import { productDefinitions } from '../product/products';
import { askFirstUrl, reviewUrl } from '../product/removal-urls';
import { effectText, jobsText, removalLimit } from '../product/removal-words';
import { personRow, productColumns } from './people-table';
import { withSource } from './selection-source';

const leaveOutUrl = (id: string) => withParameter(paths.leaveOut, 'review', id);

/**
 * The content of a review: the people whose licenses and cards a job would remove, beginning with items in use. The query
 * has a wrong number that was typed as confirmation, and why the last text about people to leave out cannot be used.
 */
export function presentReview(
  { id, review, backHref }: { readonly id: string; readonly review: Review; readonly backHref: string },
  query: Query,
  { perHour, left }: { readonly perHour: number; readonly left: number },
): Extract<ReviewContent, { state: 'ready' }> {
  const typed = typeof query.typed === 'string' ? query.typed.slice(0, 20) : undefined;
  const { items, count, source, formKey } = review;
  const itemGroups = groupByProduct(items);
  const people = peopleOf(items);
  const { used = [], unused = [] } = Object.groupBy(people, ({ items: own }) =>
    productKeys.some(productKey => own[productKey].some(({ isUsed }) => isUsed)) ? 'used' : 'unused',
  );
  const groups = [
    { title: 'In use in the last 30 days', id: 'used', people: used },
    { title: 'Not used in the last 30 days', id: 'unused', people: unused },
  ];
  return {
    state: 'ready',
    summary: summaryText(itemGroups, people.length),
    backHref,
    notes: [
      goneText(review),
      partialText(review),
      count > items.length ? truncationNote(review, perHour) : undefined,
    ].filter(note => note !== undefined),
    // The addresses on record are from the text before the refused one.
    leftOut: presentLeftOut(id, query.refused === undefined ? review : { ...review, lastText: undefined }),
    people: {
      caption: 'People whose licenses and cards will be removed',
      columns: [
        ...(review.lines ? [{ key: 'line', title: 'In your list', kind: 'line' } as const] : []),
        ...productColumns(items, 'number', ', last 30 days'),
      ],
      groups: groups
        .filter(group => group.people.length > 0)
        .map(({ title, id: parameter, people: own }) => {
          const paged = { url: reviewUrl(id), query, parameter, anchor: parameter, label: title };
          const { rows, pagination } = pageOfRows(own, paged);
          const count = formatPeople(own.length);
          return {
            heading: { id: parameter, title, count, isWarning: parameter === 'used' },
            rows: rows.map(person => withLine(personRow(person, activityCell), person, review)),
            pagination,
          };
        }),
    },
    askHref: askFirstUrl(id),
    exportHref: withParameter(paths.askFirstFile, 'review', id),
    leaveOut: {
      action: leaveOutUrl(id),
      isOpen: query.refused !== undefined || review.lastText !== undefined,
      problem:
        query.refused === undefined
          ? undefined
          : `${textProblem(String(query.refused))} Nobody was left out.`,
    },
    warning: itemGroups[0] ? productDefinitions[itemGroups[0].productKey].removal.warning : '',
    effect: itemGroups.map(({ productKey, items: own }) => effectText(productKey, own.length)).join(' '),
    action: withSource(paths.removalJob, source),
    formKey,
    hidden: [
      ['review', id],
      ['digest', digestOfItems(items)],
    ],
    leftInHour:
      left === perHour
        ? undefined
        : `You can remove ${formatCount(left)} more ${left === 1 ? 'license or card' : 'licenses and cards'} in this hour.`,
    typedCount: items.length > TYPED_COUNT_ABOVE ? { expected: formatCount(items.length), typed } : undefined,
    confirmLabel: itemGroups.map(removalLabel).join(' and '),
    busyLabel: `${itemGroups.map(({ productKey }) => productTerms[productKey].doing).join(' and ')}...`,
  };
}

/** “9 people: 8 licenses will be revoked and 5 cards deactivated”. */
function summaryText(groups: readonly ItemGroup[], people: number): string {
  const effects = groups.map(({ productKey, items }, index) => {
    const { done } = productTerms[productKey];
    return `${formatItems(items.length, productKey)}${index === 0 ? ' will be' : ''} ${done.toLowerCase()}`;
  });
  return `${formatPeople(people)}: ${effects.join(' and ')}`;
}

/** Identifies the items that a page shows, so that no others are confirmed. */
export function digestOfItems(items: readonly RemovalItem[]): string {
  return digestOf(
    items.map(({ productKey, id, email, recentActivity }) => [productKey, id, email, recentActivity]),
  );
}

/** “Revoke 8 licenses and deactivate 5 cards” begins with the label of the first product. */
function removalLabel({ productKey, items }: ItemGroup, index: number): string {
  const { verb } = productTerms[productKey];
  return `${index === 0 ? verb : verb.toLowerCase()} ${formatItems(items.length, productKey)}`;
}

function truncationNote({ count, items }: Review, limitPerHour: number): string {
  const most = formatCount(removalLimit({ removalLimitPerHour: limitPerHour }));
  return `${formatCount(count)} match. One removal has at most ${most}, so only the first ${formatCount(items.length)} are listed. ${jobsText(count, limitPerHour)}`;
}

/** Adds the line of the list with which the person was compared. */
function withLine(row: PersonRow, { email, name }: PersonWithItems, { lines }: Review): PersonRow {
  const line = lines?.[emailKey(email)];
  if (line === undefined) return row;
  const shown = presentLine({ email, name, line }, { query: '', isTable: false });
  return { ...row, cells: { ...row.cells, line: { lines: shown } } };
}

/** “66 leads”, or “2 licenses, 66 leads”. */
function activityCell(items: readonly RemovalItem[], productKey: ProductKey): PersonCell {
  if (items.length === 0) return {};
  const text = formatUnbroken(recentActivityOf(items), productTerms[productKey].activityNoun);
  return { text: items.length === 1 ? text : `${formatUnbroken(items.length, productKey)}, ${text}` };
}

/** A sentence that names selected items that are no longer listed. */
export function goneText({ gone }: Pick<Review, 'gone'>): string | undefined {
  if (gone.length === 0) return undefined;
  const ids = gone.map(({ id, email }) => (email || id).slice(0, 80));
  return `No longer listed as selected, and skipped: ${listFirst(ids, NAMED_LIMIT)}`;
}

/** Warns that a list was incomplete, so that people may have more than the review shows. */
function partialText({ partial = [] }: Pick<Review, 'partial'>): string | undefined {
  if (partial.length === 0) return undefined;
  const names = partial.map(plural).join(' and ');
  return `Some ${names} could not be read, so these people may have more than this review shows.`;
}

/** The effects of texts about people to leave out. */
function presentLeftOut(id: string, review: Review): LeftOutProps | undefined {
  const [text, notes] = [leftOutText(review), lastTextNotes(review)];
  const advice = review.items.some(({ productKey }) => productKey === 'license')
    ? LICENSES_HAVE_NO_NAMES
    : undefined;
  const notRead = review.lastText ? presentNotRead(review.lastText.notRead, 'line', advice) : [];
  if (text === undefined && notes.length + notRead.length === 0) return undefined;
  return {
    people: text === undefined ? undefined : { text, putBack: putBackForm(id, review) },
    notes,
    notRead,
  };
}

export function putBackForm(id: string, { leftOut = [] }: Pick<Review, 'leftOut'>): ButtonFormProps {
  const label = `Put back ${formatPeople(peopleOf(leftOut).length)}`;
  return { action: leaveOutUrl(id), hidden: [['back', '1']], label };
}

export function leftOutText({ leftOut = [] }: Pick<Review, 'leftOut'>): string | undefined {
  const people = [...new Set(leftOut.map(({ email }) => email))];
  return people.length === 0 ? undefined : `Left out: ${listFirst(people, NAMED_LIMIT)}.`;
}

/** Names the rest of the last text (P376). */
export function lastTextNotes({
  leftOut = [],
  lastText,
}: Pick<Review, 'leftOut' | 'lastText'>): readonly string[] {
  if (!lastText) return [];
  const { notReviewed, named, notRead } = lastText;
  const { texts, count } = notReviewed;
  return [
    ...(leftOut.length === 0 ? ['Nobody was left out.'] : []),
    ...(count > 0 ? [`Not in this review, so not left out: ${listFirst(texts, texts.length, count)}.`] : []),
    ...(named.count > 0
      ? [`Left out by their name: ${listFirst(named.texts, NAMED_LIMIT, named.count)}.`]
      : []),
    ...notesOfReading(notRead),
  ];
}
