import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SeedAccount } from '../../scripts/sandbox/seed';
import { cards, dana } from '../support/accounts';
import { eventually } from '../support/eventually';
import { NoJsBrowser } from '../support/no-js-browser';
import { startRedis, type TestRedis } from '../support/redis';
import { type Replicas, startReplicas } from '../support/replicas';

const TOP_UP = 'POST /api/portal/scanneraccount/acme/topup';
// Digests and sealed texts may contain any few letters by chance, so each part is long or has a character that they lack.
const READABLE =
  /@|%40|\.example|whitfield|leads-capture|scanneraccount|topup|redirect|toast|127\.0\.0\.1"|eyJ[\w-]+\./i;
const MAIL = 'POST /api/portalusers/magiclink';

let redis: TestRedis;
let portal: Replicas;

const count = (text: string, part: string) => text.split(part).length - 1;
const said = (replica: number, message: string) => count(portal.servers[replica]?.output() ?? '', message);
const callsLike = (call: string) => portal.calls.filter(({ line }) => line === call).length;

const outages = () => [0, 1].map(replica => said(replica, '"msg":"Redis unavailable'));

async function connected(): Promise<void> {
  await eventually('both replicas have their Redis', async () =>
    portal.servers.every(server => {
      const output = server.output();
      return output.lastIndexOf('"msg":"Redis connected') > output.lastIndexOf('"msg":"Redis unavailable');
    }),
  );
}

/** Requests a sign-in link on one of the replicas. */
async function askForLink(email: string, replica: number): Promise<NoJsBrowser> {
  portal.sendTo(replica);
  const browser = new NoJsBrowser(portal.origin);
  await browser.visit('/login');
  return browser.fill('Email Address', email).press('Send Magic Link');
}

async function start(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof startReplicas>[2] = {},
): Promise<void> {
  portal = await startReplicas(2, { REDIS_URL: redis.url, ...settings }, options);
}

async function stop(): Promise<void> {
  await portal.close();
  await redis.kill();
}

/** An administrator of a company of its own. */
function administrator(name: string): SeedAccount {
  const roles: SeedAccount['roles'] = [
    { product: 2, entityId: name },
    { product: 3, entityId: `${name}-cards` },
  ];
  return dana({ email: `${name}@acme.example`, roles, ecard: cards({ cards: [] }) });
}

const topUp = (entityId: string) => `POST /api/portal/scanneraccount/${entityId}/topup`;

describe('two replicas with a Redis', () => {
  // One administrator for each test, so that all can share the replicas.
  const names = ['shared', 'repeated', 'private', 'revoked', 'bulk', 'ended'];
  beforeAll(async () => {
    redis = await startRedis();
    await start({ LOGIN_LIMIT_PER_IP: '1000' }, { accounts: names.map(administrator), topUpDelay: 500 });
    await connected();
  });
  afterAll(stop);

  test('serve one session between them', async () => {
    const browser = await portal.signedIn('shared@acme.example');
    for (const replica of [0, 1, 0, 1]) {
      portal.sendTo(replica);
      await browser.visit('/leads-capture');
      expect(browser.text('header')).toContain('Dana Whitfield');
      expect(browser.rows('Activated licenses')).toHaveLength(3);
    }
    portal.sendTo();
    await browser.follow('Deactivate');
    await browser.press('Revoke License');
    expect(browser.text('.toasts')).toBe('License revoked successfully');
    await browser.press('Logout');
    await browser.visit('/dashboard');
    expect(browser.address).toBe('/login');
  });

  test('T27: make one request of a form that reaches both, at once or later, and say the same', async () => {
    const browser = await portal.signedIn('repeated@acme.example');
    await browser.visit('/leads-capture');
    const { action, fields } = browser.form('Request Licenses');
    portal.sendTo();
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post(action, fields)));
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(4).fill([303, '/leads-capture']),
    );
    for (const replica of [0, 1]) {
      portal.sendTo(replica);
      await browser.post(action, fields);
      await browser.visit('/leads-capture');
      expect(browser.texts('.toast p')).toContain('License request submitted successfully!');
    }
    expect(callsLike(topUp('repeated'))).toBe(1);

    await browser.press('Request Licenses');
    expect(callsLike(topUp('repeated'))).toBe(2);
  });

  test('T11: store no personal data there, and no keys without a TTL', async () => {
    const heard = await redis.listen();
    const browser = await portal.signedIn('private@acme.example');
    // The reply to a form contains the list state, here a search for a person.
    await browser.visit('/leads-capture?q=ada%40acme.example');
    await browser.press('Request Licenses');
    await browser.visit('/digital-business-cards');
    await browser.visit('/dashboard');

    await eventually('the outcome is stored', async () => count(heard(), 'portal:form:') >= 3);
    expect(heard()).toMatch(/"portal:links-per-email:[\w-]{43}"/);
    expect(heard()).toMatch(/"portal:links-per-ip:[\w-]{43}"/);
    // Stats or sessions would have other key prefixes.
    const names = [...heard().matchAll(/"(portal:[^"]*)"/g)].map(([, name = '']) =>
      name.replace(/:[\w-]{43}$/, ''),
    );
    expect([...new Set(names)].sort()).toEqual([
      'portal:actions',
      'portal:ended',
      'portal:failed-sign-ins-per-ip',
      'portal:form',
      'portal:links-per-email',
      'portal:links-per-ip',
    ]);
    const commands = [...heard().matchAll(/\] "(\w+)"/g)].map(([, command = '']) => command.toUpperCase());
    const known = [
      'SET',
      'GET',
      'EVALSHA',
      'SCRIPT',
      'PTTL',
      'INCR',
      'DECR',
      'EVAL',
      'EXISTS',
      'HELLO',
      'CLIENT',
      'COMMAND',
    ];
    expect(commands.filter(command => !known.includes(command))).toEqual([]);
    expect(heard()).not.toMatch(READABLE);

    const keys = redis.ask('KEYS', '*');
    expect(keys.length).toBeGreaterThanOrEqual(3);
    for (const key of keys) expect(redis.ask('PTTL', key)).not.toEqual(['-1']);
  });

  test('T42: the list on one does not show the license that was just revoked on the other', async () => {
    const browser = await portal.signedIn('revoked@acme.example');
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    expect(browser.rows('Activated licenses')).toHaveLength(3);
    portal.sendTo(0);
    await browser.visit('/leads-capture');
    await browser.follow('Deactivate');
    const { action, fields } = browser.form('Revoke License');
    expect((await browser.post(action, fields)).status).toBe(303);
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    expect(browser.rows('Activated licenses')).toHaveLength(2);
  });

  test('P249 P250 T42: a bulk removal on one is known on the other, which stores nothing readable', async () => {
    const heard = await redis.listen();
    const browser = await portal.signedIn('bulk@acme.example');
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    portal.sendTo(0);
    await browser.submit('/removals/review?of=license', [
      ['license', 'U-1'],
      ['license', 'U-2'],
    ]);
    const run = browser.form('Revoke 2 Licenses').fields.once;
    await browser.press('Revoke 2 Licenses');
    portal.sendTo(1);
    await browser.visit('/leads-capture');
    expect(browser.rows('Activated licenses')).toHaveLength(1);
    await browser.visit(`/removals/run?run=${run}`);
    expect(browser.texts('.run-results li')).toHaveLength(2);
    expect(browser.text('.run-end')).toContain('Confirmed: none of the 2 is listed any more');
    expect((await browser.download('Download receipt (CSV)')).text).toContain('ben@acme.example');
    expect(heard()).toMatch(/"portal:run:[\w-]{43}"/);
    expect(heard()).not.toMatch(READABLE);
    for (const key of redis.ask('KEYS', '*')) expect(redis.ask('PTTL', key)).not.toEqual(['-1']);
  });

  test('T40: a session that was ended on one is ended on the other, and other sessions go on', async () => {
    const browser = await portal.signedIn('ended@acme.example');
    portal.sendTo(0);
    await browser.visit('/dashboard');
    const cookie = browser.sentCookies;
    expect(cookie).toContain('session=');
    await browser.press('Logout');
    portal.sendTo(1);
    const copy = await fetch(`${portal.origin}/dashboard`, {
      headers: { Cookie: cookie },
      redirect: 'manual',
    });
    expect([copy.status, copy.headers.get('location')]).toEqual([302, '/login']);
  });
});

describe('two replicas with a Redis and limits', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(stop);

  test('T1: hold magic links for one e-mail back together, and those from one address', async () => {
    await start({ LOGIN_LIMIT_PER_EMAIL: '3', LOGIN_LIMIT_PER_IP: '6' });
    await connected();
    for (const replica of [0, 1, 0, 1, 0]) {
      const browser = await askForLink(replica === 0 ? 'Dana@acme.example' : 'dana@acme.example', replica);
      expect(browser.text()).toContain('Check your inbox');
    }
    expect(callsLike(MAIL)).toBe(3);
    expect((await askForLink('eve@evil.example', 1)).status).toBe(200);
    expect((await askForLink('eve@evil.example', 0)).status).toBe(429);
    expect((await askForLink('eve@evil.example', 1)).status).toBe(429);
    expect(callsLike(MAIL)).toBe(4);
  });
});

describe('when the Redis of two replicas', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(stop);

  test('is killed, visitors notice nothing; the log has it once; when it is back, both use it', async () => {
    await start({ LOGIN_LIMIT_PER_EMAIL: '3' }, { topUpDelay: 200 });
    await connected();
    const browser = await portal.signedIn();
    for (let times = 0; times < 3; times++) await askForLink('dana@acme.example', 0);
    const mails = callsLike(MAIL);
    const oneMore = outages().map(count => count + 1);
    await redis.kill();

    for (const replica of [0, 1, 0, 1]) {
      portal.sendTo(replica);
      await browser.visit('/leads-capture');
      const { action, fields } = browser.form('Request Licenses');
      const before = callsLike(TOP_UP);
      const answers = await Promise.all([browser.post(action, fields), browser.post(action, fields)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(callsLike(TOP_UP) - before).toBe(1);
      expect((await askForLink('eve@evil.example', replica)).text()).toContain('Check your inbox');
    }
    expect(callsLike(MAIL) - mails).toBe(4);
    // A replica keeps its own counts, too.
    await askForLink('dana@acme.example', 0);
    expect(callsLike(MAIL) - mails).toBe(4);
    expect(outages()).toEqual(oneMore);

    await redis.start();
    await connected();
    const { action, fields } = (await browser.visit('/leads-capture')).form('Request Licenses');
    const before = callsLike(TOP_UP);
    portal.sendTo();
    await Promise.all([browser.post(action, fields), browser.post(action, fields)]);
    expect(callsLike(TOP_UP) - before).toBe(1);
    expect(outages()).toEqual(oneMore);
    for (const server of portal.servers) expect(server.output()).not.toMatch(/"level":(50|60)/);
  });

  test('dies while a form is under way on both, both visitors get their answer', async () => {
    await start({}, { topUpDelay: 1000 });
    await connected();
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    const { action, fields } = browser.form('Request Licenses');
    portal.sendTo();
    const answers = [browser.post(action, fields), browser.post(action, fields)].map(async answer => answer);
    await eventually('one of them works on it', async () => callsLike(TOP_UP) === 1);
    await redis.kill();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([303, 303]);
  });

  test('accepts connections and never responds, requests do not wait for it', async () => {
    await start({ REDIS_TIMEOUT_MS: '2000' });
    await connected();
    const browser = await portal.signedIn();
    const oneMore = outages().map(count => count + 1);
    redis.freeze();
    for (const replica of [0, 1]) {
      expect((await askForLink('dana@acme.example', replica)).text()).toContain('Check your inbox');
      await browser.visit('/leads-capture');
      await browser.press('Request Licenses');
      expect(browser.text('.toasts')).toBe('License request submitted successfully!');
    }
    expect(outages()).toEqual(oneMore);
    for (const replica of [0, 1]) expect(said(replica, 'RedisTooSlow')).toBeGreaterThan(0);
    redis.thaw();
    await connected();

    // Neither does the shutdown of a server.
    redis.freeze();
    for (const server of portal.servers) server.signal('SIGTERM');
    for (const server of portal.servers) expect(await server.ended).toBe(0);
  });

  test('is not there when they start, they start without it, and use it once it is', async () => {
    await redis.kill();
    await start();
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    await browser.press('Request Licenses');
    expect(browser.text('.toasts')).toBe('License request submitted successfully!');
    // Two attempts of each to connect again, at the least.
    await redis.refuses(5);
    expect(outages()).toEqual([1, 1]);
    await redis.start();
    await connected();
  });
});
