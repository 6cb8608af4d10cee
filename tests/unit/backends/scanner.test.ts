import { describe, expect, test } from '@jest/globals';
import { createScanner, type ScannerStats } from '../../../server/backends/scanner';
import { answering, callContext, callerOf, rowsOf, startStandIn, workers } from './stand-in';

async function scanner(status: number, body?: unknown) {
  const { origin, requests } = await startStandIn(answering(status, body));
  return { requests, backend: createScanner(callerOf(`${origin}/api`), workers()) };
}

/** Returns the stats with the rows of their lists. */
async function withRows({ licenses, ...figures }: ScannerStats) {
  return {
    ...figures,
    activated: await rowsOf(licenses?.activated),
    nonActivated: await rowsOf(licenses?.nonActivated),
  };
}

const empty = {
  code: '',
  licensesPurchased: 0,
  licensesClaimed: 0,
  leadsLast30Days: 0,
  leadsTotal: 0,
  integrations: [],
  activated: [],
  nonActivated: [],
};

describe('the stats of a scanner account', () => {
  test('P169 P170: are read from the documented fields', async () => {
    const { backend, requests } = await scanner(200, {
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
    });
    expect(await withRows(await backend.stats('acme', callContext()))).toEqual({
      code: 'ACME-4711',
      licensesPurchased: 10,
      licensesClaimed: 3,
      leadsTotal: 90,
      leadsLast30Days: 17,
      integrations: ['Salesforce', 'HubSpot'],
      activated: [{ appId: 'U-1', email: 'ada@acme.example', leadsTotal: 30, leadsLast30Days: 3 }],
      nonActivated: [{ appId: 'N-1' }],
    });
    expect(requests).toMatchObject([
      { line: 'GET /api/portal/scanneraccount/acme/stats', headers: { authorization: 'Bearer token' } },
    ]);
  });

  test.each([
    ['nothing', {}],
    [
      'null everywhere',
      {
        code: null,
        licencesPurchased: null,
        licencesClaimed: null,
        leadsTotal: null,
        leadsLast30Days: null,
        integrations: null,
        userStats: null,
      },
    ],
    ['negative numbers', { licencesPurchased: -1, licencesClaimed: -2, leadsTotal: -3 }],
    ['integrations without names', { integrations: [{}, { name: null }, { name: ' ' }, 'CRM', null] }],
    ['integrations that are not a list', { integrations: 'Salesforce' }],
  ])('are empty if the response has %s', async (_case, body) => {
    const { backend } = await scanner(200, body);
    expect(await withRows(await backend.stats('acme', callContext()))).toEqual(empty);
  });
});
