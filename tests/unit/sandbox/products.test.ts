import { expect, jest, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import type { CardCompany } from '../../../scripts/sandbox/seed';
import { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { accounts, as, openSandbox } from './sandbox';

const ruth = as('ruth@tiny.example');
const scannerAccount = '/api/portal/scanneraccount/scan-tiny';
const company = '/ecard-api/portal/companies/card-tiny';
const statsAt = async (app: Express, path: string) =>
  (await request(app).get(`${path}/stats`).set(ruth).expect(200)).body;

test.each([
  { path: scannerAccount, purchased: 5, id: 'appId', form: /^TNY-T[12]-\d{4}$/ },
  { path: company, purchased: 4, id: 'code', form: /^d\w+$/ },
])('requests for more at $path are accepted at once, and each adds ten after a delay', async product => {
  const { path, purchased, id, form } = product;
  const { app } = openSandbox();
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const before = await statsAt(app, path);
  await request(app).post(`${path}/topup`).set(ruth).expect(202, {});
  await request(app).post(`${path}/topup`).set(ruth).expect(202, {});

  now.mockReturnValue(1_001_499);
  expect(await statsAt(app, path)).toEqual(before);

  now.mockReturnValue(1_001_500);
  const { userStats, ...figures } = await statsAt(app, path);
  expect(figures).toMatchObject({ licencesPurchased: purchased + 20, licencesClaimed: 2 });
  const added = { ...before.userStats[2], [id]: expect.stringMatching(form) };
  expect(userStats).toEqual([...before.userStats, ...Array(20).fill(added)]);
  expect(new Set(userStats.map((row: Record<string, unknown>) => row[id])).size).toBe(23);
});

test('a revoked license is free, keeps its leads, and cannot be revoked again', async () => {
  const { app } = openSandbox();
  const licenses = '/api/licencing/portal/scanneraccount/scan-tiny/licences';
  // The ID is decoded once.
  await request(app).delete(`${licenses}/TF%2F2%20%25`).set(ruth).expect(404);
  await request(app).delete(`${licenses}/TF%2F2%20%2525`).set(ruth).expect(204);
  await request(app).delete(`${licenses}/TF%2F2%20%2525`).set(ruth).expect(404);
  await request(app).delete(`${licenses}/%E0%A4%A`).set(ruth).expect(400);
  expect(await statsAt(app, scannerAccount)).toMatchObject({
    licencesPurchased: 5,
    licencesClaimed: 1,
    leadsTotal: 42,
    userStats: [{ appId: 'TF-1' }, { appId: 'TF-3' }],
  });
});

test('a deactivated card is non-claimed and keeps its code', async () => {
  const { app } = openSandbox();
  await request(app).delete('/ecard-api/portal/nfcprofiles/c%2F2%20%2525/clear').set(ruth).expect(204);
  const { userStats, ...figures } = await statsAt(app, company);
  expect(figures).toMatchObject({ licencesPurchased: 4, licencesClaimed: 1 });
  expect(userStats[1]).toEqual({ ...userStats[2], code: 'c/2 %25' });
});

test('a card of another company cannot be deactivated', async () => {
  const { app } = openSandbox();
  const clear = (code: string) => request(app).delete(`/ecard-api/portal/nfcprofiles/${code}/clear`);
  await clear('c1').expect(401);
  await clear('c1').set(as('petra@other.example')).expect(403);
  await clear('x1').set(ruth).expect(403);
  await clear('nowhere').set(ruth).expect(404);
  expect(await statsAt(app, company)).toMatchObject({ licencesClaimed: 2 });
});

test('an export of all profile data arrives in the inbox of the administrator who requested it', async () => {
  const { app, store } = openSandbox();
  await request(app).post(`${company}/export`).set(ruth).expect(202, {});
  const [mail] = store.emails('ruth@tiny.example');
  expect(mail?.text).toContain('all 3 digital business cards of Tiny Fair');
  expect(mail?.link).toBeUndefined();
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

test('the attachment of a large export is complete, and the inbox shows its first lines', async () => {
  const { app, store } = openSandbox();
  const ecard: CardCompany = {
    licensesPurchased: 200,
    cards: Array.from({ length: 200 }, (_, index) => ({ code: `big${index}` })),
  };
  store.replaceAccounts([...accounts.slice(0, 1).map(account => ({ ...account, ecard }))]);
  await request(app).post(`${company}/export`).set(ruth).expect(202);
  const [mail] = store.emails();
  expect(mail?.attachment?.content.split('\r\n')).toHaveLength(202);
  const inbox = await new NoJsBrowser(app).visit('/sandbox/inbox');
  expect(inbox.$('pre').text().split('\n').slice(19)).toEqual([
    '"big18","","","","0","0"',
    '… and 181 more lines',
  ]);
});

test.each([
  ['get', '/api/portal/scanneraccount/:id/stats', 'scan', 'card'],
  ['post', '/api/portal/scanneraccount/:id/topup', 'scan', 'card'],
  ['delete', '/api/licencing/portal/scanneraccount/:id/licences/TF-1', 'scan', 'card'],
  ['get', '/ecard-api/portal/companies/:id/stats', 'card', 'scan'],
  ['post', '/ecard-api/portal/companies/:id/topup', 'card', 'scan'],
  ['post', '/ecard-api/portal/companies/:id/export', 'card', 'scan'],
] as const)(
  '%s %s needs a valid token and a role for an existing company',
  async (method, path, product, other) => {
    const { app, store } = openSandbox();
    const call = (id: string) => request(app)[method](path.replace(':id', id));
    await call(`${product}-tiny`).expect(401, { error: 'invalid token' });
    await call(`${product}-tiny`).set(as('invalid')).expect(401);
    await call(`${product}-tiny`).set(as('otto@none.example')).expect(403);
    await call(`${product}-tiny`).set(as('petra@other.example')).expect(403);
    await call(`${other}-tiny`).set(ruth).expect(403);
    await call(`${product}-gone`).set(as('petra@other.example')).expect(404);
    expect((await statsAt(app, scannerAccount)).userStats).toHaveLength(3);
    expect(store.emails()).toEqual([]);
  },
);
