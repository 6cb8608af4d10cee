import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as faults from '../../../scripts/sandbox/faults';
import { escapeFormulas } from '../../../server/lists/exports';
import { anyText, fc } from '../../support/data/properties';
import { openPortal } from '../../support/portal/portal';

const text = fc.oneof(
  anyText(),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom('\r\n', ...'",;\r\n=+-@\t\' a＝\u2028')).map(parts => parts.join('')),
);

/** Returns a text as it is in the file: with escaped formulas (T41), and without NUL, which CSV cannot represent. */
const inert = (cell: string) => String(escapeFormulas(cell)).replaceAll('\0', '');

const card = fc.record({
  code: text,
  name: text,
  title: text,
  email: text.filter(email => email.trim() !== ''),
});

/**
 * Returns the cells of a file as a spreadsheet splits it at another delimiter than the comma. A quote at the start of a
 * cell hides delimiters up to the next single quote, or the end of the file.
 */
function parseLikeSpreadsheet(file: string, delimiter: string): string[] {
  const cell = new RegExp(`"(?:[^"]|"")*(?:"|$)[^${delimiter}\\r\\n]*|[^${delimiter}\\r\\n]+`, 'g');
  return (file.match(cell) ?? []).map(found => found.replace(/^"/, '').replaceAll('""', '"'));
}

/** The characters that begin a formula, after the spaces, quotes and NULs that spreadsheets skip. */
const FORMULA = /^[\s"\0]*[=+\-@＝＋－＠]/;

test('T19 P159 P180 T41: another parser reads the original texts, and no cell begins with a formula, split by comma, semicolon, tab or line', async () => {
  // Without a cache, each file has the cards of its own call.
  const { portal, browser } = await openPortal({ environment: { STATS_CACHE_MB: '0' } });
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 30 }), async cards => {
      // The list is sorted by visits, descending.
      const visits = (index: number) => ({ activitiesLast30Days: 1000 - index, activitiesTotal: 7 });
      const userStats = cards.map((row, index) => ({ ...row, ...visits(index) }));
      portal.faults.on('ecardStats', faults.json({ userStats }));
      const address = '/digital-business-cards/claimed-cards.csv?visits=1&toast=1';
      const { text: file, status } = await browser.get(address);
      expect(status).toBe(200);
      const [headings, ...rows]: string[][] = parse(file, { record_delimiter: '\r\n' });
      expect(headings).toEqual(['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews']);
      expect(rows).toEqual(
        cards.map(({ code, name, title, email }, index) => [
          ...[name.trim(), email.trim(), title.trim() || 'Not specified', code].map(inert),
          ...[String(1000 - index), '7'],
        ]),
      );

      const cells = rows.flat();
      for (const delimiter of [';', '\t']) cells.push(...parseLikeSpreadsheet(file, delimiter));
      // Programs that do not support quotes also split quoted cells.
      cells.push(...file.split(/[;\t\r\n]/));
      expect(cells.filter(cell => FORMULA.test(cell))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
