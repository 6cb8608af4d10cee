import { describe, expect, test } from '@jest/globals';
import { type CompanyStats, createEcard } from '../../../server/backends/ecard';
import { answering, callContext, callerOf, rowsOf, startStandIn, workers } from './stand-in';

async function ecard(status: number, body?: unknown) {
  const { origin, requests } = await startStandIn(answering(status, body));
  return { requests, backend: createEcard(callerOf(`${origin}/ecard-api`), workers()) };
}

/** Returns the stats with the rows of their lists. */
async function withRows({ cards, ...figures }: CompanyStats) {
  return { ...figures, claimed: await rowsOf(cards?.claimed), nonClaimed: await rowsOf(cards?.nonClaimed) };
}

const empty = {
  licensesPurchased: 0,
  licensesClaimed: 0,
  activitiesLast30Days: 0,
  activitiesTotal: 0,
  leads: 0,
  claimed: [],
  nonClaimed: [],
};

describe('the stats of a company', () => {
  test('P173 P174: are read from the documented fields', async () => {
    const { backend, requests } = await ecard(200, {
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
    });
    expect(await withRows(await backend.stats('acme-cards', callContext()))).toEqual({
      licensesPurchased: 5,
      licensesClaimed: 2,
      activitiesTotal: 160,
      activitiesLast30Days: 9,
      leads: 12,
      claimed: [
        {
          cardId: 'c1',
          email: 'ada@acme.example',
          name: 'Ada Byron',
          jobTitle: 'Engineer',
          totalViews: 70,
          viewsLast30Days: 7,
        },
      ],
      nonClaimed: [{ cardId: 'c2' }],
    });
    expect(requests).toMatchObject([
      {
        line: 'GET /ecard-api/portal/companies/acme-cards/stats',
        headers: { authorization: 'Bearer token' },
      },
    ]);
  });

  test.each([
    ['nothing', {}],
    ['null everywhere', { licencesPurchased: null, leads: null, activitiesTotal: null, userStats: null }],
    ['negative numbers', { licencesPurchased: -5, leads: -1, activitiesLast30Days: -9 }],
    ['numbers that are text', { licencesPurchased: 'many', leads: {}, activitiesTotal: [3] }],
  ])('are empty if the response has %s', async (_case, body) => {
    const { backend } = await ecard(200, body);
    expect(await withRows(await backend.stats('acme-cards', callContext()))).toEqual(empty);
  });
});
