import { DAY_MS } from '../../shared/units';

/** The kind of a number format: a date, or an ID with leading zeros. */
export type NumberFormat = 'date' | { readonly digits: number } | undefined;

/** The formats of dates that a workbook does not spell out. */
const BUILT_IN_DATES = new Set(
  [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(String),
);

/** Texts, colors and countries in a format, which may have the letters of dates. */
const LITERAL = /"[^"]{0,255}"|\\.|\[[^\]]{0,255}\]/g;

/** The longest format that Excel accepts, in characters. */
const FORMAT_LIMIT = 255;

/** The last day that a workbook can have: 9999-12-31. */
const LAST_DAY = 2_958_465;

/** A format that a workbook spells out, such as `dd/mm/yyyy` or `00000`. */
export function readFormat(code: string): NumberFormat {
  const [positive = ''] = code.slice(0, FORMAT_LIMIT).split(';', 1);
  if (/^0{2,}$/.test(positive)) return { digits: positive.length };
  return /[yd]/i.test(positive.replace(LITERAL, '')) ? 'date' : undefined;
}

/** The format with this ID in a workbook that does not spell it out. */
export function builtInFormat(id: string): NumberFormat {
  return BUILT_IN_DATES.has(id) ? 'date' : undefined;
}

/** Writes a stored number: dates as 2026-11-27, IDs with their leading zeros, all others as they are stored. */
export function formatNumber(stored: string, format: NumberFormat, isFrom1904: boolean): string {
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  if (format === 'date') return isoDate(value, isFrom1904) ?? stored;
  if (format) return stored.padStart(format.digits, '0');
  return /^-?\d+$/.test(stored) ? stored : String(value);
}

function isoDate(serial: number, isFrom1904: boolean): string | undefined {
  // In the calendar of Excel, 1900 was a leap year.
  const days = Math.floor(isFrom1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial);
  if (days < 1 || days > LAST_DAY) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}
