import { expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { createFaultInjector } from '../../../scripts/sandbox/fault-injector';
import { status } from '../../../scripts/sandbox/faults';
import { createSandbox, type SandboxOptions } from '../../../scripts/sandbox/host';
import { createStore } from '../../../scripts/sandbox/store';
import { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { dana, eve } from '../../support/data/accounts';

const STATS = '/api/portal/scanneraccount/acme/stats';

/** Creates a sandbox in memory. Its bearer tokens are email addresses. */
function openSandbox(options: Partial<SandboxOptions> = {}): { app: Express } {
  const app = createSandbox({
    store: createStore([dana({ email: 'Dana@acme.example' }), eve()]),
    verifyToken: async email => ({ email }),
    createMagicLink: async email => `http://portal.example/finishsignup?email=${email}`,
    ...options,
  });
  return { app };
}

const as = (email: string) => ({ authorization: `Bearer ${email}` });

const open = (app: Express, page = '/sandbox/faults') => new NoJsBrowser(app).visit(page);

async function addFault(app: Express, call: string, fault: string, more: Record<string, string> = {}) {
  const browser = await open(app);
  const fields = { 'When the portal calls': call, 'the backend': fault, ...more };
  for (const [label, value] of Object.entries(fields)) browser.fill(label, value);
  return browser.press('Switch on');
}

const fetchStats = (app: Express) => request(app).get(STATS).set(as('dana@acme.example'));

test('an active fault only affects its own call, in its own sandbox', async () => {
  const { app } = openSandbox();
  await addFault(app, 'scannerStats', '503');
  await fetchStats(app).expect(503);
  await request(app).get('/api/portalusers').set(as('dana@acme.example')).expect(200);
  await fetchStats(openSandbox().app).expect(200);
});

test('the sandbox’s pages link to each other, list active faults and turn them off', async () => {
  const { app } = openSandbox();
  await addFault(app, 'scannerStats', '503');
  const browser = await addFault(app, 'ecardStats', 'hang');
  for (const other of ['Inbox', 'Faults']) {
    expect(browser.text('.banner')).toContain('2 faults are on.');
    expect(browser.texts('.banner li')).toEqual([
      'Lead Capture: statistics: answers 503',
      'Cards: statistics: never answers',
    ]);
    await browser.follow(other);
  }
  await browser.press('Switch all off');
  expect([browser.address, browser.has('.banner')]).toEqual(['/sandbox/faults', false]);
  await fetchStats(app).expect(200);
});

test('a fault can be limited to a number of calls', async () => {
  const { app } = openSandbox();
  await addFault(app, 'scannerStats', '500', { 'number of calls': '2' });
  await fetchStats(app).expect(500);
  await fetchStats(app).expect(500);
  await fetchStats(app).expect(200);
  expect((await open(app)).has('.banner')).toBe(false);
});

test('a fault can be limited to one account, even before the sign-in', async () => {
  const { app } = openSandbox();
  const forDana = { 'for the account': 'Dana@acme.example' };
  await addFault(app, 'portalUsers', '500', forDana);
  const page = await addFault(app, 'magicLink', '503', forDana);
  expect(page.text('.banner')).toContain('User details: answers 500 (Dana@acme.example)');
  const details = (email: string) => request(app).get('/api/portalusers').set(as(email));
  await details('dana@acme.example').expect(500);
  await details('eve@evil.example').expect(200);
  await request(app).get('/api/portalusers').expect(401);
  const link = (Email: string) => request(app).post('/api/portalusers/magiclink').send({ Email });
  await link(' DANA@acme.example').expect(503);
  await link('eve@evil.example').expect(200);
});

test('accounts that always fail keep failing after all faults are turned off, and cause no warning', async () => {
  const { app } = openSandbox({
    faults: createFaultInjector({ 'Dana@acme.example': { scannerStats: status(500) } }),
  });
  await request(app).post('/sandbox/faults/off').expect(303);
  await fetchStats(app).expect(500);
  expect((await open(app)).has('.banner')).toBe(false);
});

test.each([
  {},
  { call: 'scannerStats' },
  { fault: '500' },
  { call: '__proto__', fault: '500' },
  { call: 'scannerStats', fault: 'constructor' },
])('an invalid form adds no fault: %j', async choices => {
  const { app } = openSandbox();
  const page = await new NoJsBrowser(app).submit('/sandbox/faults', Object.entries(choices));
  expect([page.status, page.has('.banner')]).toEqual([200, false]);
  await fetchStats(app).expect(200);
});
