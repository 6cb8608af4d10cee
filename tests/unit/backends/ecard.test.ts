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
        headers: { authorization: 'Bearer token-0' },
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

  test('keep valid rows if others are invalid, and have a text for a missing job title', async () => {
    const { backend } = await ecard(200, {
      userStats: [
        null,
        'card',
        { code: 'c1', email: 'a@b.example', title: null },
        { code: 'c2', email: 'c@d.example', title: '  ' },
        { email: null },
      ],
    });
    const rest = { name: '', jobTitle: 'Not specified', viewsLast30Days: 0, totalViews: 0 };
    expect(await withRows(await backend.stats('acme-cards', callContext()))).toMatchObject({
      claimed: [
        { ...rest, cardId: 'c1', email: 'a@b.example' },
        { ...rest, cardId: 'c2', email: 'c@d.example' },
      ],
      nonClaimed: [{ cardId: '' }],
    });
  });

  test('keep the figures if the list is not an array', async () => {
    const { backend } = await ecard(200, { leads: 12, userStats: 'none' });
    expect(await withRows(await backend.stats('acme-cards', callContext()))).toEqual({
      ...empty,
      leads: 12,
      claimed: undefined,
      nonClaimed: undefined,
    });
  });

  test.each([null, [], 'text', 7])('are rejected if the response is %j', async body => {
    const { backend } = await ecard(200, JSON.stringify(body));
    await expect(backend.stats('acme-cards', callContext())).rejects.toThrow('Failed to get company stats');
  });

  test('are rejected if the backend responds with an error', async () => {
    const { backend } = await ecard(404);
    await expect(backend.stats('acme-cards', callContext())).rejects.toThrow('Failed to get company stats');
  });
});

describe('actions on a company', () => {
  test('are sent to the documented paths, with an empty body', async () => {
    const { backend, requests } = await ecard(202);
    await backend.requestLicenses('acme-cards', callContext());
    await backend.requestProfileData('acme-cards', callContext());
    await backend.deactivateCard('c1/x', callContext());
    expect(requests.map(({ line, body }) => line + body)).toEqual([
      'POST /ecard-api/portal/companies/acme-cards/topup',
      'POST /ecard-api/portal/companies/acme-cards/export',
      'DELETE /ecard-api/portal/nfcprofiles/c1%2Fx/clear',
    ]);
  });

  test('fail with the documented messages', async () => {
    const { backend } = await ecard(500, { error: 'printer on fire' });
    await expect(backend.requestLicenses('acme-cards', callContext())).rejects.toThrow(
      'Failed to request digital business card licenses',
    );
    await expect(backend.requestProfileData('acme-cards', callContext())).rejects.toThrow(
      'Export request failed',
    );
    await expect(backend.deactivateCard('c1', callContext())).rejects.toThrow(
      'Failed to deactivate digital business card',
    );
  });

  test.each(['', '.', '..'])('cause no call if the card ID would lead to another path: %j', async cardId => {
    const { backend, requests } = await ecard(200);
    await expect(backend.deactivateCard(cardId, callContext())).rejects.toThrow(
      'Failed to deactivate digital business card',
    );
    expect(requests).toEqual([]);
  });
});
