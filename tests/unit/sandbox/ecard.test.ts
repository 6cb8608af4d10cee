import { describe, expect, jest, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import type { CardCompany } from '../../../scripts/sandbox/seed';
import { accounts, as, openSandbox } from './sandbox';

const ruth = as('ruth@tiny.example');
const stats = async (app: Express) =>
  (await request(app).get('/ecard-api/portal/companies/card-tiny/stats').set(ruth).expect(200)).body;

test('company stats contain claimed and non-claimed cards with their visits', async () => {
  const { app } = openSandbox();
  expect(await stats(app)).toEqual({
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

test('a request for more cards is accepted immediately and fulfilled after a delay', async () => {
  const { app } = openSandbox();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  await request(app).post('/ecard-api/portal/companies/card-tiny/topup').set(ruth).expect(202, {});
  expect(await stats(app)).toMatchObject({ licencesPurchased: 4 });

  now.mockReturnValue(1_002_000);
  const after = await stats(app);
  expect(after).toMatchObject({ licencesPurchased: 14, licencesClaimed: 2 });
  const codes = after.userStats.slice(3).map(({ code }: { code: string }) => code);
  expect(new Set(codes).size).toBe(10);
  expect(after.userStats[12]).toMatchObject({ email: null, name: null });
});

test('deactivating a card makes it non-claimed and keeps its code', async () => {
  const { app } = openSandbox();
  await stats(app);
  await request(app).delete('/ecard-api/portal/nfcprofiles/c%2F2%20%2525/clear').set(ruth).expect(204);
  const after = await stats(app);
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
  expect(await stats(app)).toMatchObject({ licencesClaimed: 2 });
});

test('an export of all profile data arrives in the inbox of the administrator who requested it', async () => {
  const { app, store } = openSandbox();
  await request(app).post('/ecard-api/portal/companies/card-tiny/export').set(ruth).expect(202, {});
  const [mail] = store.emails('ruth@tiny.example');
  expect(mail).toMatchObject({
    subject: 'Your profile data export',
    link: null,
    attachmentName: 'profile-data.csv',
  });
  expect(mail?.text).toContain('all 3 digital business cards of Tiny Fair');
  expect(mail?.preview[0]).toEqual([
    'CardID',
    'Name',
    'Email',
    'Job title',
    'Visits (30 days)',
    'Visits (total)',
  ]);
  expect(store.attachment(mail?.id ?? 0)?.content).toBe(
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
  expect(store.attachment(mail?.id ?? 0)?.content.split('\r\n')).toHaveLength(202);
});

describe.each([
  ['get', '/ecard-api/portal/companies/:id/stats'],
  ['post', '/ecard-api/portal/companies/:id/topup'],
  ['post', '/ecard-api/portal/companies/:id/export'],
] as const)('%s %s', (method, path) => {
  const call = (app: Express, id: string) => request(app)[method](path.replace(':id', id));

  test('needs a valid token', async () => {
    const { app } = openSandbox();
    await call(app, 'card-tiny').expect(401, { error: 'invalid token' });
    await call(app, 'card-tiny').set(as('invalid')).expect(401);
  });

  test('requires a role for this company', async () => {
    const { app, store } = openSandbox();
    await call(app, 'card-tiny').set(as('otto@none.example')).expect(403);
    await call(app, 'card-tiny').set(as('petra@other.example')).expect(403);
    await call(app, 'scan-tiny').set(ruth).expect(403);
    expect(store.emails()).toEqual([]);
  });

  test('returns 404 for a removed company', async () => {
    const { app, store } = openSandbox();
    await call(app, 'card-gone').set(as('petra@other.example')).expect(404);
    expect(store.emails()).toEqual([]);
  });
});
