import { paths, withParameter } from '../../../shared/paths';
import type { RemovableKind } from '../../../shared/removals';
import type { AskFirstContent } from '../../../views/pages/AskFirstPage';
import type { Dependencies } from '../../dependencies';
import { activityOf, type PersonToAsk, peopleOf } from '../../removals/people-to-ask';
import { formatWeekday } from '../days';
import { formatCount, formatItems, formatPeople } from '../figures';
import type { SignedInRequest } from '../handler';
import { presentLists } from '../lists/list-view';
import { keepParameters } from '../lists/page-lists';
import { presentMailGroups } from '../mail-groups';
import { nounOf } from '../products';
import type { FoundReview } from '../removals/present-review';
import { reviewAddress } from '../removals/terms';
import { type AnswerDay, readAnswerDay, workingDayAfter } from './answer-day';
import { askedLists, kindsOf, listPeople } from './lists';

/** A letter of the administrator to the people of a review, and the ways to send it. */
export async function presentQuestion(
  { id, found, backHref }: FoundReview,
  { query, details }: SignedInRequest,
  { now, workers }: Dependencies,
): Promise<Extract<AskFirstContent, { state: 'ready' }>> {
  const people = peopleOf(found.items);
  const day = readAnswerDay(query.until, now());
  const { subject, text } = writeQuestion(people, day, (await details())?.name ?? '');
  const { groups, unreached } = presentMailGroups(
    people.map(({ email }) => email),
    subject,
    text,
  );
  const owner = keepParameters(askedLists, { review: id, until: day.value });
  // The list does not need the names, for which the list of cards would be fetched.
  const source = listPeople(people, new Map(), workers.sortTable);
  const { lists } = await presentLists(owner, source, { query });
  const kinds = kindsOf(people);
  const withDay = (path: string) => withParameter(withParameter(path, 'review')(id), 'until')(day.value);
  return {
    state: 'ready',
    summary: `${formatPeople(people.length)}${truncation(found)}. Nothing is removed and nothing is sent from here.`,
    letter: { subject, text },
    groups,
    unreached,
    review: id,
    day,
    reminderDay: formatWeekday(workingDayAfter(day.value)),
    fileHref: withParameter(paths.askFirstFile, 'review')(id),
    reminderHref: withDay(paths.askFirstReminder),
    reviewHref: reviewAddress(id),
    backHref,
    kind: kinds.length === 1 && kinds[0] ? kinds[0] : 'all',
    people: lists.people,
  };
}

/** Says that a run, and so this page, has only the first of many items. */
function truncation({ items, count }: FoundReview['found']): string {
  if (count <= items.length) return '';
  return `, who have the first ${formatCount(items.length)} of the ${formatCount(count)} that match`;
}

/** How the letter names what a person has. `name` is for the only kind of all. */
const words = {
  license: {
    text: 'a license for our lead-capture scanner app',
    name: 'lead-capture license',
    activity: 'lead',
  },
  card: { text: 'a digital business card', name: 'digital business card', activity: 'visit' },
} as const satisfies Record<RemovableKind, unknown>;

/** Writes the letter. Its numbers are those of one person, or the largest ones of several. */
function writeQuestion(people: readonly PersonToAsk[], day: AnswerDay, name: string) {
  const kinds = kindsOf(people);
  const limit = people.length === 1 ? '' : 'at most ';
  const have = kinds.map(kind => {
    const { text, activity } = words[kind];
    const most = Math.max(0, ...people.map(({ items }) => activityOf(items[kind])));
    return `${text}, with ${count(most, activity, limit)} in the last 30 days`;
  });
  const haveAll = people.every(({ items }) => kinds.every(kind => items[kind].length > 0));
  const names = kinds.map(kind => (kinds.length > 1 ? nounOf(kind) : words[kind].name));
  const subject = `Do you still need your ${names.join(haveAll ? ' and your ' : ' or your ')}?`;
  const it = kinds.length > 1 ? 'them' : 'it';
  const text = [
    'Hello,',
    `You have ${have.join(haveAll ? ', and ' : ', or ')}.`,
    `Do you still need ${it}? Please reply by ${formatWeekday(day.value)}. If we do not hear from you, we will free ${it} for a colleague.`,
    ['Thank you', name].filter(line => line !== '').join('\n'),
  ].join('\n\n');
  return { subject, text };
}

/** “no leads”, “at most 12 leads”, or “12 leads” for one person. */
function count(number: number, noun: string, limit: string): string {
  return number === 0 ? `no ${noun}s` : `${limit}${formatItems(number, noun)}`;
}
