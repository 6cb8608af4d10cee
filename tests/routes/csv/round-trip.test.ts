import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import * as faults from '../../../scripts/sandbox/faults';
import { inertCell } from '../../../shared/exports';
import { startPortal } from '../../support/portal';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '"',
        ',',
        ';',
        '\r',
        '\n',
        '\r\n',
        '=',
        '+',
        '-',
        '@',
        '\t',
        "'",
        ' ',
        'a',
        '＝',
        '\u2028',
      ),
    )
    .map(parts => parts.join('')),
);

/** How a file has a text: without what starts formulas (see T41), and without NUL, which no CSV can hold. */
const inert = (cell: string) => String(inertCell(cell)).replaceAll('\0', '');

test('P180: whatever the texts of the cards are, another program reads them from the file as they are', async () => {
  // Each file is to be of the texts that the backend has just been given.
  const portal = await startPortal({ environment: { STATS_CACHE_MB: '0' } });
  const browser = await portal.signedIn();
  const card = fc.record({
    code: text,
    name: text,
    title: text,
    email: text.filter(email => email.trim() !== ''),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 30 }), async cards => {
      // In the order of the list: by visits, descending.
      const userStats = cards.map((row, index) => ({
        ...row,
        activitiesLast30Days: 1000 - index,
        activitiesTotal: 7,
      }));
      portal.faults.on('ecardStats', faults.json({ userStats }));
      const address = '/digital-business-cards/claimed-cards.csv?visits=1&receipt=1';
      const { text: file, status } = await browser.agent.get(address).buffer(true);
      expect(status).toBe(200);
      const [headings, ...rows] = parse(file, { record_delimiter: '\r\n' });
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
