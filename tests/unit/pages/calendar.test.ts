import { expect, test } from '@jest/globals';
import { calendarFile } from '../../../server/pages/ask-first/calendar';
import { anyText, fc } from '../../support/data/properties';

const event = {
  uid: 'one@portal.example',
  day: '2026-12-31',
  summary: 'Look again',
  description: 'Text',
  url: 'https://portal.example/leads-capture?activity=idle30',
  now: Date.parse('2026-11-23T10:00:00.123Z'),
};

/** Reads the properties of an event as RFC 5545 says, sections 3.1 and 3.3.11. */
function read(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  return new Map(lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

const unescapeText = (text = '') =>
  text.replace(/\\([\\;,nN])/g, (_, character) => (/n/i.test(character) ? '\n' : character));

test('P372: the event has every property that RFC 5545 requires, in lines that end with CRLF', () => {
  const file = calendarFile(event);
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.+\r\nBEGIN:VEVENT\r\n/);
  expect(file).toMatch(/\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const properties = read(file);
  expect(properties.get('UID')).toBe('one@portal.example');
  expect(properties.get('DTSTAMP')).toBe('20261123T100000Z');
  expect(properties.get('DTSTART;VALUE=DATE')).toBe('20261231');
  expect(properties.get('DTEND;VALUE=DATE')).toBe('20270101');
  expect(properties.get('URL')).toBe(event.url);
});

test('P372: no line is longer than 75 bytes, no character is split, and texts are read as they were', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), text => {
      const printable = text.replace(/\p{Cc}/gu, '\n');
      const file = calendarFile({ ...event, summary: printable, description: `${printable}\n;,\\` });
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      const properties = read(file);
      expect(unescapeText(properties.get('SUMMARY'))).toBe(printable);
      expect(unescapeText(properties.get('DESCRIPTION'))).toBe(`${printable}\n;,\\`);
    }),
  );
});
