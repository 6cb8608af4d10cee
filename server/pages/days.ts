import { DAY_MS } from '../../shared/units';
import type { LocalTimeProps } from '../../views/components/LocalTime';
import type { Activity } from '../backends/usage';
import { formatItems } from './format';

/** A moment in the past: “today at 14:03 UTC”, or “on 10 February”, with the year if it is another. */
export function presentMoment(moment: number, now: number): LocalTimeProps {
  const time = new Date(moment).toISOString();
  const today = new Date(now).toISOString();
  const isSame = (length: number) => time.slice(0, length) === today.slice(0, length);
  const day = (isSame(4) ? shortDayFormat : dayFormat).format(moment);
  return { time, text: isSame(10) ? `today at ${timeFormat.format(moment)} UTC` : `on ${day}` };
}

/** “activated 15 months ago, never used”, for a license that brought nothing in 30 days (P245). */
export function formatActivation(
  { last30Days, total, activatedOn = 0 }: Activity,
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
