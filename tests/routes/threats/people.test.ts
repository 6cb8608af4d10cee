import { expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import { cards, dana, licensesFor, scanner } from '../../support/data/accounts';
import { listForm } from '../../support/data/list-form';
import { openPortal } from '../../support/portal/portal';

const COUNT = 4000;

test('T64 T78: the page of a list with 4,000 matches is limited', async () => {
  const licenses = licensesFor(COUNT);
  const { browser } = await openPortal({
    accounts: [
      dana({ scanner: scanner({ licensesPurchased: COUNT, licenses }), ecard: cards({ cards: [] }) }),
    ],
  });
  const lines = Array.from({ length: COUNT }, (_, index) => `${'"'.repeat(300)} p${index}@acme.example`);
  await browser.submitBody(paths.compare, listForm(lines.join('\n')));
  expect(browser.text('main .sentence')).toContain('4,000 of 4,000');
  expect(browser.$('#compared tbody tr')).toHaveLength(25);
  expect(browser.response.text.length).toBeLessThan(300 * 1024);
});

test('T86: a refused text of more than 64 KB of HTML is not sent back', async () => {
  const { browser } = await openPortal({ accounts: [dana()] });
  for (const [text, isBack] of [
    ['"'.repeat(12_000), false],
    ['"'.repeat(10_000), true],
  ] as const) {
    await browser.submitBody(paths.compare, listForm(text));
    expect(browser.response.status).toBe(422);
    expect(browser.value('List')).toBe(isBack ? text : '');
    expect(browser.text('[role=alert]').includes('too long to be shown again')).toBe(!isBack);
  }
});
