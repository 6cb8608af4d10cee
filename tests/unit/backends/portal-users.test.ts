import { describe, expect, test } from '@jest/globals';
import { createPortalUsers } from '../../../server/backends/portal-users';
import { answering, callContext, callerOf, startStandIn } from '../../support/backends/stand-in-backend';

async function portalUsers(status: number, body?: unknown) {
  const { origin, requests } = await startStandIn(answering(status, body));
  return { requests, backend: createPortalUsers(callerOf(origin)) };
}

test.each([200, 201, 202, 204])(
  'P167: a request for a sign-in link sends the address as Email, and succeeds with status %i',
  async status => {
    const { backend, requests } = await portalUsers(status, status === 204 ? '' : 'sent');
    await backend.sendMagicLink('zoë@acme.example');
    expect(requests).toMatchObject([
      { line: 'POST /portalusers/magiclink', body: '{"Email":"zoë@acme.example"}' },
    ]);
  },
);

describe('the details of an administrator', () => {
  test('P168: are the name, the company and the roles of known products', async () => {
    const { backend, requests } = await portalUsers(200, {
      name: 'Dana Whitfield',
      company: 'Acme & Sons',
      roles: [
        { product: 2, entityId: 'acme' },
        { product: 3, entityId: 'acme-cards' },
      ],
      unknown: { to: 'the portal' },
    });
    expect(await backend.details(callContext())).toEqual({
      name: 'Dana Whitfield',
      company: 'Acme & Sons',
      roles: [
        { productKey: 'license', entityId: 'acme' },
        { productKey: 'card', entityId: 'acme-cards' },
      ],
    });
    expect(requests).toMatchObject([
      { line: 'GET /portalusers', headers: { authorization: 'Bearer token' } },
    ]);
  });

  test.each([
    ['a number as text', [{ product: '2', entityId: 'acme' }], [{ productKey: 'license', entityId: 'acme' }]],
    ['an entity that is a number', [{ product: 3, entityId: 77 }], [{ productKey: 'card', entityId: '77' }]],
    [
      'another product',
      [
        { product: 1, entityId: 'acme' },
        { product: 23, entityId: 'acme' },
      ],
      [],
    ],
    ['no product', [{ entityId: 'acme' }, { product: null, entityId: 'acme' }], []],
    ['no entity', [{ product: 2 }, { product: 2, entityId: null }, { product: 2, entityId: ' ' }], []],
    [
      'rows that are not objects',
      [null, 'role', 2, [], { product: 2, entityId: 'acme' }],
      [{ productKey: 'license', entityId: 'acme' }],
    ],
    ['null', null, []],
    ['nothing', undefined, []],
    ['no list', 'admin', []],
    [
      'several for one product, in order',
      [
        { product: 2, entityId: 'first' },
        { product: 2, entityId: 'second' },
      ],
      [
        { productKey: 'license', entityId: 'first' },
        { productKey: 'license', entityId: 'second' },
      ],
    ],
  ])('have the valid roles of: %s', async (_case, sent, roles) => {
    const { backend } = await portalUsers(200, { name: null, roles: sent });
    expect(await backend.details(callContext())).toEqual({ name: '', company: '', roles });
  });
});
