import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { openPortal } from '../../support/portal/portal';
import { longestTurnWithin } from '../../support/time/longest-turn';

/** In milliseconds of processor time. */
const MAX_PAUSE_MS = 100;

const HEADINGS = 'email,userId,leadsLast30Days,totalLeads\r\n';

/** An export of 2 MB, whose rows have these totals. */
function large(total: (index: number) => number): File {
  const rows = Array.from(
    { length: 40_000 },
    (_, index) => `p${index}@long-company-name.example,license-${index},0,${total(index)}\r\n`,
  );
  return new File([HEADINGS + rows.join('')], 'licenses-export-2026-10-01.csv');
}

test('T72: comparing an export of 40,000 people with today, and showing and searching the result, delays no other request', async () => {
  const { browser } = await openPortal({ at: paths.compare });
  const form = new FormData();
  form.append(
    'file',
    large(index => index % 900),
  );
  const body = await new Response(form).blob();
  const pauseOf = (work: () => Promise<unknown>) => longestTurnWithin(MAX_PAUSE_MS, work);

  let location = '';
  const compared = await pauseOf(async () => {
    const { headers } = await browser.postBody(paths.compare, new Response(body));
    location = headers.location ?? '';
  });
  expect(location).toContain('comparison=');
  const shown = await pauseOf(() => browser.visit(location));
  expect(browser.text('.metrics')).toMatch(/People then 40,000/);
  const searched = await pauseOf(() => browser.get(`${location}&q=p7&sort=after`));
  const downloaded = await pauseOf(() => browser.get(`/compare/people.csv?${location.split('?')[1]}`));
  const pauses = { compared, shown, searched, downloaded };
  expect(Object.entries(pauses).filter(([, pause]) => pause > MAX_PAUSE_MS)).toEqual([]);
});
