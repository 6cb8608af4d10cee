import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths } from '../shared/paths';
import { median } from './bench/latencies';
import { openSite, REPLICAS } from './load/site';
import { type Report, startTraffic } from './load/traffic';
import { waitForSignal } from './system/signals';

// Puts two replicas of the built server under load, behind a balancer, and exits with 1 if a guarantee is broken:
//   npm run load -- --soak 60 --steps restart,soak
const SMALL_COMPANIES = 24;
const LARGE_COMPANY = 'large-100000@load.example';
const STEADY_LOAD_SHARE = 0.4;
const BACKGROUND_LOAD_SHARE = 0.2;
const SPIKE_FACTOR = 3;
const SMALL_P99_LIMIT_MS = 1000;
const MEMORY_GROWTH_LIMIT = 0.1;
const SAMPLE_INTERVAL_MS = 1000;
/** Session cookies are not renewed; the token is valid for an hour. */
const SESSION_SECONDS = 1800;

interface Guarantee {
  readonly guarantee: string;
  readonly kept: boolean;
  readonly found: string;
}

const steps: Record<string, () => Promise<Guarantee[]>> = {
  async spike() {
    const rate = Math.ceil(saturation * SPIKE_FACTOR);
    const stop = startTraffic('during the spike', { portal, cookies: small, connections: 1000, rate });
    await wait(20_000);
    const during = await report(stop);
    const afterwards = await startUsualTraffic('after the spike', STEADY_LOAD_SHARE);
    await wait(15_000);
    return [
      noFailure('spike: requests are answered, or shed with 503 and Retry-After', { ...during, shed: 0 }),
      noFailure('after the spike: no failure', await report(afterwards)),
    ];
  },

  async large() {
    const stopSmall = await startUsualTraffic('small companies', BACKGROUND_LOAD_SHARE);
    const stopLarge = startTraffic('large company', { portal, cookies: [large], connections: 2 });
    await wait(40_000);
    await report(stopLarge);
    const { p99 } = await report(stopSmall);
    const guarantee = `small companies next to a large one: p99 under ${SMALL_P99_LIMIT_MS} ms`;
    return [{ guarantee, kept: p99 < SMALL_P99_LIMIT_MS, found: `${p99} ms` }];
  },

  async reload() {
    const visits = [{ path: paths.leadCapture, reload: true }];
    const stopSmall = await startUsualTraffic('small companies', BACKGROUND_LOAD_SHARE);
    const stopLarge = startTraffic('large company', { portal, cookies: [large], connections: 10, visits });
    await wait(30_000);
    await report(stopLarge);
    return [
      noFailure('small companies next to a large one that reloads: no failure', await report(stopSmall)),
    ];
  },

  async restart() {
    const stop = await startUsualTraffic('all companies', STEADY_LOAD_SHARE);
    await wait(3000);
    for (let restart = 0; restart < 2 * REPLICAS; restart++) {
      await site.restart(restart % REPLICAS);
      await wait(3000);
    }
    return [noFailure('rolling restart: no failure', await report(stop))];
  },

  async soak() {
    const memory: number[][] = [];
    const guarantees: Guarantee[] = [];
    for (let left = soak; left > 0; left -= SESSION_SECONDS) {
      const stop = await startUsualTraffic('all companies', STEADY_LOAD_SHARE);
      const end = performance.now() + Math.min(left, SESSION_SECONDS) * 1000;
      while (performance.now() < end) {
        memory.push(await site.memory());
        await wait(SAMPLE_INTERVAL_MS);
      }
      guarantees.push(noFailure('steady load: no failure', await report(stop)));
    }
    for (const [index, megabytes] of (memory.at(-1) ?? []).entries()) {
      const grown = growth(memory.map(sample => sample[index] ?? 0));
      guarantees.push({
        guarantee: `replica ${index + 1}: memory flat (±${MEMORY_GROWTH_LIMIT * 100} %) over the soak`,
        kept: Math.abs(grown) <= MEMORY_GROWTH_LIMIT,
        found: `${(grown * 100).toFixed(1)} %, at last ${megabytes.toFixed(0)} MB`,
      });
    }
    return guarantees;
  },
};

const { values } = parseArgs({
  options: {
    /** The duration of the soak, in seconds. */
    soak: { type: 'string', default: '600' },
    /** The steps to take, in this order. */
    steps: { type: 'string', default: Object.keys(steps).join(',') },
  },
});
const soak = Number(values.soak);
const selectedSteps = values.steps.split(',').map(name => name.trim());
if (!(soak >= 20 && soak <= 86_400)) throw new Error('--soak accepts a number of seconds from 20 to 86400');
if (!selectedSteps.every(name => name in steps))
  throw new Error(`--steps accepts a list of ${Object.keys(steps).join(', ')}`);

const root = join(import.meta.dirname, '..');
console.log('Building the portal and starting two replicas with everything that they call …');
const site = await openSite(root);
const { portal } = site;
void waitForSignal().then(() => end(1));
let small = await signInSmall();
const large = await site.signIn(LARGE_COMPANY);
// The first requests compile and fill caches.
await findSaturation();
const saturation = await findSaturation();
console.log(`Saturation: ${saturation.toFixed(0)} requests a second`);

const guarantees: Guarantee[] = [];
for (const name of selectedSteps) {
  console.log(`\n${name}`);
  guarantees.push(...((await steps[name]?.()) ?? []));
}
console.table(guarantees);
await end(guarantees.every(({ kept }) => kept) ? 0 : 1);

async function end(code: number): Promise<never> {
  await site.close();
  process.exit(code);
}

async function signInSmall(): Promise<string[]> {
  const cookies: string[] = [];
  for (let index = 0; index < SMALL_COMPANIES; index++) {
    cookies.push(await site.signIn(`small-${10 + index * 8}@load.example`));
  }
  return cookies;
}

async function findSaturation(): Promise<number> {
  const seconds = 10;
  const stop = startTraffic('saturation', { portal, cookies: small, connections: 48 });
  await wait(seconds * 1000);
  const { requests, shed } = await stop();
  return (requests - shed) / seconds;
}

/** Starts traffic at a fraction of the site's capacity, with new sessions. */
async function startUsualTraffic(name: string, part: number): Promise<() => Promise<Report>> {
  small = await signInSmall();
  const rate = Math.max(1, Math.round(saturation * part));
  return startTraffic(name, { portal, cookies: small, connections: 48, rate });
}

/** Stops traffic and prints a report. */
async function report(stop: () => Promise<Report>): Promise<Report> {
  const found = await stop();
  const megabytes = (await site.memory()).map(used => used.toFixed(0));
  console.table([{ ...found, failures: describe(found), 'replicas, MB': megabytes.join(', ') }]);
  return found;
}

function noFailure(guarantee: string, found: Report): Guarantee {
  const failed = found.shed + found.failures.values().reduce((sum, count) => sum + count, 0);
  return { guarantee, kept: failed === 0 && found.requests > 0, found: describe(found) };
}

function describe({ requests, shed, failures }: Report): string {
  const kinds = [...failures, ...(shed > 0 ? [['503', shed]] : [])].map(
    ([kind, count]) => `${count} × ${kind}`,
  );
  return `${kinds.join(', ') || 'none'} of ${requests}`;
}

/** The growth of memory since the warm-up, which is the first fifth: 0.1 is ten percent. */
function growth(samples: readonly number[]): number {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const third = Math.floor(warm.length / 3);
  return median(warm.slice(-third)) / median(warm.slice(0, third)) - 1;
}
