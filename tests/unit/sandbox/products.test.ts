import { describe, expect, jest, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import type { CardCompany } from '../../../scripts/sandbox/seed';
import { accounts, as, openSandbox } from './sandbox';

const ruth = as('ruth@tiny.example');
const licenseStats = (app: Express) => statsAt(app, '/api/portal/scanneraccount/scan-tiny');
const cardStats = (app: Express) => statsAt(app, '/ecard-api/portal/companies/card-tiny');
const statsAt = async (app: Express, path: string) =>
  (await request(app).get(`${path}/stats`).set(ruth).expect(200)).body;

test('scanner stats contain the account, its licenses and their leads', async () => {
  const { app } = openSandbox();
  expect(await licenseStats(app)).toEqual({
    code: 'TNY-1',
    licencesPurchased: 5,
    licencesClaimed: 2,
    leadsTotal: 42,
    leadsLast30Days: 4,
    integrations: [{ name: 'Salesforce' }],
    userStats: [
      {
        appId: 'TF-1',
        email: 'ann@tiny.example',
        activationDate: '2025-03-01T09:00:00.000Z',
        leadsTotal: 40,
        leadsLast30Days: 4,
      },
      {
        appId: 'TF/2 %25',
        email: 'bob@tiny.example',
        activationDate: null,
        leadsTotal: 2,
        leadsLast30Days: 0,
      },
      { appId: 'TF-3', email: null, activationDate: null, leadsTotal: 0, leadsLast30Days: 0 },
    ],
  });
});

test('company stats contain claimed and non-claimed cards with their visits', async () => {
  const { app } = openSandbox();
  expect(await cardStats(app)).toEqual({
    licencesPurchased: 4,
    licencesClaimed: 2,
    activitiesTotal: 71,
    activitiesLast30Days: 7,
    leads: 9,
    userStats: [
      {
        code: 'c1',
        email: 'ann@tiny.example',
        name: '=Ann, "the" Great',
        title: 'Director',
        activitiesTotal: 70,
        activitiesLast30Days: 7,
      },
      {
        code: 'c/2 %25',
        email: 'bob@tiny.example',
        name: 'Bob',
        title: null,
        activitiesTotal: 1,
        activitiesLast30Days: 0,
      },
      { code: 'c3', email: null, name: null, title: null, activitiesTotal: 0, activitiesLast30Days: 0 },
    ],
  });
});

describe.each([
  { path: '/api/portal/scanneraccount/scan-tiny', purchased: 5, id: 'appId', form: /^TNY-T1-\d{4}$/ },
  { path: '/ecard-api/portal/companies/card-tiny', purchased: 4, id: 'code', form: /^d\w+$/ },
])('a request for more at $path', ({ path, purchased, id, form }) => {
  test('is accepted immediately and fulfilled after a delay', async () => {
    const { app } = openSandbox();
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const before = await statsAt(app, path);
    await request(app).post(`${path}/topup`).set(ruth).expect(202, {});

    now.mockReturnValue(1_001_499);
    expect(await statsAt(app, path)).toEqual(before);

    now.mockReturnValue(1_001_500);
    const { userStats, ...figures } = await statsAt(app, path);
    expect(figures).toMatchObject({ licencesPurchased: purchased + 10, licencesClaimed: 2 });
    const added = { ...before.userStats[2], [id]: expect.stringMatching(form) };
    expect(userStats).toEqual([...before.userStats, ...Array(10).fill(added)]);
  });

  test('adds ten for each request, each with a unique ID', async () => {
    const { app } = openSandbox({ topUpDelay: 0 });
    await request(app).post(`${path}/topup`).set(ruth).expect(202);
    await request(app).post(`${path}/topup`).set(ruth).expect(202);
    const { licencesPurchased, userStats } = await statsAt(app, path);
    expect(licencesPurchased).toBe(purchased + 20);
    expect(new Set(userStats.map((row: Record<string, unknown>) => row[id])).size).toBe(23);
  });
});

test('revoking a license frees it and keeps its leads', async () => {
  const { app } = openSandbox();
  const license = '/api/licencing/portal/scanneraccount/scan-tiny/licences/TF-1';
  await licenseStats(app);
  await request(app).delete(license).set(ruth).expect(204);
  const after = await licenseStats(app);
  expect(after).toMatchObject({ licencesPurchased: 5, licencesClaimed: 1, leadsTotal: 42 });
  expect(after.userStats.map(({ appId }: { appId: string }) => appId)).toEqual(['TF/2 %25', 'TF-3']);
  await request(app).delete(license).set(ruth).expect(404);
});

test('a license ID is decoded once', async () => {
  const { app } = openSandbox();
  const licenses = '/api/licencing/portal/scanneraccount/scan-tiny/licences';
  await request(app).delete(`${licenses}/TF%2F2%20%25`).set(ruth).expect(404);
  await request(app).delete(`${licenses}/TF%2F2%20%2525`).set(ruth).expect(204);
  await request(app).delete(`${licenses}/%E0%A4%A`).set(ruth).expect(400);
});

test('deactivating a card makes it non-claimed and keeps its code', async () => {
  const { app } = openSandbox();
  await cardStats(app);
  await request(app).delete('/ecard-api/portal/nfcprofiles/c%2F2%20%2525/clear').set(ruth).expect(204);
  const after = await cardStats(app);
  expect(after).toMatchObject({ licencesPurchased: 4, licencesClaimed: 1 });
  expect(after.userStats[1]).toEqual({
    code: 'c/2 %25',
    email: null,
    name: null,
    title: null,
    activitiesTotal: 0,
    activitiesLast30Days: 0,
  });
});

test('a card of another company cannot be deactivated', async () => {
  const { app } = openSandbox();
  await request(app).delete('/ecard-api/portal/nfcprofiles/c1/clear').expect(401);
  await request(app)
    .delete('/ecard-api/portal/nfcprofiles/c1/clear')
    .set(as('petra@other.example'))
    .expect(403);
  await request(app).delete('/ecard-api/portal/nfcprofiles/x1/clear').set(ruth).expect(403);
  await request(app).delete('/ecard-api/portal/nfcprofiles/nowhere/clear').set(ruth).expect(404);
  expect(await cardStats(app)).toMatchObject({ licencesClaimed: 2 });
});

test('an export of all profile data arrives in the inbox of the administrator who requested it', async () => {
  const { app, store } = openSandbox();
  await request(app).post('/ecard-api/portal/companies/card-tiny/export').set(ruth).expect(202, {});
  const [mail] = store.emails('ruth@tiny.example');
  expect(mail).toMatchObject({
    subject: 'Your profile data export',
    attachment: { fileName: 'profile-data.csv' },
  });
  expect(mail?.text).toContain('all 3 digital business cards of Tiny Fair');
  expect(mail?.link).toBeUndefined();
  expect(mail?.preview?.[0]).toEqual([
    'CardID',
    'Name',
    'Email',
    'Job title',
    'Visits (30 days)',
    'Visits (total)',
  ]);
  expect(mail?.attachment?.content).toBe(
    [
      '"CardID","Name","Email","Job title","Visits (30 days)","Visits (total)"',
      '"c1","\'=Ann, ""the"" Great","ann@tiny.example","Director","7","70"',
      '"c/2 %25","Bob","bob@tiny.example","","0","1"',
      '"c3","","","","0","0"',
      '',
    ].join('\r\n'),
  );
});

test('the email with a large export contains a preview; its attachment is complete', async () => {
  const { app, store } = openSandbox();
  const ecard: CardCompany = {
    licensesPurchased: 200,
    cards: Array.from({ length: 200 }, (_, index) => ({ code: `big${index}` })),
  };
  store.replaceAccounts([...accounts.slice(0, 1).map(account => ({ ...account, ecard }))]);
  await request(app).post('/ecard-api/portal/companies/card-tiny/export').set(ruth).expect(202);
  const [mail] = store.emails();
  expect(mail?.preview).toHaveLength(51);
  expect(mail?.attachment?.content.split('\r\n')).toHaveLength(202);
});

describe.each([
  ['get', '/api/portal/scanneraccount/:id/stats', 'scan', 'card'],
  ['post', '/api/portal/scanneraccount/:id/topup', 'scan', 'card'],
  ['delete', '/api/licencing/portal/scanneraccount/:id/licences/TF-1', 'scan', 'card'],
  ['get', '/ecard-api/portal/companies/:id/stats', 'card', 'scan'],
  ['post', '/ecard-api/portal/companies/:id/topup', 'card', 'scan'],
  ['post', '/ecard-api/portal/companies/:id/export', 'card', 'scan'],
] as const)('%s %s', (method, path, product, other) => {
  const call = (app: Express, id: string) => request(app)[method](path.replace(':id', id));

  test('needs a valid token', async () => {
    const { app } = openSandbox();
    await call(app, `${product}-tiny`).expect(401, { error: 'invalid token' });
    await call(app, `${product}-tiny`).set(as('invalid')).expect(401);
  });

  test('requires a role for this company', async () => {
    const { app, store } = openSandbox();
    await call(app, `${product}-tiny`).set(as('otto@none.example')).expect(403);
    await call(app, `${product}-tiny`).set(as('petra@other.example')).expect(403);
    await call(app, `${other}-tiny`).set(ruth).expect(403);
    expect((await licenseStats(app)).userStats).toHaveLength(3);
    expect(store.emails()).toEqual([]);
  });

  test('returns 404 for a removed company', async () => {
    const { app, store } = openSandbox();
    await call(app, `${product}-gone`).set(as('petra@other.example')).expect(404);
    expect(store.emails()).toEqual([]);
  });
});
