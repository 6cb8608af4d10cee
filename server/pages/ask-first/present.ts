import { paths, withParameter } from '../../../shared/paths';
import type { AskFirstContent } from '../../../views/pages/AskFirstPage';
import { formatItems, formatPeople } from '../figures';
import { presentMailGroups } from '../mail-groups';
import { reviewAddress } from '../removals/terms';
import { type AnswerDay, formatDay, workingDayAfter } from './day';
import { activityOf, type Person } from './people';

/** The people of a review, and what to write to them. */
interface Question {
  readonly review: string;
  readonly people: readonly Person[];
  readonly day: AnswerDay;
  /** The administrator's name. */
  readonly name: string;
  /** The URL of the list with the people selected. */
  readonly backHref: string;
}

/** A letter to the people of a review, and the ways to send it. */
export function presentQuestion({
  review,
  people,
  day,
  name,
  backHref,
}: Question): Extract<AskFirstContent, { state: 'ready' }> {
  const { subject, text } = writeQuestion(people, day, name);
  const { groups, unreached, isTooLong } = presentMailGroups(
    people.map(({ email }) => email),
    subject,
    text,
  );
  const withDay = (path: string) => withParameter(withParameter(path, 'review')(review), 'until')(day.value);
  return {
    state: 'ready',
    summary: `${formatPeople(people.length)}. Nothing is removed and nothing is sent from here.`,
    letter: { subject, text, isTooLong },
    groups,
    unreached,
    review,
    day,
    reminderDay: formatDay(workingDayAfter(day.value)),
    fileHref: withParameter(paths.askFirstFile, 'review')(review),
    reminderHref: withDay(paths.askFirstReminder),
    reviewHref: reviewAddress(review),
    backHref,
  };
}

/** Writes the letter. Its numbers are those of one person, or the largest ones of several. */
function writeQuestion(people: readonly Person[], day: AnswerDay, name: string) {
  const leads = Math.max(0, ...people.map(({ licenses }) => activityOf(licenses)));
  const visits = Math.max(0, ...people.map(({ cards }) => activityOf(cards)));
  const hasLicenses = people.some(({ licenses }) => licenses.length > 0);
  const hasCards = people.some(({ cards }) => cards.length > 0);
  const limit = people.length === 1 ? '' : 'at most ';
  const license = `a license for our lead-capture scanner app, with ${count(leads, 'lead', limit)} in the last 30 days`;
  const card = `a digital business card, with ${count(visits, 'visit', limit)} in the last 30 days`;
  const isBoth = hasLicenses && hasCards;
  const both = people.every(({ licenses, cards }) => licenses.length > 0 && cards.length > 0) ? 'and' : 'or';
  const subject = isBoth
    ? 'Do you still need your license and your card?'
    : `Do you still need your ${hasCards ? 'digital business card' : 'lead-capture license'}?`;
  const it = isBoth ? 'them' : 'it';
  const text = [
    'Hello,',
    `You have ${[hasLicenses ? license : '', hasCards ? card : ''].filter(part => part !== '').join(`, ${both} `)}.`,
    `Do you still need ${it}? Please answer by ${formatDay(day.value)}. If we do not hear from you, we will free ${it} for a colleague.`,
    ['Thank you', name].filter(line => line !== '').join('\n'),
  ].join('\n\n');
  return { subject, text };
}

/** “no leads”, “at most 12 leads”, or “12 leads” for one person. */
function count(number: number, noun: string, limit: string): string {
  return number === 0 ? `no ${noun}s` : `${limit}${formatItems(number, noun)}`;
}
