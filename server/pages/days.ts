/** A day such as '2026-10-23'. */
export function readDay(text: string): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` turns 30 February into a day in March.
  return Number.isNaN(date.getTime()) || dayOf(date.getTime()) !== day ? undefined : day;
}

/** The last day in a file name, such as an export's (P156). */
export function dayOfName(name: string): string | undefined {
  return name
    .match(/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g)
    ?.flatMap(text => readDay(text) ?? [])
    .at(-1);
}

/** The day of a time in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A text such as “23 October 2026”. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day));
}

/** A text such as “23 October”, with the year if another day is in another year. */
export function formatShortDay(day: string, other = ''): string {
  return day.slice(0, 4) === other.slice(0, 4) ? shortDayFormat.format(new Date(day)) : formatDay(day);
}

const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
