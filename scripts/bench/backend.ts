// The backends of a benchmark, in their own process. Every response is created once and then served from memory.
// The caller's token selects the answer: `acme-10000@bench.example` has 10,000 licenses, and `both-10000@bench.example` has
// 10,000 cards, too. `people-10000@bench.example` has 1,000 cards, all of people with a license.
import { createServer } from 'node:http';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  activatedLicenses,
  claimedCards,
  pendingLicenses,
  people,
  type SeedAccount,
  unclaimedCards,
} from '../sandbox/seed';
import { createStore } from '../sandbox/store';

/** The responses of an owner. */
function createBodies(owner: string) {
  const count = Number(/-(\d+)/.exec(owner)?.[1]);
  const cards = /both|people/.test(owner) ? count / (owner.includes('people') ? 10 : 1) : 0;
  // With a fixed length, a number sorts alike by code unit, as in the floor, and by collation.
  const staff = people('acme.example', count * 0.9).map((person, index) => ({
    ...person,
    email: person.email.replace(/\d*@/, `-${String(index).padStart(6, '0')}@`),
  }));
  const account: SeedAccount = {
    email: owner,
    name: 'Mia "Max" Muster',
    company: 'Acme & Sons',
    summary: '',
    roles: [
      { product: 2, entityId: 'acme' },
      ...(cards > 0 ? [{ product: 3, entityId: 'acme' } as const] : []),
    ],
    scanner: {
      code: 'ACME-4711',
      licensesPurchased: Math.ceil(count * 1.2),
      integrations: ['Salesforce'],
      licenses: [
        ...activatedLicenses('AC', staff, count),
        ...pendingLicenses('AC', staff.length, count * 0.1),
      ],
    },
    ecard: {
      licensesPurchased: cards,
      cards: [
        ...claimedCards(0, staff.slice(0, cards * 0.9), cards),
        ...unclaimedCards(0, cards * 0.9, cards * 0.1),
      ],
    },
  };
  const store = createStore([account]);
  return {
    details: Buffer.from(JSON.stringify(account, ['name', 'company', 'roles', 'product', 'entityId'])),
    licenses: store.stats('license', 'acme'),
    cards: store.stats('card', 'acme'),
  };
}

const bodies = new LRUCache({ max: 100, memoMethod: createBodies });

/** The owner of a token: a JWT of the identity provider, or text such as tenant:acme-100. */
function ownerOf(authorization: string): string {
  const token = authorization.replace('Bearer ', '');
  return token.startsWith('tenant:') ? token : String(decodeJwt(token).email);
}

const server = createServer((request, response) => {
  const owner = ownerOf(request.headers.authorization ?? '');
  const path = request.url ?? '';
  const { details, licenses, cards } = bodies.memo(owner);
  const body = !path.endsWith('/stats') ? details : path.includes('/companies/') ? cards : licenses;
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
