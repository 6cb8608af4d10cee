import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { createActionLimits } from '../../../server/http/action-limits';
import { paths, requestLicensesPath } from '../../../shared/paths';
import { openPortal } from '../../support/portal/portal';

const HOUR = 60 * 60 * 1000;

test('P149 T51: the 21st request in an hour is rejected, whatever the form; the message says when to retry', async () => {
  const { portal, browser } = await openPortal();
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
  portal.advanceClock(20 * 60_000);

  const form = { once: randomUUID() };
  const refused = await browser.post(`${requestLicensesPath(paths.leadCapture)}?q=ada&page=2`, form);
  expect([refused.status, refused.headers.location]).toEqual([303, `${paths.leadCapture}?q=ada&page=2`]);
  const lastToast = async () =>
    load((await browser.get(paths.leadCapture)).text)('.toast p')
      .last()
      .text();
  expect(await lastToast()).toBe('Too many requests in one hour. Please try again in 40 min.');
  expect(sent()).toBe(20);
  expect((await browser.post(`${requestLicensesPath(paths.cards)}?from=dashboard`)).headers.location).toBe(
    paths.dashboard,
  );

  // The same form works afterwards: the rejection is not cached as its reply.
  portal.advanceClock(41 * 60_000);
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

test('T51: several removals are granted together or not at all', async () => {
  let time = 0;
  const limits = createActionLimits({ requestLimitPerHour: 1, removalLimitPerHour: 10 }, { now: () => time });
  expect(await limits.take('dana', 'removals', 8)).toEqual({ granted: true });
  expect(await limits.take('dana', 'removals', 3)).toEqual({ granted: false, retryAt: HOUR });
  expect(await limits.take('dana', 'removals', 2)).toEqual({ granted: true });
  expect(await limits.take('eve', 'removals', 10)).toEqual({ granted: true });
  time = HOUR;
  expect(await limits.take('dana', 'removals', 10)).toEqual({ granted: true });
});

test('T51: removals that another replica’s count refuses do not count here', async () => {
  let granted = false;
  const shared = { add: async () => ({ granted, used: 8, endsAt: HOUR }), delete: async () => {} };
  const limits = createActionLimits(
    { requestLimitPerHour: 1, removalLimitPerHour: 10 },
    { now: () => 0, shared },
  );
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await limits.take('dana', 'removals', 8)).toEqual({ granted: false, retryAt: HOUR });
  }
  granted = true;
  expect(await limits.take('dana', 'removals', 8)).toEqual({ granted: true });
});
