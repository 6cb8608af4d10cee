import { describe, expect, jest, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { as, openSandbox } from './sandbox';

const ruth = as('ruth@tiny.example');
const stats = async (app: Express) =>
  (await request(app).get('/api/portal/scanneraccount/scan-tiny/stats').set(ruth).expect(200)).body;

test('scanner stats contain the account, its licenses and their leads', async () => {
  const { app } = openSandbox();
  expect(await stats(app)).toEqual({
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

test('a request for more licenses is accepted immediately and fulfilled after a delay', async () => {
  const { app } = openSandbox();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  await request(app).post('/api/portal/scanneraccount/scan-tiny/topup').set(ruth).expect(202, {});

  now.mockReturnValue(1_001_499);
  expect(await stats(app)).toMatchObject({ licencesPurchased: 5 });

  now.mockReturnValue(1_001_500);
  const after = await stats(app);
  expect(after).toMatchObject({ licencesPurchased: 15, licencesClaimed: 2 });
  expect(after.userStats).toHaveLength(13);
  expect(after.userStats.slice(3)).toEqual(
    Array.from({ length: 10 }, () => ({
      appId: expect.stringMatching(/^TNY-T1-\d{4}$/),
      email: null,
      activationDate: null,
      leadsTotal: 0,
      leadsLast30Days: 0,
    })),
  );
});

test('two requests for more licenses add twenty, each with a unique ID', async () => {
  const { app } = openSandbox({ topUpDelay: 0 });
  await request(app).post('/api/portal/scanneraccount/scan-tiny/topup').set(ruth).expect(202);
  await request(app).post('/api/portal/scanneraccount/scan-tiny/topup').set(ruth).expect(202);
  const { licencesPurchased, userStats } = await stats(app);
  expect(licencesPurchased).toBe(25);
  expect(new Set(userStats.map(({ appId }: { appId: string }) => appId)).size).toBe(23);
});

test('revoking a license frees it and keeps its leads', async () => {
  const { app } = openSandbox();
  const license = '/api/licencing/portal/scanneraccount/scan-tiny/licences/TF-1';
  await stats(app);
  await request(app).delete(license).set(ruth).expect(204);
  const after = await stats(app);
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

describe.each([
  ['get', '/api/portal/scanneraccount/:id/stats'],
  ['post', '/api/portal/scanneraccount/:id/topup'],
  ['delete', '/api/licencing/portal/scanneraccount/:id/licences/TF-1'],
] as const)('%s %s', (method, path) => {
  const call = (app: Express, id: string) => request(app)[method](path.replace(':id', id));

  test('needs a valid token', async () => {
    const { app } = openSandbox();
    await call(app, 'scan-tiny').expect(401, { error: 'invalid token' });
    await call(app, 'scan-tiny').set(as('invalid')).expect(401);
  });

  test('requires a role for this account', async () => {
    const { app, store } = openSandbox();
    await call(app, 'scan-tiny').set(as('otto@none.example')).expect(403);
    await call(app, 'scan-tiny').set(as('petra@other.example')).expect(403);
    await call(app, 'card-tiny').set(ruth).expect(403);
    expect(JSON.parse(String(store.scannerStats('scan-tiny'))).userStats).toHaveLength(3);
  });

  test('returns 404 for a removed account', async () => {
    const { app } = openSandbox();
    await call(app, 'scan-gone').set(as('petra@other.example')).expect(404);
  });
});
