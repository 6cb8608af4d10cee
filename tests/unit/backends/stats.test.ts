import { expect, test } from '@jest/globals';
import { IDLE, NEVER_USED, USED, usageOf } from '../../../server/backends/usage';
import type { List } from '../../../server/lists/list';
import { DAY_MS } from '../../../shared/units';
import {
  answering,
  callContext,
  callerOf,
  productBackendsWith,
  startStandIn,
} from '../../support/backends/stand-in-backend';

async function rowsOf<Row>(list: List<Row> | undefined) {
  return (await list?.pageRows({ query: '', searchIn: [] }, 1))?.rows;
}

test('P169 P170: the stats of a scanner account are read from the documented fields', async () => {
  const { origin, requests } = await startStandIn(
    answering(200, {
      code: 'ACME-4711',
      licencesPurchased: 10,
      licencesClaimed: 3,
      leadsTotal: 90,
      leadsLast30Days: 17,
      integrations: [{ name: 'Salesforce' }, { name: 'HubSpot', id: 7 }],
      userStats: [
        {
          appId: 'U-1',
          email: 'ada@acme.example',
          activationDate: '2026-01-15T09:00:00.000Z',
          leadsTotal: 30,
          leadsLast30Days: 3,
        },
        { appId: 'N-1', email: null, activationDate: null, leadsTotal: 0, leadsLast30Days: 0 },
      ],
    }),
  );
  const { license: scanner } = productBackendsWith(callerOf(`${origin}/api`));
  const { items, ...figures } = await scanner.stats('acme', callContext());
  expect(figures).toEqual({
    code: 'ACME-4711',
    licensesPurchased: 10,
    licensesClaimed: 3,
    total: 90,
    last30Days: 17,
    integrations: ['Salesforce', 'HubSpot'],
  });
  expect(await rowsOf(items?.claimed)).toEqual([
    { id: 'U-1', email: 'ada@acme.example', total: 30, last30Days: 3, usage: USED, activatedOn: 20468 },
  ]);
  expect(await rowsOf(items?.unclaimed)).toEqual([{ id: 'N-1' }]);
  expect(requests).toMatchObject([
    {
      line: 'GET /api/portal/scanneraccount/acme/stats',
      headers: { authorization: 'Bearer token', accept: 'application/json' },
    },
  ]);
});

test('P173 P174: the stats of a company are read from the documented fields', async () => {
  const { origin, requests } = await startStandIn(
    answering(200, {
      licencesPurchased: 5,
      licencesClaimed: 2,
      activitiesTotal: 160,
      activitiesLast30Days: 9,
      leads: 12,
      userStats: [
        {
          code: 'c1',
          email: 'ada@acme.example',
          name: 'Ada Byron',
          title: 'Engineer',
          activitiesTotal: 70,
          activitiesLast30Days: 7,
        },
        { code: 'c2', email: null, name: null, title: null, activitiesTotal: 0, activitiesLast30Days: 0 },
      ],
    }),
  );
  const { card: ecard } = productBackendsWith(callerOf(`${origin}/ecard-api`));
  const { items, ...figures } = await ecard.stats('acme-cards', callContext());
  expect(figures).toEqual({
    licensesPurchased: 5,
    licensesClaimed: 2,
    total: 160,
    last30Days: 9,
    leads: 12,
  });
  expect(await rowsOf(items?.claimed)).toEqual([
    {
      id: 'c1',
      email: 'ada@acme.example',
      name: 'Ada Byron',
      jobTitle: 'Engineer',
      total: 70,
      last30Days: 7,
      usage: USED,
    },
  ]);
  expect(await rowsOf(items?.unclaimed)).toEqual([{ id: 'c2' }]);
  expect(requests).toMatchObject([
    {
      line: 'GET /ecard-api/portal/companies/acme-cards/stats',
      headers: { authorization: 'Bearer token' },
    },
  ]);
});

const today = 20_500;

test.each([
  ['has activity in the last 30 days', { last30Days: 1, total: 1 }, USED],
  ['has had activity before', { last30Days: 0, total: 1 }, IDLE],
  ['has none', { last30Days: 0, total: 0 }, NEVER_USED],
  ['has none, and was activated today', { last30Days: 0, total: 0, activatedOn: today }, USED],
  [
    'has had activity before, and was activated on the 30th day before today',
    { last30Days: 0, total: 2, activatedOn: today - 30 },
    USED,
  ],
  [
    'has had activity before, and was activated on the 31st day before today',
    { last30Days: 0, total: 2, activatedOn: today - 31 },
    IDLE,
  ],
  [
    'has none, and was activated on the 31st day before today',
    { last30Days: 0, total: 0, activatedOn: today - 31 },
    NEVER_USED,
  ],
])('P232 P410: the usage of a license that %s', (_case, activity, expected) => {
  // At any time of the day.
  for (const time of [today * DAY_MS, (today + 1) * DAY_MS - 1])
    expect(usageOf(activity, time)).toBe(expected);
});
