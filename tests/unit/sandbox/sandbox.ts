import type { Express } from 'express';
import { createSandbox, type SandboxOptions } from '../../../scripts/sandbox/host';
import type { SeedAccount } from '../../../scripts/sandbox/seed';
import { createStore, type Store } from '../../../scripts/sandbox/store';

/** Ruth runs both products of Tiny Fair; Otto has no role anywhere; Petra runs another company. */
export const accounts: SeedAccount[] = [
  {
    email: 'Ruth@tiny.example',
    name: 'Ruth Adler',
    company: 'Tiny Fair',
    summary: 'both products',
    roles: [
      { product: 2, entityId: 'scan-tiny' },
      { product: 3, entityId: 'card-tiny' },
    ],
    scanner: {
      code: 'TNY-1',
      licensesPurchased: 5,
      integrations: ['Salesforce'],
      licenses: [
        {
          appId: 'TF-1',
          email: 'ann@tiny.example',
          activationDate: '2025-03-01T09:00:00.000Z',
          leadsTotal: 40,
          leadsLast30Days: 4,
        },
        { appId: 'TF/2 %25', email: 'bob@tiny.example', leadsTotal: 2 },
        { appId: 'TF-3' },
      ],
    },
    ecard: {
      licensesPurchased: 4,
      leads: 9,
      cards: [
        {
          code: 'c1',
          email: 'ann@tiny.example',
          name: '=Ann, "the" Great',
          title: 'Director',
          activitiesTotal: 70,
          activitiesLast30Days: 7,
        },
        { code: 'c/2 %25', email: 'bob@tiny.example', name: 'Bob', activitiesTotal: 1 },
        { code: 'c3' },
      ],
    },
  },
  { email: 'otto@none.example', name: '', company: 'None', summary: 'no product', roles: [] },
  {
    email: 'petra@other.example',
    name: 'Petra',
    company: 'Other',
    summary: 'another company, and unknown entities',
    roles: [
      { product: 3, entityId: 'card-other' },
      { product: 2, entityId: 'scan-gone' },
      { product: 3, entityId: 'card-gone' },
    ],
    ecard: { licensesPurchased: 1, cards: [{ code: 'x1', email: 'petra@other.example', name: 'Petra' }] },
  },
];

/** Creates a sandbox in memory. Its bearer tokens are email addresses; a token without @ is invalid. */
export function openSandbox(options: Partial<SandboxOptions> = {}): { app: Express; store: Store } {
  const store = createStore(accounts);
  const app = createSandbox({
    store,
    verifyToken: async token => {
      if (!token.includes('@')) throw new Error('not a token');
      return { email: token };
    },
    createMagicLink: async email => `http://portal.example/finishsignup?mode=signIn&email=${email}`,
    ...options,
  });
  return { app, store };
}

/** Returns the Authorization header of a caller. */
export const as = (email: string): { authorization: string } => ({ authorization: `Bearer ${email}` });
