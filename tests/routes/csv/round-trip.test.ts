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

type Card = typeof card extends fc.Arbitrary<infer Value> ? Value : never;

/** Starts a portal. Returns a function that downloads a file of these cards, in this order. */
async function startDownloads(): Promise<(cards: readonly Card[]) => Promise<string>> {
  // Without a cache, each file has the cards of its own call.
  const { portal, browser } = await openPortal({ environment: { STATS_CACHE_MB: '0' } });
  return async cards => {
    // The list is sorted by visits, descending.
    const userStats = cards.map((row, index) => ({
      ...row,
      activitiesLast30Days: 1000 - index,
      activitiesTotal: 7,
    }));
    portal.faults.on('ecardStats', faults.json({ userStats }));
    const address = '/digital-business-cards/claimed-cards.csv?visits=1&toast=1';
    const { text: file, status } = await browser.get(address);
    expect(status).toBe(200);
    return file;
  };
}

test('P180: another CSV parser reads the original texts', async () => {
  const download = await startDownloads();
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 30 }), async cards => {
      const [headings, ...rows] = parse(await download(cards), { record_delimiter: '\r\n' });
      expect(headings).toEqual(['name', 'email', 'jobTitle', 'cardId', 'viewsLast30Days', 'totalViews']);
      expect(rows).toEqual(
        cards.map(({ code, name, title, email }, index) => [
          inert(name.trim()),
          inert(email.trim()),
          inert(title.trim() || 'Not specified'),
          inert(code),
          String(1000 - index),
          '7',
        ]),
      );
    }),
    { numRuns: 100 },
  );
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

test('T41: no cell of the file begins with a formula, split by comma, semicolon, tab or line', async () => {
  const download = await startDownloads();
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 30 }), async cards => {
      const file = await download(cards);
      const cells: string[] = parse(file, { record_delimiter: '\r\n' }).flat();
      for (const delimiter of [';', '\t']) cells.push(...parseLikeSpreadsheet(file, delimiter));
      // Programs that do not support quotes also split quoted cells.
      cells.push(...file.split(/[;\t\r\n]/));
      expect(cells.filter(cell => FORMULA.test(cell))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
