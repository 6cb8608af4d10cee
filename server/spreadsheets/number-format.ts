import { DAY_MS } from '../units';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The formats that a workbook does not spell out. The order of day and month depends on the reader's country: it is ISO here. */
const BUILT_IN: Readonly<Record<string, string>> = {
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(id => [id, 'yyyy-mm-dd']),
  ),
};

/** The parts of a format for dates: literal text, then fields. */
const DATE_PART =
  /"[^"]{0,255}"|\\.|\[[^\]]{0,255}\]|_.|\*.|am\/pm|a\/p|y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|./gi;

const LITERAL = /"[^"]{0,255}"|\\.|\[[^\]]{0,255}\]/g;

/** The longest format that Excel accepts, in characters. */
const FORMAT_LIMIT = 255;

/** The format with this ID in a workbook; `codes` are its own. */
export function numberFormat(id: string, codes: ReadonlyMap<string, string>): string | undefined {
  return (codes.get(id) ?? BUILT_IN[id])?.split(';')[0]?.slice(0, FORMAT_LIMIT);
}

/** Writes a stored number as its cell shows it, where the format is one of dates or of IDs with leading zeros. */
export function formatNumber(stored: string, format: string | undefined, isFrom1904: boolean): string {
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  if (format !== undefined && /^0{2,}$/.test(format)) return stored.padStart(format.length, '0');
  if (format !== undefined && isDate(format)) return formatDate(value, format, isFrom1904) ?? stored;
  return /^-?\d+$/.test(stored) ? stored : String(value);
}

function isDate(format: string): boolean {
  // A number of hours is not a time of day.
  if (/^general$/i.test(format) || /\[[hms]{1,2}\]/i.test(format)) return false;
  const fields = format.replace(LITERAL, '');
  return /[ymdhs]/i.test(fields) && !/[0#?]/.test(fields.replace(/\.0{1,3}/, ''));
}

function formatDate(serial: number, format: string, isFrom1904: boolean): string | undefined {
  // In the calendar of Excel, 1900 was a leap year.
  const days = isFrom1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(days * DAY_MS));
  if (Number.isNaN(date.getTime())) return undefined;
  const isTwelveHours = /am\/pm|a\/p/i.test(format);
  let isTime = false;
  const parts = format.match(DATE_PART) ?? [];
  const texts = parts.map((part, index) => {
    const field = part.toLowerCase();
    if (/^m{1,2}$/.test(field)) {
      const isMinute =
        isTime || /^s/i.test(parts.slice(index + 1).find(next => /^[ymdhs]/i.test(next)) ?? '');
      return String(isMinute ? date.getUTCMinutes() : date.getUTCMonth() + 1).padStart(field.length, '0');
    }
    if (/^[ymdhs]/.test(field)) isTime = field.startsWith('h');
    return dateField(date, field, isTwelveHours) ?? literal(part);
  });
  return texts.join('').trim();
}

function dateField(date: Date, field: string, isTwelveHours: boolean): string | undefined {
  const hours = date.getUTCHours();
  switch (field) {
    case 'y':
    case 'yy':
      return String(date.getUTCFullYear()).slice(-2);
    case 'yyy':
    case 'yyyy':
      return String(date.getUTCFullYear());
    case 'mmm':
      return MONTHS[date.getUTCMonth()]?.slice(0, 3);
    case 'mmmm':
      return MONTHS[date.getUTCMonth()];
    case 'mmmmm':
      return MONTHS[date.getUTCMonth()]?.slice(0, 1);
    case 'd':
    case 'dd':
      return String(date.getUTCDate()).padStart(field.length, '0');
    case 'ddd':
      return WEEKDAYS[date.getUTCDay()]?.slice(0, 3);
    case 'dddd':
      return WEEKDAYS[date.getUTCDay()];
    case 'h':
    case 'hh':
      return String(isTwelveHours ? hours % 12 || 12 : hours).padStart(field.length, '0');
    case 's':
    case 'ss':
      return String(date.getUTCSeconds()).padStart(field.length, '0');
    case 'am/pm':
    case 'a/p':
      return hours < 12 ? 'AM' : 'PM';
    default:
      return undefined;
  }
}

/** The text of a part that is not a field. */
function literal(part: string): string {
  if (part.startsWith('"')) return part.slice(1, -1);
  if (part.startsWith('\\')) return part.slice(1);
  if (/^\[|^\*|^@/.test(part)) return '';
  return part.startsWith('_') ? ' ' : part;
}
