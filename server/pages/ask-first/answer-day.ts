import { DAY_MS } from '../../units';
import { dayOf, readDay } from '../days';

/** How many days people have to answer: by default, and at most. */
const DEFAULT_DAYS = 14;
const DAYS_LIMIT = 365;

/** The days on which people can be asked to answer, as ISO dates (in UTC). */
export interface AnswerDay {
  readonly value: string;
  readonly min: string;
  readonly max: string;
}

/** The day in the URL until which people can answer, or the nearest possible one (P20). */
export function readAnswerDay(value: unknown, now: number): AnswerDay {
  const dayIn = (days: number) => dayOf(now + days * DAY_MS);
  const [min, max] = [dayIn(1), dayIn(DAYS_LIMIT)];
  const chosen = (typeof value === 'string' ? readDay(value) : undefined) ?? dayIn(DEFAULT_DAYS);
  return { min, max, value: chosen < min ? min : chosen > max ? max : chosen };
}

/** The first working day after a day. */
export function workingDayAfter(day: string): string {
  let time = Date.parse(day) + DAY_MS;
  while ([0, 6].includes(new Date(time).getUTCDay())) time += DAY_MS;
  return dayOf(time);
}
