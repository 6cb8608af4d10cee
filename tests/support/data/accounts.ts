import { type Fault, json } from '../../../scripts/sandbox/faults';
import type {
  CardCompany,
  ScannerAccount,
  SeedAccount,
  SeedCard,
  SeedLicense,
} from '../../../scripts/sandbox/seed';

/** Returns an administrator of both products, with a few licenses and cards. */
export function dana(change: Partial<SeedAccount> = {}): SeedAccount {
  return {
    email: 'dana@acme.example',
    name: 'Dana Whitfield',
    company: 'Acme & Sons',
    summary: 'tests',
    roles: [
      { product: 2, entityId: 'acme' },
      { product: 3, entityId: 'acme-cards' },
    ],
    scanner: scanner(),
    ecard: cards(),
    ...change,
  };
}

/** Returns an administrator of another company, with one license and one card, both named 'foreign'. */
export function eve(): SeedAccount {
  return dana({
    email: 'eve@evil.example',
    name: 'Eve Adams',
    company: 'Evil Ltd',
    roles: [
      { product: 2, entityId: 'evil' },
      { product: 3, entityId: 'evil-cards' },
    ],
    scanner: scanner({
      code: 'EVIL-1',
      licenses: [license({ appId: 'foreign', email: 'mallory@evil.example' })],
    }),
    ecard: cards({ cards: [{ code: 'foreign', email: 'mallory@evil.example', name: 'Mallory' }] }),
  });
}

/** Returns an administrator whose company no other test uses, by the name of the test. */
export function ownCompany(name: string, change: Partial<SeedAccount> = {}): SeedAccount {
  return dana({
    email: `${name}@acme.example`,
    roles: [
      { product: 2, entityId: name },
      { product: 3, entityId: `${name}-cards` },
    ],
    ...change,
  });
}

/** Returns a scanner account: ten licenses purchased, three of them activated, two not. */
export function scanner(change: Partial<ScannerAccount> = {}): ScannerAccount {
  return {
    code: 'ACME-4711',
    licensesPurchased: 10,
    integrations: ['Salesforce'],
    licenses: [
      license({ appId: 'U-1', email: 'ada@acme.example', leadsLast30Days: 3, leadsTotal: 30 }),
      license({ appId: 'U-2', email: 'ben@acme.example', leadsLast30Days: 9, leadsTotal: 10 }),
      license({ appId: 'U-3', email: 'cleo@acme.example', leadsLast30Days: 5, leadsTotal: 50 }),
      { appId: 'N-1' },
      { appId: 'N-2' },
    ],
    ...change,
  };
}

export function license(change: Partial<SeedLicense> & { appId: string }): SeedLicense {
  return {
    email: `${change.appId.toLowerCase()}@acme.example`,
    activationDate: '2026-01-15T09:00:00.000Z',
    ...change,
  };
}

/** Returns `count` activated licenses with descending leads, from U-0001. */
export function licenses(count: number): SeedLicense[] {
  return Array.from({ length: count }, (_, index) =>
    license({
      appId: `U-${String(index + 1).padStart(4, '0')}`,
      leadsLast30Days: count - index,
      leadsTotal: (count - index) * 10,
    }),
  );
}

/** Returns a license for each of `count` people: U-0 of p0@acme.example, U-1 … */
export function licensesFor(
  count: number,
  change: (index: number) => Partial<SeedLicense> = () => ({}),
): SeedLicense[] {
  return Array.from({ length: count }, (_, index) =>
    license({ appId: `U-${index}`, email: `p${index}@acme.example`, ...change(index) }),
  );
}

/** Returns a company's cards: five purchased, two claimed, one not. */
export function cards(change: Partial<CardCompany> = {}): CardCompany {
  return {
    licensesPurchased: 5,
    leads: 12,
    cards: [
      {
        code: 'c1',
        email: 'ada@acme.example',
        name: 'Ada Byron',
        title: 'Engineer',
        activitiesTotal: 70,
        activitiesLast30Days: 7,
      },
      {
        code: 'c2',
        email: 'ben@acme.example',
        name: 'Ben Okafor',
        title: null,
        activitiesTotal: 90,
        activitiesLast30Days: 2,
      },
      { code: 'c3' },
    ],
    ...change,
  };
}

const awkwardTexts = [
  'plain',
  'com,ma',
  'quo"te',
  '"wholly, quoted"',
  'two\nlines',
  'ümläut,ß',
  'Ünï, "Cödé"',
  'Жанна',
  '田中',
  'مريم',
];

/** Returns a text that must be escaped in CSV, the same for the same number. */
export function awkwardText(index: number): string {
  return awkwardTexts[index % awkwardTexts.length] ?? '';
}

/** Returns `count` claimed cards with descending visits, from c0001. */
export function claimedCards(count: number): SeedCard[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    return {
      code: `c${number}`,
      email: `p${number}@acme.example`,
      name: `Person ${number}`,
      title: `Title ${number}`,
      activitiesLast30Days: count - index,
      activitiesTotal: (count - index) * 10,
    };
  });
}

/** Returns `count` non-claimed cards: n0001, n0002, … */
export function nonClaimedCards(count: number): SeedCard[] {
  return Array.from({ length: count }, (_, index) => ({ code: `n${String(index + 1).padStart(4, '0')}` }));
}

/** Returns a fault: the portal users backend responds with these details. */
export function details({ name = 'Dana', company = 'Acme', ...more }: Record<string, unknown>): Fault {
  return json({ name, company, ...more });
}
