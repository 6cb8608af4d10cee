import { DAY_MS } from '../../shared/units';
import type { LocalTimeProps } from '../../views/components/LocalTime';
import { formatItems } from './format';

/** The day of a time in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A text such as “23 October”, with the year if another day is in another year. */
export function formatShortDay(day: string, other = ''): string {
  return day.slice(0, 4) === other.slice(0, 4)
    ? shortDayFormat.format(new Date(day))
    : dayFormat.format(new Date(day));
}

/** A moment in the past: “today at 14:03 UTC”, or “on 10 February”. */
export function presentMoment(time: number, now: number): LocalTimeProps {
  return {
    time: new Date(time).toISOString(),
    text:
      dayOf(time) === dayOf(now)
        ? `today at ${timeFormat.format(time)} UTC`
        : `on ${formatShortDay(dayOf(time), dayOf(now))}`,
  };
}

interface Activated {
  readonly last30Days: number;
  readonly total: number;
  /** As days since 1970; 0 if it is not known. */
  readonly activatedOn?: number | undefined;
}

/** “activated 15 months ago, never used”, for a license that brought nothing in 30 days (P245). */
export function formatActivation(
  { last30Days, total, activatedOn = 0 }: Activated,
  now: number,
): string | undefined {
  if (last30Days > 0 || activatedOn === 0) return undefined;
  const days = Math.max(0, Math.floor(now / DAY_MS) - activatedOn);
  const months = Math.round(days / DAYS_PER_MONTH);
  const age =
    days <= 44
      ? formatItems(days, 'day')
      : months <= 23
        ? formatItems(months, 'month')
        : formatItems(Math.floor(months / 12), 'year');
  return `activated ${days === 0 ? 'today' : `${age} ago`}${total === 0 ? ', never used' : ''}`;
}

const DAYS_PER_MONTH = 365.25 / 12;

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
