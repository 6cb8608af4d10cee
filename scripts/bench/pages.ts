import autocannon from 'autocannon';
import { residentMemory } from './processes';
import { expectSamePage } from './same-page';
import { adminOf, conditions, type Surroundings } from './surroundings';

/** What is asked for again and again: an administrator who looks around in the list. */
const views = ['?page=2', '', '?sort=leadsTotal', '?q=ada', '?page=3&sort=leadsTotal&dir=asc'];

const cases = [
  { licences: 100, connections: 8 },
  { licences: 10_000, connections: 8 },
  { licences: 100_000, connections: 2 },
];

interface Load {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * The Lead Capture page, anew for each request and within 30 s of the last, beside the floor: uncompressed like that
 * one, and as browsers ask for it.
 */
export async function measurePages(surroundings: Surroundings, seconds: number): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  for (const { licences, connections } of cases) {
    // A process of its own for each size: memory that one case has taken is no matter of the next.
    const floor = await surroundings.startFloor();
    const cookieOfFloor = `token=tenant:acme-${licences}`;
    await load(floor.origin, { cookie: cookieOfFloor }, connections, seconds / 3);
    const least = await load(floor.origin, { cookie: cookieOfFloor }, connections, seconds);

    const portal = await surroundings.startPortal();
    const cookie = await portal.signIn(adminOf(licences));
    for (const view of views) {
      // The first time a skeleton may come before it.
      await read(`${portal.origin}/leads-capture${view}`, cookie);
      expectSamePage(
        await read(`${floor.origin}/leads-capture${view}`, cookieOfFloor),
        await read(`${portal.origin}/leads-capture${view}`, cookie),
      );
    }
    await floor.end();
    const row = async (name: string, headers: Record<string, string>) => {
      await load(portal.origin, { cookie, ...headers }, connections, seconds / 3);
      await portal.longestBlock();
      const measured = await load(portal.origin, { cookie, ...headers }, connections, seconds);
      const block = await portal.longestBlock();
      table[`${licences} ${name}`] = {
        ...describe(measured),
        '/ floor': (measured.requestsPerSecond / least.requestsPerSecond).toFixed(2),
        'RSS MB': residentMemory(portal.pid).toFixed(0),
        'longest block ms': block.toFixed(0),
      };
    };
    table[`${licences} floor`] = describe(least);
    await row('cold', { 'cache-control': 'no-cache' });
    await row('warm', {});
    await row('warm, compressed', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    await portal.end();
  }
  console.log(`\nThe Lead Capture page (${conditions()})`);
  console.table(table);
}

async function read(url: string, cookie: string): Promise<string> {
  return (await fetch(url, { headers: { cookie } })).text();
}

/** Asks for the views in turn. Thrown when an answer is no page: an Error, for such figures would mean nothing. */
async function load(
  origin: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
): Promise<Load> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: Math.max(1, Math.round(seconds)),
    timeout: 30,
    headers,
    requests: views.map(view => ({ path: `/leads-capture${view}` })),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { p50, p99 } = result.latency;
  return { requestsPerSecond: result['2xx'] / result.duration, p50, p99 };
}

function describe({ requestsPerSecond, p50, p99 }: Load): Record<string, string> {
  return { 'requests/s': requestsPerSecond.toFixed(1), 'p50 ms': String(p50), 'p99 ms': String(p99) };
}
