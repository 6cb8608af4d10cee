import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import type { Express } from 'express';
import request from 'supertest';
import { callTitles } from '../../../scripts/sandbox/backend-calls';
import { createFaultInjector } from '../../../scripts/sandbox/fault-injector';
import { offeredFaults, status } from '../../../scripts/sandbox/faults';
import { as, openSandbox } from './sandbox';

const STATS = '/api/portal/scanneraccount/scan-tiny/stats';
const everyFault = offeredFaults.flatMap(([, group]) => group);

const open = async (app: Express, page = '/sandbox/faults') =>
  load((await request(app).get(page).expect(200)).text);

/** Submits the page's form with these values. */
async function addFault(app: Express, choices: Readonly<Record<string, string>>) {
  const $ = await open(app);
  const action = $('form.fault').attr('action') ?? '';
  const sent = await request(app).post(action).type('form').send(choices);
  expect([sent.status, sent.headers.location]).toEqual([303, '/sandbox/faults']);
}

const fetchStats = (app: Express) => request(app).get(STATS).set(as('ruth@tiny.example'));

test('an active fault only affects its own call, in its own sandbox', async () => {
  const { app } = openSandbox();
  await addFault(app, { call: 'scannerStats', fault: '503' });
  await fetchStats(app).expect(503);
  await request(app).get('/api/portalusers').set(as('ruth@tiny.example')).expect(200);
  await fetchStats(openSandbox().app).expect(200);
});

test('the sandbox’s pages link to each other, list active faults and turn them off', async () => {
  const { app } = openSandbox();
  await addFault(app, { call: 'scannerStats', fault: '503' });
  await addFault(app, { call: 'ecardStats', fault: 'hang' });
  for (const [page, other] of [
    ['/sandbox/faults', '/sandbox/inbox'],
    ['/sandbox/inbox', '/sandbox/faults'],
  ] as const) {
    const $ = await open(app, page);
    expect($('.banner').text()).toContain('2 faults are on.');
    expect(
      $('.banner li')
        .map((_, item) => $(item).text())
        .get(),
    ).toEqual(['Lead Capture: statistics: answers 503', 'Cards: statistics: never answers']);
    expect($(`header a[href="${other}"]`)).toHaveLength(1);
  }
  const $ = await open(app, '/sandbox/inbox');
  await request(app)
    .post($('.banner form').attr('action') ?? '')
    .expect(303);
  await fetchStats(app).expect(200);
  expect((await open(app))('.banner')).toHaveLength(0);
});

test('a fault can be limited to a number of calls', async () => {
  const { app } = openSandbox();
  await addFault(app, { call: 'scannerStats', fault: '500', times: '2' });
  await fetchStats(app).expect(500);
  await fetchStats(app).expect(500);
  await fetchStats(app).expect(200);
  expect((await open(app))('.banner')).toHaveLength(0);
});

test('a fault can be limited to one account, even before the sign-in', async () => {
  const { app } = openSandbox();
  await addFault(app, { call: 'portalUsers', fault: '500', email: 'ruth@tiny.example' });
  await addFault(app, { call: 'magicLink', fault: '503', email: 'ruth@tiny.example' });
  expect((await open(app))('.banner').text()).toContain('User details: answers 500 (Ruth@tiny.example)');
  const details = (email: string) => request(app).get('/api/portalusers').set(as(email));
  await details('ruth@tiny.example').expect(500);
  await details('otto@none.example').expect(200);
  await request(app).get('/api/portalusers').expect(401);
  const link = (Email: string) => request(app).post('/api/portalusers/magiclink').send({ Email });
  await link(' RUTH@tiny.example').expect(503);
  await link('otto@none.example').expect(200);
});

test('accounts that always fail keep failing after all faults are turned off, and cause no warning', async () => {
  const { app } = openSandbox({
    faults: createFaultInjector({ 'Ruth@tiny.example': { scannerStats: status(500) } }),
  });
  await request(app).post('/sandbox/faults/off').expect(303);
  await fetchStats(app).expect(500);
  expect((await open(app))('.banner')).toHaveLength(0);
});

test('the page lists calls and their outcomes, newest first', async () => {
  const { app } = openSandbox();
  await addFault(app, { call: 'scannerStats', fault: 'reset' });
  await expect(fetchStats(app)).rejects.toThrow();
  await request(app).get('/api/portalusers').set(as('ruth@tiny.example'));
  const $ = await open(app);
  const rows = $('tbody tr').map((_, row) =>
    $(row)
      .find('td')
      .map((_, cell) => $(cell).text())
      .get()
      .join(': '),
  );
  expect(rows.get()).toEqual([
    'GET /portalusers: answered',
    'GET /portal/scanneraccount/scan-tiny/stats: reset',
  ]);
});

test.each([
  {},
  { call: 'scannerStats' },
  { fault: '500' },
  { call: '__proto__', fault: '500' },
  { call: 'scannerStats', fault: 'constructor' },
])('an invalid form adds no fault: %j', async choices => {
  const { app } = openSandbox();
  await addFault(app, choices);
  expect((await open(app))('.banner')).toHaveLength(0);
  await fetchStats(app).expect(200);
});

test('the form offers every call and every fault once, each with a label', async () => {
  const $ = await open(openSandbox().app);
  const options = (id: string) =>
    $(`#${id} option`)
      .map((_, option) => $(option).attr('value'))
      .get();
  expect(options('call')).toEqual(Object.keys(callTitles));
  expect(options('fault')).toEqual(everyFault.map(({ name }) => name));
  for (const names of [options('call'), options('fault'), everyFault.map(({ title }) => title)]) {
    expect(new Set(names).size).toBe(names.length);
  }
  for (const field of $('form.fault select, form.fault input').toArray()) {
    expect($(`label[for="${$(field).attr('id')}"]`).text()).not.toBe('');
  }
});
