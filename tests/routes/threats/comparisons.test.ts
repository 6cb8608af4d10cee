import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { openPortal } from '../../support/portal/portal';

const HEADINGS = 'email,userId,leadsLast30Days,totalLeads\r\n';

test('T91: an export of 40,000 people is read and compared in a thread, and its page has 50 rows at most', async () => {
  const tasks: string[] = [];
  const { browser } = await openPortal({
    at: paths.compare,
    replace: ({ workers }) => ({
      workers: {
        ...workers,
        readExport: (...task) => {
          tasks.push('read');
          return workers.readExport(...task);
        },
        compareWithToday: (...task) => {
          tasks.push('compare');
          return workers.compareWithToday(...task);
        },
      },
    }),
  });
  const rows = Array.from(
    { length: 40_000 },
    (_, index) => `p${index}@long-company-name.example,license-${index},0,${index % 900}\r\n`,
  );
  const form = new FormData();
  form.append('file', new File([HEADINGS + rows.join('')], 'licenses-export-2026-10-01.csv'));
  await browser.submitBody(paths.compare, new Response(form));
  expect(tasks).toEqual(['read', 'compare']);
  expect(browser.text('main')).toContain('40,000');
  const address = browser.address;
  for (const query of ['', '&q=p7&sort=after']) {
    await browser.visit(address + query);
    expect(browser.$('main tbody tr').length).toBeLessThanOrEqual(50);
    expect(browser.response.text.length).toBeLessThan(100 * 1024);
  }
});
