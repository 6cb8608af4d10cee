import { randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { load } from 'cheerio';
import { status } from '../../../scripts/sandbox/faults';
import { createRateLimit } from '../../../server/http/rate-limit';
import { StoreFull } from '../../../server/records/store';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { ended, review } from '../../support/browsers/removals';
import { atEndOf } from '../../support/end';
import { openPortal } from '../../support/portal/portal';

test('P149 T51: the 21st request in an hour is rejected, whatever the form; the message says when to retry', async () => {
  const { portal, browser } = await openPortal();
  let elapsed = 0;
  const realNow = Date.now.bind(Date);
  // The limits use the clock of the process.
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + elapsed);
  const advanceClock = (milliseconds: number) => {
    elapsed += milliseconds;
    portal.advanceClock(milliseconds);
  };
  const forms = [
    requestLicensesPath(paths.leadCapture),
    requestLicensesPath(paths.cards),
    paths.requestProfileData,
  ];
  for (let count = 0; count < 20; count++) {
    await browser.post(forms[count % 3] ?? '', count % 2 === 0 ? {} : { once: randomUUID() });
  }
  const sent = () => portal.calls.filter(({ line }) => /\/(topup|export)$/.test(line)).length;
  expect(sent()).toBe(20);
  advanceClock(20 * 60_000);

  const form = { once: randomUUID() };
  const refused = await browser.post(`${requestLicensesPath(paths.leadCapture)}?q=ada&page=2`, form);
  expect([refused.status, refused.headers.location]).toEqual([
    303,
    `${paths.leadCapture}?q=ada&page=2#content`,
  ]);
  const lastToast = async () =>
    load((await browser.get(paths.leadCapture)).text)('.toast p')
      .last()
      .text();
  expect(await lastToast()).toBe('Too many requests in one hour. Please try again in 40 min.');
  expect(sent()).toBe(20);
  expect((await browser.post(`${requestLicensesPath(paths.cards)}?from=dashboard`)).headers.location).toBe(
    `${paths.dashboard}#content`,
  );

  // The same form works afterwards: the rejection is not cached as its reply.
  advanceClock(41 * 60_000);
  await browser.get(paths.dashboard);
  await browser.post(`${requestLicensesPath(paths.leadCapture)}?q=ada&page=2`, form);
  expect(await lastToast()).toBe('License request submitted successfully!');
  expect(sent()).toBe(21);
});

test('T51: removals have a separate limit, per administrator', async () => {
  const { portal, browser } = await openPortal({ environment: { REMOVAL_LIMIT_PER_HOUR: '1' } });
  await browser.post(paths.revokeLicense, { licenseId: 'U-1', email: 'ada@acme.example' });
  await browser.post(paths.revokeLicense, { licenseId: 'U-2', email: 'ben@acme.example' });
  expect(portal.removals()).toHaveLength(1);
  expect(load((await browser.get(paths.leadCapture)).text)('.toast').text()).toContain('Too many removals');
  await browser.post(requestLicensesPath(paths.leadCapture));
  expect(portal.calls.filter(({ line }) => line.endsWith('/topup'))).toHaveLength(1);
});

test('T51: an action that was refused uses up no limit, and its form can be sent again', async () => {
  const { portal, browser } = await openPortal({
    environment: { REMOVAL_LIMIT_PER_HOUR: '1', REQUEST_LIMIT_PER_HOUR: '1' },
  });
  const once = randomUUID();
  const revoke = (email: string) => browser.post(paths.revokeLicense, { licenseId: 'U-1', email, once });
  for (let count = 0; count < 3; count++) await revoke('somebody.else@acme.example');
  await browser.post(paths.revokeLicense, { licenseId: 'unknown', email: 'ada@acme.example' });
  portal.faults.on('scannerStats', status(500));
  await revoke('ada@acme.example');
  portal.faults.off();
  expect(portal.removals()).toEqual([]);
  await revoke('ada@acme.example');
  expect(portal.removals()).toEqual(['U-1']);

  portal.faults.on('portalUsers', status(500));
  portal.advanceClock(2 * 60_000);
  await browser.post(requestLicensesPath(paths.leadCapture), { once });
  portal.faults.off();
  await browser.post(requestLicensesPath(paths.leadCapture), { once });
  expect(portal.calls.filter(({ line }) => line.endsWith('/topup'))).toHaveLength(1);
});

test('T71: nothing is given back to another window than it was taken from', async () => {
  jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate', 'queueMicrotask'] });
  atEndOf('test', async () => void jest.useRealTimers());
  const limit = createRateLimit({ name: 'test', limit: 10, seconds: 1 });
  const waitFor = async (count: number) => (await limit.take('dana', count)).wait;
  const { giveBack } = await limit.take('dana', 5);
  jest.advanceTimersByTime(1200);
  expect(await waitFor(3)).toBeUndefined();
  await giveBack();
  expect(await waitFor(7)).toBeUndefined();
  expect(await waitFor(1)).toBeGreaterThan(0);
});

test('T71: a confirmation that fails uses up no limit', async () => {
  const { portal, browser } = await openPortal({ environment: { REMOVAL_LIMIT_PER_HOUR: '3' } });
  await review(browser, ['U-1', 'U-2']);
  const start = jest.spyOn(portal.dependencies.removals, 'start').mockRejectedValue(new StoreFull());
  for (let count = 0; count < 3; count++) {
    expect((await browser.send('Revoke 2 licenses')).status).toBe(503);
  }
  start.mockRestore();
  await browser.press('Revoke 2 licenses');
  await ended(browser);
  expect(portal.removals().sort()).toEqual(['U-1', 'U-2']);
});

test('T37: a limit counts at most 50,000 keys in memory, beyond which the oldest are forgotten', async () => {
  const limit = createRateLimit({ name: 'test', limit: 2, seconds: 60 });
  const take = async (key: string, count?: number) => (await limit.take(key, count)).wait;
  await take('first', 2);
  await take('active', 2);
  for (let key = 0; key < 50_000; key++) {
    await take(String(key));
    if (key % 1000 === 0) expect(await take('active')).toBeGreaterThan(0);
  }
  expect(await take('first', 2)).toBeUndefined();
});
