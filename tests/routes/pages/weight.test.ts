import { expect, test } from '@jest/globals';
import { seedAccounts } from '../../../scripts/sandbox/seed';
import { openPortal } from '../../support/portal/portal';
import { activatedLicenses, claimedCards, listRows, showing } from '../../support/portal/product-lists';

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

test.each([activatedLicenses, claimedCards])(
  'P132: a search of 2,000 characters adds at most 64 KB to a page of $name',
  async list => {
    const addresses = listRows(100).map(({ email }) => `<${email}>`);
    const { browser } = await openPortal(
      showing(list, listRows(100), `?q=${encodeURIComponent(addresses.join('; '))}`),
    );
    const found = Buffer.byteLength(browser.response.text);
    await browser.visit(list.page);
    expect(browser.texts('table').length).toBeGreaterThan(0);
    expect(found - Buffer.byteLength(browser.response.text)).toBeLessThanOrEqual(64 * 1024);
    expect(found).toBeGreaterThan(50 * 1024);
  },
);
