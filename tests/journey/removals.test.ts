import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { paths } from '../../shared/paths';
import { holdCalls } from '../support/backends/held-calls';
import type { NoJsBrowser } from '../support/browsers/no-js-browser';
import { ended, review, stillOpen } from '../support/browsers/removals';
import { cards, dana, licenses, scanner } from '../support/data/accounts';
import { peopleForm } from '../support/data/people-form';
import { startRedis, type TestRedis } from '../support/programs/redis';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const account = dana({
  scanner: scanner({ licensesPurchased: 10, licenses: licenses(6) }),
  ecard: cards({ cards: [] }),
});

const mail =
  'From: u-0001@acme.example\nTo: dana@acme.example\n\nu-0002@acme.example\n\nThanks,\nsecret-word\nVera Secret\n';

async function sendList(browser: NoJsBrowser, ...form: Parameters<typeof peopleForm>): Promise<string> {
  return (await browser.submitBody(paths.leavers, peopleForm(...form))).address;
}

describe('two replicas with a Redis', () => {
  let redis: TestRedis;
  let portal: ServedPortal;
  beforeAll(async () => {
    redis = await startRedis();
    portal = await servePortal({ replicas: 2, settings: { REDIS_URL: redis.url }, accounts: [account] });
    await eventually('both replicas are connected to Redis', async () =>
      portal.servers.every(server => server.output().includes('"msg":"Redis connected')),
    );
  });
  afterAll(async () => {
    await portal.stop();
    await redis.kill();
  });

  test('P290 P377 P378: show the answers of each other, and keep nothing of a text that can be read', async () => {
    const commandLog = await redis.monitor();
    const browser = await portal.signedIn();
    portal.sendTo(0);
    const answer = await sendList(browser, mail);
    portal.sendTo(1);
    await browser.visit(answer);
    expect(browser.text('main')).toContain('u-0002@acme.example');
    expect(commandLog()).toMatch(/"portal:record:[\w-]{43}"/);
    expect(commandLog()).not.toMatch(/@|%40|acme|secret|vera/i);
    for (const server of portal.servers) expect(server.output()).not.toMatch(/secret|vera|u-0002/i);
  });

  test('F25.run P253 P380: an answer, a review and a run outlive the process that made them, and its run says what is not known', async () => {
    portal.sendTo(0);
    const browser = await portal.signedIn();
    const answer = await sendList(browser, 'unknown@acme.example');
    await review(
      browser,
      [1, 2, 3, 4, 5].map(index => `U-000${index}`),
    );
    const { address: reviewed } = browser;
    const { action, pairs } = browser.form('Revoke 5 Licenses');
    const held = holdCalls(portal.faults, 'scannerRevoke');
    const run = (await browser.send('Revoke 5 Licenses')).headers.location ?? '';
    await eventually('its first calls are in flight', async () => held.count() === 4);
    portal.servers[0].signal('SIGKILL');
    await portal.servers[0].ended;
    portal.faults.off();
    // The backend carries one call out, but its answer reaches nobody.
    held.passFirst();

    portal.sendTo(1);
    await browser.visit(run);
    await ended(browser);
    expect(browser.text('h1')).toBe('1 of 5 done');
    expect(stillOpen(browser)).toEqual(
      Array(4).fill([expect.any(String), 'License', 'Failed: the removal was interrupted']),
    );
    await browser.visit(answer);
    expect(browser.text('#not-found-title')).toBe('Not found 1');
    await browser.visit(reviewed);
    expect(browser.href('View the removal')).toBe(run);
    await browser.submit(action, pairs);
    expect(browser.address).toBe(run);
    await browser.press('Retry remaining items');
    await browser.press('Revoke 4 Licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe('4 of 4 done');
  });
});

test('P253 P290: without shared memory, another process says that an answer, a review and a run have ended', async () => {
  const portal = await servePortal({ replicas: 2, accounts: [account] });
  portal.sendTo(0);
  const browser = await portal.signedIn();
  const answer = await sendList(browser, 'u-0002@acme.example');
  await browser.press('Review removal');
  const review = browser.address;
  await browser.press('Revoke 1 License');
  await ended(browser);
  const run = browser.address;
  portal.sendTo(1);
  await browser.visit(answer);
  expect(browser.text('main')).toContain('This result has expired');
  await browser.visit(review);
  expect(browser.text('main')).toContain('This review has expired');
  await browser.visit(run);
  expect(browser.text('main')).toContain('This removal is no longer available');
});
