import { DAY_MS } from '../../units';
import { dayOf } from '../days';

/** A day in a calendar. */
interface CalendarDay {
  /** Identifies the event: a calendar that has it replaces it. */
  readonly uid: string;
  /** An ISO date. */
  readonly day: string;
  readonly summary: string;
  readonly description: string;
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** An event of a whole day as an iCalendar file (RFC 5545). */
export function calendarFile({ uid, day, summary, description, url, now }: CalendarDay): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//License Portal//Ask first//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${dayOf(Date.parse(day) + DAY_MS).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map(line => `${fold(line)}\r\n`).join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`);
}

/** The maximum length of a line in bytes, without its end. */
const LINE_BYTES = 75;

/** Folds a long line: each further line begins with a space. No character is split. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
