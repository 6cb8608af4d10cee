import { expect, test } from '@jest/globals';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { openPortal } from '../../support/portal/portal';

test.each([
  ['/leads-capture', 37],
  ['/digital-business-cards', 45],
])('P300: a page of 25 rows is light: %s has at most %d KB of HTML', async (address, kilobytes) => {
  const accounts = seedAccounts().filter(({ email }) => email === 'dana@northwind.example');
  const { browser } = await openPortal({ accounts, at: address });
  expect(browser.texts('table').length).toBeGreaterThan(0);
  const { text } = await browser.get(address);
  expect(text.match(/<input type="checkbox" aria-labelledby/g)).toHaveLength(25);
  expect(text.match(/<code/g)?.length).toBeGreaterThanOrEqual(50);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(kilobytes * 1024);
});
