import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { button, containing } from '../../scripts/browsers/tab';
import { downloaded, openTab } from '../support/browsers/tabs';
import { dana, licensesFor, scanner } from '../support/data/accounts';
import { type ServedPortal, servePortal } from '../support/programs/server';

const PEOPLE = 60;

/** A company whose people all have more leads than before. */
const company = dana({
  scanner: scanner({
    licensesPurchased: 100,
    licenses: licensesFor(PEOPLE, index => ({ leadsTotal: 10 + index })),
  }),
});

const EARLIER = [
  'email,userId,leadsLast30Days,totalLeads',
  ...Array.from({ length: PEOPLE - 5 }, (_, index) => `p${index + 1}@acme.example,U-${index + 1},0,${index}`),
  'zoe@acme.example,U-99,0,4',
  'max@acme.example,U-98,0,4',
  ',U-97,0,4',
].join('\r\n');

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal({ accounts: [company] });
});

test('P340 P345: without JavaScript, an export is compared, and the people of one tab are exported', async () => {
  const tab = await openTab(portal.origin, 'chromium', { scripts: false });
  await tab.use(await portal.sessionOf(company.email));
  await tab.go('/compare');
  const file = join(tab.engine.downloads, 'licenses-export-2026-10-01.csv');
  await writeFile(file, EARLIER);
  await tab.upload('input[type=file]', file);
  await tab.follow(button('Compare with today'));
  await tab.see(containing('main', '5 people joined'));
  for (const width of [1440, 768, 390]) {
    await tab.size(width);
    const excess = await tab.read(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, excess]).toEqual([width, 0]);
  }
  await tab.follow(containing('main a', 'Joined'));
  await tab.click(containing('main button', 'Export'));
  await tab.click(containing('a[data-export]', 'CSV'));
  const rows: string[][] = parse(await downloaded(tab, 'what-changed-joined'), { bom: true }).slice(1);
  expect(rows.map(([email]) => email).toSorted()).toEqual([
    'p0@acme.example',
    ...[56, 57, 58, 59].map(index => `p${index}@acme.example`),
  ]);
  await tab.go(await tab.path());
  await tab.see(containing('main', '5 people joined'));
});
