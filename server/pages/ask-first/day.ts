const DAY_MS = 24 * 60 * 60 * 1000;

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
  const [min, max] = [1, DAYS_LIMIT].map(days => isoDate(now + days * DAY_MS)) as [string, string];
  const isDate =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isoDate(Date.parse(value)) === value;
  const chosen = isDate ? value : isoDate(now + DEFAULT_DAYS * DAY_MS);
  return { min, max, value: chosen < min ? min : chosen > max ? max : chosen };
}

/** The first working day after a day. */
export function workingDayAfter(day: string): string {
  let time = Date.parse(day) + DAY_MS;
  while ([0, 6].includes(new Date(time).getUTCDay())) time += DAY_MS;
  return isoDate(time);
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return isoDate(Date.parse(day) + DAY_MS);
}

/** Formats a day: Friday, 4 December 2026. */
export function formatDay(day: string): string {
  const parts = dayFormat.formatToParts(Date.parse(day));
  const [weekday, date, month, year] = (['weekday', 'day', 'month', 'year'] as const).map(
    type => parts.find(part => part.type === type)?.value,
  );
  return `${weekday}, ${date} ${month} ${year}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

function isoDate(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
