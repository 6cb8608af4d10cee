import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { paths } from '../../shared/paths';
import type { NoJsBrowser } from '../support/browsers/no-js-browser';
import { ended, review, reviewAll, stillOpen } from '../support/browsers/removals';
import { cards, dana, licenses, ownCompany, scanner } from '../support/data/accounts';
import { listForm } from '../support/data/list-form';
import { isConnected, startRedis, type TestRedis } from '../support/programs/redis';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

/** The heading of the end of a removal of five people. */
const peopleRemoved = (count: number) => (count === 5 ? '5 people removed' : `${count} of 5 people removed`);

const account = dana({
  scanner: scanner({ licensesPurchased: 10, licenses: licenses(6) }),
  ecard: cards({ cards: [] }),
});

const mail =
  'From: u-0001@acme.example\nTo: dana@acme.example\n\nu-0002@acme.example\n\nThanks,\nsecret-word\nVera Secret\n';

const stages = ['comparing', 'removing', 'checking'] as const;

const fair = ownCompany('fair', { scanner: scanner({ licensesPurchased: 400, licenses: licenses(400) }) });

/** One company for each stage. */
const companies = stages.map(stage =>
  dana({
    email: `${stage}@acme.example`,
    roles: [{ product: 2, entityId: stage }],
    scanner: scanner({ licensesPurchased: 10, licenses: licenses(6) }),
  }),
);

/** Starts the removal of five licenses, which a held backend call keeps at this stage. */
async function removalAt({ faults, signedIn }: ServedPortal, stage: (typeof stages)[number]) {
  const email = `${stage}@acme.example`;
  const browser = await signedIn(email);
  await review(
    browser,
    [1, 2, 3, 4, 5].map(index => `U-000${index}`),
  );
  const reviewed = browser.address;
  const confirm = browser.form('Revoke 5 licenses');
  const held: (() => void)[] = [];
  const call = stage === 'removing' ? 'scannerRevoke' : 'scannerStats';
  let calls = 0;
  faults.on(
    call,
    ({ pass }) => {
      if (stage === 'checking' && calls++ === 0) pass();
      else held.push(pass);
    },
    { email },
  );
  const job = (await browser.send('Revoke 5 licenses')).headers.location ?? '';
  await eventually('calls are held', async () => held.length === (stage === 'removing' ? 4 : 1));
  const release = () => {
    faults.on(call, ({ pass }) => pass(), { email });
    for (const pass of held.splice(0)) pass();
  };
  return { stage, browser, job, reviewed, confirm, held, release };
}

const jobId = (job: string) => new URL(job, 'http://portal').searchParams.get('run') ?? '';

const connected = (portal: ServedPortal) =>
  eventually('the replicas are connected to Redis', async () =>
    portal.servers.every(server => isConnected(server.output())),
  );

async function sendList(browser: NoJsBrowser, list: string): Promise<string> {
  return (await browser.submitBody(paths.compare, listForm(list))).address;
}

describe('two replicas with a Redis', () => {
  let redis: TestRedis;
  let portal: ServedPortal;
  beforeAll(async () => {
    redis = await startRedis();
    const accounts = [account, fair, ...companies];
    portal = await servePortal({ replicas: 2, settings: { REDIS_URL: redis.url }, accounts });
    await connected(portal);
  });

  test('P378: show each other’s results, and neither Redis nor the log has readable text', async () => {
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

  test('T84: Stop on another replica begins no call more than 100 ms later', async () => {
    portal.sendTo(0);
    const browser = await portal.signedIn(fair.email);
    const begun: number[] = [];
    portal.faults.on('scannerRevoke', ({ pass }) => {
      begun.push(performance.now());
      setTimeout(pass, 40);
    });
    await reviewAll(browser);
    await browser.fill('Type 400 to confirm', '400');
    const job = (await browser.send('Revoke 400 licenses')).headers.location ?? '';
    await eventually('it removes', async () => begun.length > 10);
    portal.sendTo(1);
    await browser.submit(paths.stopRemoval, [['run', jobId(job)]]);
    const stoppedAt = performance.now();
    await ended(browser);
    portal.faults.off();
    expect(browser.text('main')).toContain('You stopped the removal');
    expect(Math.max(...begun) - stoppedAt).toBeLessThan(100);
  });

  test('F25.run P253 P380 T55: SIGKILL at each stage: another replica says what is known, and nothing starts again', async () => {
    portal.sendTo(0);
    const visitor = await portal.signedIn();
    const answer = await sendList(visitor, 'unknown@acme.example');
    const removals = await Promise.all(stages.map(stage => removalAt(portal, stage)));
    portal.servers[0].signal('SIGKILL');
    await portal.servers[0].ended;
    portal.faults.off();
    // The backend carries one call out, but its answer reaches nobody.
    removals[1]?.held.shift()?.();

    portal.sendTo(1);
    const done = { comparing: 0, removing: 1, checking: 5 };
    for (const { stage, browser, job, reviewed, confirm } of removals) {
      await browser.visit(job);
      await ended(browser);
      expect(browser.text('h1')).toBe(peopleRemoved(done[stage]));
      const left = [expect.any(String), 'License', 'Failed: the removal was interrupted'];
      if (done[stage] < 5) expect(stillOpen(browser)).toEqual(Array(5 - done[stage]).fill(left));
      await browser.visit(reviewed);
      expect(browser.href('View the removal')).toBe(job);
      await browser.submit(confirm.action, confirm.pairs);
      expect(browser.address).toBe(job);
    }
    const browser = removals[0]?.browser;
    if (!browser) throw new Error('No removal');
    await browser.press('Try all 5 again');
    await browser.press('Revoke 5 licenses');
    await ended(browser);
    expect(browser.text('h1')).toBe('5 people removed');
    await visitor.visit(answer);
    expect(visitor.text('#only-in-list')).toContain('unknown@acme.example');
  });
});

describe('a replica with a Redis', () => {
  let redis: TestRedis;
  let portal: ServedPortal;
  beforeEach(async () => {
    redis = await startRedis();
    portal = await servePortal({ replicas: 2, settings: { REDIS_URL: redis.url }, accounts: companies });
    await connected(portal);
    portal.sendTo(0);
  });
  afterEach(async () => {
    await portal.stop();
    await redis.kill();
  });

  test('T32 P249: SIGTERM at each stage: calls in flight finish, and the rest is not started', async () => {
    const removals = await Promise.all(stages.map(stage => removalAt(portal, stage)));
    portal.servers[0].signal('SIGTERM');
    await portal.servers[0].prints('"msg":"Draining"');
    for (const { release } of removals) release();
    expect(await portal.servers[0].ended).toBe(0);
    portal.sendTo(1);
    const done = { comparing: 0, removing: 4, checking: 5 };
    for (const { stage, browser, job } of removals) {
      await browser.visit(job);
      expect(browser.text('h1')).toBe(peopleRemoved(done[stage]));
      const open = 5 - done[stage];
      if (open > 0)
        expect(browser.text('main')).toContain(`The portal was about to restart: ${open} not started.`);
    }
  });

  test('P380: another replica looks once more for a running removal whose record Redis has lost', async () => {
    const { browser, job, release } = await removalAt(portal, 'removing');
    portal.sendTo(1);
    portal.servers[0].signal('SIGSTOP');
    redis.command('FLUSHALL');
    await browser.visit(paths.dashboard);
    await browser.follow('Look for it again');
    expect([browser.address, browser.status]).toEqual([job, 404]);
    const again = browser.attributes('meta[http-equiv=refresh]', 'content')[0]?.split('url=')[1] ?? '';
    portal.servers[0].signal('SIGCONT');
    await eventually('its process has written the record again', async () => {
      await browser.visit(paths.dashboard);
      return browser.text('main').includes('See its progress');
    });
    await browser.visit(again);
    expect([browser.address, browser.text('h1')]).toEqual([job, expect.stringContaining('Removing')]);
    release();
    await ended(browser);
    expect(browser.text('h1')).toBe('5 people removed');
  });

  test('P249: Redis away at each stage: the removal goes on, and its page asks to try again, then shows the end', async () => {
    const removals = await Promise.all(stages.map(stage => removalAt(portal, stage)));
    await redis.kill();
    for (const { browser, job, release } of removals) {
      await eventually('the page knows that Redis is away', async () => {
        await browser.visit(job);
        return browser.status === 503;
      });
      expect(browser.text('main')).toContain('try again in a minute');
      expect(browser.response.headers['retry-after']).toBe('60');
      // Stop is a key in the store, too.
      await browser.submit(paths.stopRemoval, [['run', jobId(job)]]);
      expect(browser.status).toBe(503);
      release();
    }
    await redis.start();
    portal.sendTo(1);
    for (const { browser, job } of removals) {
      await eventually('the record is there again', async () => {
        await browser.visit(job);
        return browser.text('h1') === peopleRemoved(5);
      });
    }
  });
});

test('P253: without shared memory, another process says that a result, a review and a removal have ended', async () => {
  const portal = await servePortal({ replicas: 2, accounts: [account, ...companies] });
  portal.sendTo(0);
  const running = await removalAt(portal, 'removing');
  const browser = await portal.signedIn();
  const answer = await sendList(browser, 'u-0002@acme.example');
  await browser.press('Review all 1');
  const review = browser.address;
  await browser.press('Revoke 1 license');
  await ended(browser);
  const job = browser.address;
  portal.sendTo(1);
  await browser.visit(answer);
  expect(browser.text('main')).toContain('Send it again');
  await browser.visit(review);
  expect(browser.text('main')).toContain('This review has expired');
  await browser.visit(job);
  expect(browser.text('main')).toContain('This removal is no longer available');

  await running.browser.visit(paths.dashboard);
  expect(running.browser.href('Look for it again')).toBe(running.job);
  await running.browser.visit(`${running.job}&again`);
  expect([running.browser.status, running.browser.has('meta[http-equiv=refresh]')]).toEqual([404, false]);
  expect(running.browser.href('Go to People')).toBe(paths.people);
  await running.browser.submit(running.confirm.action, running.confirm.pairs);
  expect(running.browser.text('main')).toContain('This review has expired');
  await running.browser.visit(paths.dashboard);
  expect(running.browser.text('main')).not.toContain('removal');
  running.release();
});
