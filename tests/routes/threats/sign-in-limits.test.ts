import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Identity } from '../../../server/backends/identity';
import { paths } from '../../../shared/paths';
import { cards, dana, scanner } from '../../support/accounts';
import { eventually } from '../../support/eventually';
import { HttpClient } from '../../support/http-client';
import { latestLink, startPortal, type TestPortal } from '../../support/portal';

const DANA = 'dana@acme.example';

const linksSent = ({ calls }: TestPortal) => calls.filter(({ line }) => line.endsWith('/magiclink')).length;

test('T37: every spelling of an address counts for one mailbox', async () => {
  const portal = await startPortal();
  const spellings = [
    DANA,
    'DANA@Acme.Example',
    'dana@acme.example,',
    'dana@acme.example; ',
    'da\u200bna@acme.example',
    '\ufeffdana@acme.example',
    'ｄａｎａ@acme.example',
    'dana＠acme.example',
  ];
  for (const email of spellings) {
    const { status, headers } = await new HttpClient(portal).post('/login', { email });
    expect([email, status, headers.location]).toEqual([email, 303, paths.linkSent]);
  }
  expect(linksSent(portal)).toBe(5);
});

test('T37: commas and invisible characters around a pasted address are removed', async () => {
  const portal = await startPortal();
  const client = new HttpClient(portal);
  await client.post('/login', { email: ' Dana\u200b@acme.example, ' });
  expect(portal.store.emails('Dana@acme.example')).toHaveLength(1);
});

test('T37: text that is not an email address is rejected, and does not count toward a limit', async () => {
  const portal = await startPortal({ environment: { LOGIN_LIMIT_PER_EMAIL: '1' } });
  const texts = [
    'a b@acme.example',
    'dana@acme..example',
    'dana@-acme.example',
    '<dana@acme.example>',
    'dana@',
    'x@y\u0000',
    `${'a'.repeat(9_000)}@acme.example`,
  ];
  for (const email of texts) {
    for (let times = 0; times < 2; times++) {
      const { status, text } = await new HttpClient(portal).post('/login', { email });
      expect([email, status, text.includes('Please enter your email address')]).toEqual([email, 400, true]);
    }
  }
  expect(portal.calls).toEqual([]);
});

test.each([
  ['ports', (count: number) => `203.0.113.9:${1000 + count}`],
  ['ports of IPv6', (count: number) => `[2001:db8:1:1::7]:${1000 + count}`],
  ['addresses of one IPv6 network', (count: number) => `2001:db8:1:${count}::7`],
  ['invalid addresses', (count: number) => `unknown-${count}`],
])('T37: different %s count as one client', async (_case, address) => {
  const portal = await startPortal({ environment: { TRUST_PROXY: '1', LOGIN_LIMIT_PER_IP: '3' } });
  const statuses = [];
  for (let count = 0; count < 5; count++) {
    const headers = { 'X-Forwarded-For': address(count) };
    statuses.push(
      (await new HttpClient(portal).post('/login', { email: `p${count}@acme.example` }, headers)).status,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const other = { 'X-Forwarded-For': '198.51.100.1' };
  expect((await new HttpClient(portal).post('/login', { email: DANA }, other)).status).toBe(303);
});

const badLink = (code: string) => `/finishsignup?mode=signIn&apiKey=k&oobCode=${code}`;

test('P60 T39: after 30 failures, sign-ins from that IP address are rejected without a call; others are not', async () => {
  const portal = await startPortal({ environment: { TRUST_PROXY: '1' } });
  const attacker = new HttpClient(portal, { 'X-Forwarded-For': '203.0.113.9' });
  for (let count = 0; count < 30; count++) {
    expect((await attacker.post(badLink(`c${count}`), { email: DANA })).status).toBe(400);
  }
  portal.identity.calls.length = 0;
  const refused = await attacker.post(badLink('last'), { email: DANA });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect(portal.identity.calls).toEqual([]);
  const colleague = new HttpClient(portal, { 'X-Forwarded-For': '203.0.113.10' });
  expect((await colleague.signIn()).text).toContain('Sign-in Successful!');
});

test('T39: successful sign-ins do not count, because a company may share one IP address', async () => {
  const accounts = Array.from({ length: 5 }, (_, index) =>
    dana({
      email: `p${index}@acme.example`,
      roles: [
        { product: 2, entityId: `scanner-${index}` },
        { product: 3, entityId: `cards-${index}` },
      ],
      scanner: scanner({ licenses: [] }),
      ecard: cards({ cards: [] }),
    }),
  );
  const portal = await startPortal({ accounts, environment: { FINISH_LIMIT_PER_IP: '2' } });
  for (const { email } of accounts) {
    expect((await new HttpClient(portal).signIn(email)).text).toContain('Sign-in Successful!');
  }
  const stranger = new HttpClient(portal);
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    statuses.push((await stranger.post(badLink(`c${count}`), { email: DANA })).status);
  }
  expect(statuses).toEqual([400, 400, 429]);
});

/** Starts a portal with a real server, and an identity provider that responds when the test resolves `waiting`. */
async function withSlowProvider() {
  const waiting: (() => void)[] = [];
  const aborted: string[] = [];
  const portal = await startPortal({
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        readCode: identity.readCode,
        close: identity.close,
        signIn: async (email: string, link: string, signal?: AbortSignal) => {
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            signal?.addEventListener('abort', () => {
              aborted.push(email);
              reject(new Error('aborted'));
            });
          });
          return identity.signIn(email, link);
        },
      } satisfies Identity,
    }),
  });
  const { port } = await portal.serve();
  const open = (path: string, body: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    return socket;
  };
  return { portal, waiting, aborted, open };
}

test('T39: an IP address has at most 8 attempts in flight', async () => {
  const { portal, waiting, open } = await withSlowProvider();
  const sockets = Array.from({ length: 8 }, (_, index) =>
    open(badLink(`c${index}`), `email=${encodeURIComponent(DANA)}`),
  );
  await eventually('eight are in flight', async () => waiting.length === 8);
  const ninth = await new HttpClient(portal).post(badLink('ninth'), { email: DANA });
  expect([ninth.status, Number(ninth.headers['retry-after']) > 0, waiting.length]).toEqual([429, true, 8]);

  const [first] = sockets;
  if (!first) throw new Error('No attempt is in flight');
  const ended = once(first.resume(), 'close');
  waiting[0]?.();
  await ended;
  const next = new HttpClient(portal).post(badLink('next'), { email: DANA });
  next.catch(() => {});
  await eventually('the next attempt starts', async () => waiting.length === 9);
  for (const answer of waiting) answer();
  expect((await next).status).toBe(400);
});

test('T39: an attempt is aborted when its last browser disconnects', async () => {
  const { portal, waiting, aborted, open } = await withSlowProvider();
  await new HttpClient(portal).post('/login', { email: DANA });
  const link = latestLink(portal.store, DANA);
  const form = `email=${encodeURIComponent(DANA)}&once=4a6a4f0e-7a4e-4c54-9d4e-0d8a4b8f2c11`;
  const first = open(link, form);
  await eventually('the attempt has started', async () => waiting.length === 1);
  const answered = new Promise<string>(resolve => {
    let text = '';
    const second = open(link, form);
    second.on('data', chunk => {
      text += chunk;
    });
    second.on('close', () => resolve(text));
  });
  // Its request arrives before the response to the next one.
  await new HttpClient(portal).get('/login');
  first.destroy();
  // This attempt is abandoned later than the first: once it is aborted, the first would have been aborted, too.
  const alone = open(badLink('alone'), `email=${encodeURIComponent(DANA)}`);
  await eventually('the other attempt has started', async () => waiting.length === 2);
  alone.destroy();
  await eventually('the abandoned attempt is aborted', async () => aborted.length === 1);
  waiting[0]?.();
  expect(await answered).toContain('Sign-in Successful!');
});
