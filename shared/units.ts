export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;

/** The largest count: the sum of 100,000 of them is still exact (T74). */
export const COUNT_LIMIT = 1_000_000_000;

/** Brings a number into the range of counts: whole, from 0 to `COUNT_LIMIT`. NaN becomes 0. */
export function clampCount(number: number): number {
  return Number.isNaN(number) ? 0 : Math.trunc(Math.min(Math.max(0, number), COUNT_LIMIT));
}
