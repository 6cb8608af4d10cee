import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';
import type { SeedAccount } from '../sandbox/seed';

/** Licenses of the large tenant, activated or not, and cards. */
const LARGE = { activated: 90_000, nonActivated: 10_000, cards: 100 };

/** Lines of the large tenant's export, with the headings. */
export const LARGE_EXPORT_LINES = LARGE.activated + 1;

/** A company, whose administrator is signed in. */
export interface Tenant {
  readonly email: string;
  /** As its browser keeps them. */
  readonly cookies: Map<string, string>;
}

const SMALL = 24;

/** Small companies, two of middle size, and a large one at the end. */
export function seedTenants(): SeedAccount[] {
  const small = Array.from({ length: SMALL }, (_, index) =>
    account(`small-${index}`, { activated: 10 + index * 8, nonActivated: 5, cards: 10 + index * 4 }),
  );
  const middle = Array.from({ length: 2 }, (_, index) =>
    account(`middle-${index}`, { activated: 4500, nonActivated: 500, cards: 1000 }),
  );
  return [...small, ...middle, account('large', LARGE)];
}

function account(name: string, size: typeof LARGE): SeedAccount {
  const person = (index: number) => `person.${index}@${name}.example`;
  return {
    email: `admin@${name}.example`,
    name: `Admin of ${name}`,
    company: name,
    summary: 'load',
    roles: [
      { product: 2, entityId: name },
      { product: 3, entityId: `${name}-cards` },
    ],
    scanner: {
      code: `${name.toUpperCase()}-1`,
      licensesPurchased: size.activated + size.nonActivated,
      integrations: ['Salesforce'],
      licenses: Array.from({ length: size.activated + size.nonActivated }, (_, index) => ({
        appId: `${name}-${100_000 + index}`,
        ...(index < size.activated && {
          email: person(index),
          activationDate: '2026-01-15T09:00:00.000Z',
          leadsTotal: (index * 7919) % 5000,
          leadsLast30Days: (index * 104_729) % 400,
        }),
      })),
    },
    ecard: {
      licensesPurchased: size.cards,
      leads: size.cards,
      cards: Array.from({ length: size.cards }, (_, index) => ({
        code: `${name}-c${index}`,
        // Every fifth card is nobody's yet.
        ...(index % 5 !== 0 && {
          email: person(index),
          name: `Person ${index}`,
          title: 'Engineer',
          activitiesTotal: (index * 7919) % 5000,
          activitiesLast30Days: (index * 104_729) % 400,
        }),
      })),
    },
  };
}

interface Places {
  readonly portal: string;
  readonly backends: string;
}

/**
 * Signs the administrators of all companies in, each with the link from their mail.
 * Thrown when the portal lets somebody not in: an Error.
 */
export async function signInTenants(places: Places): Promise<{ others: Tenant[]; large: Tenant }> {
  const tenants: Tenant[] = [];
  for (const { email } of seedTenants()) tenants.push(await signIn(email, places));
  const large = tenants.pop();
  if (!large) throw new Error('Nobody is to be signed in.');
  return { others: tenants, large };
}

async function signIn(email: string, { portal, backends }: Places): Promise<Tenant> {
  const tenant: Tenant = { email, cookies: new Map() };
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(portal + path, {
      method: 'POST',
      headers: { Cookie: cookieHeader(tenant) },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    await answer.text();
    keepCookies(tenant, answer.headers.getSetCookie());
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status} at the sign-in of ${email}`);
  };
  await post(paths.login, { email });
  const inbox = `${backends}/sandbox/inbox/latest.json?to=${encodeURIComponent(email)}`;
  const { link } = await (await fetch(inbox)).json();
  const { pathname, search } = new URL(link);
  await post(pathname + search, {});
  // Starting all at once would measure the identity provider's stand-in.
  await wait(20);
  return tenant;
}

export function cookieHeader({ cookies }: Tenant): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Keeps what an answer has set, as a browser would. */
export function keepCookies({ cookies }: Tenant, headers: readonly string[]): void {
  for (const header of headers) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (name === undefined || value === undefined) continue;
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
