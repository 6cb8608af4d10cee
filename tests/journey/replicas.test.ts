import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SeedAccount } from '../../scripts/sandbox/seed';
import { NoJsBrowser } from '../support/browsers/no-js-browser';
import { cards, dana, eve, ownCompany } from '../support/data/accounts';
import { isConnected, startRedis, type TestRedis } from '../support/programs/redis';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const TOP_UP = 'POST /portal/scanneraccount/acme/topup';
// Digests and encrypted text contain short words by chance, so each pattern is long or has a character that they lack.
const PERSONAL_DATA =
  /@|%40|\.example|whitfield|leads-capture|scanneraccount|\/topup|redirect|"toast|127\.0\.0\.1"|"eyJ[\w-]+\.eyJ/i;
const MAGIC_LINK = 'POST /portalusers/magiclink';

let redis: TestRedis;
let portal: ServedPortal;

const count = (text: string, part: string) => text.split(part).length - 1;
const countLogLines = (replica: number, message: string) =>
  count(portal.servers[replica]?.output() ?? '', message);
const countCalls = (call: string) => portal.faults.calls.filter(({ line }) => line === call).length;

const outages = () => [0, 1].map(replica => countLogLines(replica, '"msg":"Redis unavailable'));

async function waitForOutages(counts: readonly number[]): Promise<void> {
  await eventually('both replicas log the outage', async () =>
    outages().every((count, replica) => count >= (counts[replica] ?? 0)),
  );
}

async function waitForRedis(): Promise<void> {
  await eventually('both replicas are connected to Redis', async () =>
    portal.servers.every(server => isConnected(server.output())),
  );
}

async function requestLink(email: string, replica: number): Promise<NoJsBrowser> {
  portal.sendTo(replica);
  const browser = new NoJsBrowser(portal.origin);
  await browser.visit('/login');
  return browser.fill('Email Address', email).press('Send Magic Link');
}

async function requestLicenses(browser: NoJsBrowser): Promise<void> {
  await browser.visit('/leads-capture');
  await browser.press('Request Licenses');
}

async function start(
  settings: Readonly<Record<string, string>> = {},
  accounts: readonly SeedAccount[] = [dana()],
): Promise<void> {
  portal = await servePortal({ replicas: 2, settings: { REDIS_URL: redis.url, ...settings }, accounts });
}

async function stop(): Promise<void> {
  await portal.stop();
  await redis.kill();
}

describe('two replicas with a Redis', () => {
  // Each test has its own administrator, so that all tests can share the replicas.
  const names = ['linked', 'private', 'revoked', 'bulk', 'twice'];
  beforeAll(async () => {
    redis = await startRedis();
    await start({ LOGIN_LIMIT_PER_EMAIL: '3', LOGIN_LIMIT_PER_IP: '1000' }, [
      ...names.map(name => ownCompany(name, { ecard: cards({ cards: [] }) })),
      dana(),
      eve(),
    ]);
    await waitForRedis();
  });

  test('T11: store no personal data in Redis, and no keys without a TTL', async () => {
    const commandLog = await redis.monitor();
    const browser = await portal.signedIn('private@acme.example');
    // The reply to a form contains the list state, here a search for a person.
    await browser.visit('/leads-capture?q=ada%40acme.example');
    await browser.press('Request Licenses');
    await browser.visit('/digital-business-cards');
    await browser.visit('/dashboard');

    await eventually('the form is stored', async () => count(commandLog(), 'portal:form:') >= 1);
    expect(commandLog()).toMatch(/"portal:links-per-email:[\w-]{43}"/);
    expect(commandLog()).toMatch(/"portal:links-per-ip:[\w-]{43}"/);
    // Stats or sessions would have other key prefixes.
    const names = [...commandLog().matchAll(/"(portal:[^"]*)"/g)].map(([, name = '']) =>
      name.replace(/:[\w-]{43}$/, ''),
    );
    expect([...new Set(names)].sort()).toEqual([
      'portal:ended',
      'portal:failed-sign-ins-per-ip',
      'portal:form',
      'portal:links-per-email',
      'portal:links-per-ip',
      'portal:requests',
    ]);
    const commands = [...commandLog().matchAll(/\] "(\w+)"/g)].map(([, command = '']) =>
      command.toUpperCase(),
    );
    const known = ['SET', 'GET', 'DEL', 'EXISTS', 'PTTL', 'INCRBY', 'EVAL', 'HELLO', 'CLIENT', 'PING'];
    expect(commands.filter(command => !known.includes(command))).toEqual([]);
    expect(commandLog()).not.toMatch(PERSONAL_DATA);

    const keys = redis.command('KEYS', '*');
    expect(keys.length).toBeGreaterThanOrEqual(3);
    for (const key of keys) expect(redis.command('PTTL', key)).not.toEqual(['-1']);
  });

  test('T42: share sessions, and a license that was revoked on one is not listed on the other', async () => {
    const browser = await portal.signedIn('revoked@acme.example');
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    expect(browser.text('header')).toContain('Dana Whitfield');
    expect(browser.rows('Activated licenses')).toHaveLength(3);
    portal.sendTo(0);
    await browser.visit('/leads-capture');
    await browser.follow('Deactivate');
    expect((await browser.send('Revoke License')).status).toBe(303);
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    expect(browser.rows('Activated licenses')).toHaveLength(2);
    expect(browser.text('.toasts')).toBe('License revoked successfully');
  });

  test('T7: sign in whoever opens one link at both of them at once', async () => {
    const browser = await requestLink('linked@acme.example', 0);
    portal.sendTo();
    const link = portal.latestLink('linked@acme.example');
    const tabs = [browser, browser.copy()];
    for (const tab of tabs) await tab.visit(link);
    const answers = await Promise.all(tabs.map(tab => tab.send('Continue to the portal')));
    for (const answer of answers) browser.store(answer);
    for (const { status, text, headers } of answers) {
      const page = status === 303 ? (await browser.visit(headers.location ?? '')).response.text : text;
      expect(page).toContain('Sign-in Successful!');
    }
    await browser.visit('/dashboard');
    expect(browser.address).toBe('/dashboard');
  });

  test('continue without Redis when it is killed, log one line each, and reconnect', async () => {
    const browser = await portal.signedIn(dana().email);
    for (let times = 0; times < 3; times++) await requestLink('dana@acme.example', 0);
    const emails = countCalls(MAGIC_LINK);
    const expectedOutages = outages().map(count => count + 1);
    await redis.kill();

    for (const replica of [0, 1, 0, 1]) {
      portal.sendTo(replica);
      await browser.visit('/leads-capture');
      const { action, fields } = browser.form('Request Licenses');
      const before = countCalls(TOP_UP);
      const answers = await Promise.all([browser.post(action, fields), browser.post(action, fields)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(countCalls(TOP_UP) - before).toBe(1);
      expect((await requestLink('eve@evil.example', replica)).text()).toContain('Check your inbox');
    }
    expect(countCalls(MAGIC_LINK) - emails).toBe(4);
    // Meanwhile each replica counts by itself.
    for (let times = 0; times < 4; times++) await requestLink('dana@acme.example', 0);
    expect(countCalls(MAGIC_LINK) - emails).toBe(7);
    await waitForOutages(expectedOutages);

    await redis.start();
    await waitForRedis();
    await browser.visit('/leads-capture');
    const { action, fields } = browser.form('Request Licenses');
    const before = countCalls(TOP_UP);
    portal.sendTo();
    await Promise.all([browser.post(action, fields), browser.post(action, fields)]);
    expect(countCalls(TOP_UP) - before).toBe(1);
    expect(outages()).toEqual(expectedOutages);
    for (const server of portal.servers) expect(server.output()).not.toMatch(/"level":(50|60)/);
  });
});

describe('when the Redis of two replicas', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(stop);

  test('accepts connections but never responds, requests do not wait for it', async () => {
    await start({ REDIS_TIMEOUT_MS: '2000' });
    await waitForRedis();
    const browser = await portal.signedIn();
    const expectedOutages = outages().map(count => count + 1);
    redis.freeze();
    for (const replica of [0, 1]) {
      expect((await requestLink('dana@acme.example', replica)).text()).toContain('Check your inbox');
      await requestLicenses(browser);
      expect(browser.text('.toasts')).toBe('License request submitted successfully!');
    }
    await waitForOutages(expectedOutages);
    expect(outages()).toEqual(expectedOutages);
    for (const replica of [0, 1]) expect(countLogLines(replica, 'RedisTimeout')).toBeGreaterThan(0);
    redis.thaw();
    await waitForRedis();

    // A shutdown does not wait for it either.
    redis.freeze();
    for (const server of portal.servers) server.signal('SIGTERM');
    for (const server of portal.servers) expect(await server.ended).toBe(0);
  });

  test('is unavailable at the start, they start without it and connect later', async () => {
    await redis.kill();
    await start();
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    await browser.press('Request Licenses');
    expect(browser.text('.toasts')).toBe('License request submitted successfully!');
    // At least two reconnection attempts of each of their two connections.
    await redis.waitForRefusals(9);
    await waitForOutages([1, 1]);
    expect(outages()).toEqual([1, 1]);
    await redis.start();
    await waitForRedis();
  });
});
