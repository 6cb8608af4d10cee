// The backends of a benchmark, in their own process. Every response is created once and then served from memory.
// The caller's token selects the answer: `acme-10000@bench.example` has 10,000 licenses, and `both-10000@bench.example` has
// 10,000 cards, too. `people-10000@bench.example` has 1,000 cards, of which most belong to people with a license.
import { createServer } from 'node:http';
import { decodeJwt } from 'jose';
import { createRandom } from '../random';

const names = ['ada', 'ben', 'chloe', 'dan', 'eve', 'finn', 'grace', 'hugo', 'iris', 'jonas'];

function licenseStats(count: number) {
  const random = createRandom(count);
  const userStats = Array.from({ length: count }, (_, index) => {
    const appId = `u${Math.floor(random() * 36 ** 6)
      .toString(36)
      .padStart(6, '0')}${index.toString(36).padStart(4, '0')}`;
    const email =
      index % 10 === 7 ? null : `${names[index % names.length]}.${appId.slice(1, 6)}@acme.example`;
    const leadsTotal = Math.floor(random() * 5000);
    const leadsLast30Days = Math.floor(random() * random() * leadsTotal);
    return { appId, email, activationDate: email && '2026-01-15T09:00:00.000Z', leadsTotal, leadsLast30Days };
  });
  return {
    code: 'ACME-4711',
    licencesPurchased: Math.ceil(count * 1.2),
    licencesClaimed: userStats.filter(({ email }) => email !== null).length,
    leadsTotal: count * 2500,
    leadsLast30Days: count * 625,
    integrations: [{ name: 'Salesforce' }],
    userStats,
  };
}

function cardStats(count: number, owners: readonly (string | null)[] = []) {
  const random = createRandom(count);
  const userStats = Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length];
    const isClaimed = index % 10 !== 7;
    const activitiesTotal = Math.floor(random() * 5000);
    return {
      code: `c${index.toString(36).padStart(5, '0')}`,
      email: isClaimed ? (owners[index * 2] ?? `${name}.${index.toString(36)}@acme.example`) : null,
      name: isClaimed ? `${name} of the team ${index % 997}` : null,
      title: isClaimed ? `Engineer ${index % 89}` : null,
      activitiesTotal,
      activitiesLast30Days: Math.floor(random() * random() * activitiesTotal),
    };
  });
  return { licencesPurchased: count, licencesClaimed: count, leads: 1, userStats };
}

const bodies = new Map<string, Buffer>();

function bodyFor(path: string, { count, hasCards, hasFewCards }: Owner): Buffer {
  const key = `${count} ${hasCards} ${hasFewCards} ${path}`;
  const known = bodies.get(key);
  if (known) return known;
  const details = {
    name: 'Mia "Max" Muster',
    company: 'Acme & Sons',
    roles: [
      { product: 2, entityId: `acme-${count}` },
      ...(hasCards ? [{ product: 3, entityId: `acme-${count}` }] : []),
    ],
  };
  const cards = () =>
    hasFewCards
      ? cardStats(
          count / 10,
          licenseStats(count).userStats.map(({ email }) => email),
        )
      : cardStats(count);
  const stats = () => (path.includes('/companies/') ? cards() : licenseStats(count));
  const body = Buffer.from(JSON.stringify(path.endsWith('/stats') ? stats() : details));
  bodies.set(key, body);
  return body;
}

interface Owner {
  readonly count: number;
  readonly hasCards: boolean;
  /** A tenth of the number of licenses. */
  readonly hasFewCards: boolean;
  readonly slow: boolean;
}

const owners = new Map<string, Owner>();

/** Returns the owner of a token: a JWT of the identity provider, or text such as tenant:acme-100. */
function ownerOf(authorization: string): Owner {
  const known = owners.get(authorization);
  if (known) return known;
  const token = authorization.replace('Bearer ', '');
  const owner = token.startsWith('tenant:') ? token : String(decodeJwt(token).email);
  const answer = {
    count: Number(/-(\d+)/.exec(owner)?.[1]),
    hasCards: owner.includes('both') || owner.includes('people'),
    hasFewCards: owner.includes('people'),
    slow: owner.includes('slow'),
  };
  owners.set(authorization, answer);
  return answer;
}

/** The delay of the stats of the slow account, in milliseconds. */
const SLOW_STATS_DELAY_MS = 5000;

const server = createServer((request, response) => {
  const owner = ownerOf(request.headers.authorization ?? '');
  const path = request.url ?? '';
  const body = bodyFor(path, owner);
  const send = () =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  if (owner.slow && path.endsWith('/stats')) setTimeout(send, SLOW_STATS_DELAY_MS);
  else send();
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
