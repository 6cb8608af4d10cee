import { isDeepStrictEqual } from 'node:util';
import { load } from 'cheerio';
import { paths } from '../../shared/paths';
import { adminOf, type BenchEnvironment, conditions, peopleAdminOf } from './environment';
import { measureLatencies, quantile } from './latencies';
import type { Measured } from './processes';

/** The measured requests: an administrator browses the list. */
const views = ['?page=2', '?', '?sort=leadsTotal', '?q=an', '?page=3&sort=leadsTotal&dir=asc'];

const cases = [
  { licenses: 100, connections: 8 },
  { licenses: 10_000, connections: 8 },
  { licenses: 100_000, connections: 2 },
];

/** Alternating rounds, because the load of the machine changes. */
const ROUNDS = 3;

/** A measured server and the requests to it. */
interface Contestant {
  readonly name: string;
  readonly server: Measured;
  readonly headers: Readonly<Record<string, string>>;
  /** By default, the path of the Lead Capture page. */
  readonly path?: string;
  /** Follows each of the views. */
  readonly more?: string;
}

/**
 * Measures the Lead Capture page against the floor: with fresh and with cached stats, uncompressed like the floor and
 * compressed as for browsers, and its unused licenses. Then the People page, with as many licenses and a tenth as many cards.
 */
export async function measurePages(environment: BenchEnvironment, seconds: number): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  for (const { licenses, connections } of cases) {
    // New processes for each size, so that memory of one case does not affect the next.
    const server = await environment.startPortal();
    const cookie = await server.signIn(adminOf(licenses));
    // The first response may start with a skeleton.
    await read(server.origin + paths.leadCapture, cookie);
    const floor = await environment.startFloor(await read(server.origin + paths.leadCapture, cookie));
    const cookieOfFloor = `token=tenant:acme-${licenses}`;
    for (const view of views) {
      const rows = await readRows(floor.origin, view, cookieOfFloor);
      if (rows.length === 0 || !isDeepStrictEqual(rows, await readRows(server.origin, view, cookie)))
        throw new Error(`The floor has other rows than the portal in ${view}`);
    }

    const warm = { server, headers: { cookie } };
    const cold = { server, headers: { cookie, 'cache-control': 'no-cache' } };
    const compressed = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' };
    // Another process, because the memory of lists is measured alone.
    const people = await environment.startPortal();
    const ofPeople = { server: people, path: paths.people };
    const peopleCookie = await people.signIn(peopleAdminOf(licenses));
    const contestants: Contestant[] = [
      { name: 'floor', server: floor, headers: { cookie: cookieOfFloor } },
      { name: 'cold', ...cold },
      { name: 'warm', ...warm },
      { name: 'warm, compressed', server, headers: compressed },
      { name: 'unused, cold', ...cold, more: '&activity=idle30' },
      { name: 'unused, warm', ...warm, more: '&activity=idle30' },
      { name: 'people, cold', ...ofPeople, headers: { cookie: peopleCookie, 'cache-control': 'no-cache' } },
      { name: 'people, warm', ...ofPeople, headers: { cookie: peopleCookie } },
    ];
    const results = contestants.map(() => new Result());
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, contestant] of contestants.entries()) {
        // The first round warms up the JIT compilers.
        if (round === 1) results[index] = new Result();
        await results[index]?.measure(contestant, connections, seconds / ROUNDS);
      }
    }
    for (const [index, { name }] of contestants.entries()) {
      const [floorResult, result] = [results[0], results[index]];
      if (result && floorResult) table[`${licenses} ${name}`] = result.describe(floorResult);
    }
    await Promise.all([floor, server, people].map(program => program.end()));
  }
  console.log(`\nThe Lead Capture page, and the People page (${conditions()})`);
  console.table(table);
}

/** The rows of a Lead Capture page, as texts. */
async function readRows(origin: string, view: string, cookie: string): Promise<string[]> {
  const $ = load(await read(`${origin}${paths.leadCapture}${view}`, cookie));
  const rows = $('#activated-licenses tbody tr').toArray();
  return rows.map(row => $(row).text().replace(/\s+/g, ''));
}

/** The results of the rounds of one contestant. */
class Result {
  #cpuTime = 0;
  #longestTurn = 0;
  #memory = Number.NaN;
  #latencies: readonly number[] = [];

  /** The CPU time of a page in milliseconds, which other programs of the machine change less than the rate. */
  get cpuTime(): number {
    return this.#cpuTime / this.#latencies.length;
  }

  async measure(
    { server, headers, path = paths.leadCapture, more = '' }: Contestant,
    connections: number,
    seconds: number,
  ): Promise<void> {
    // An order that is the default of its view leads to a shorter address.
    const urlOf = async (view: string) => (await fetch(server.origin + path + view + more, { headers })).url;
    const urls = await Promise.all(views.map(urlOf));
    await server.longestTurn();
    const cpuTime = await server.cpuTime();
    const latencies = await measureLatencies(seconds, {
      urls,
      headers,
      connections,
    });
    this.#latencies = this.#latencies.concat(latencies);
    this.#cpuTime += (await server.cpuTime()) - cpuTime;
    this.#longestTurn = Math.max(this.#longestTurn, await server.longestTurn());
    this.#memory = await server.residentMemory();
  }

  describe(floor: Result): Record<string, string> {
    return {
      'CPU ms': this.cpuTime.toFixed(2),
      'times as fast as the floor': (floor.cpuTime / this.cpuTime).toFixed(2),
      'p50 ms': quantile(this.#latencies, 0.5).toFixed(0),
      'p99 ms': quantile(this.#latencies, 0.99).toFixed(0),
      'RSS MB': this.#memory.toFixed(0),
      'longest turn ms': this.#longestTurn.toFixed(0),
    };
  }
}

async function read(url: string, cookie: string): Promise<string> {
  return (await fetch(url, { headers: { cookie } })).text();
}
