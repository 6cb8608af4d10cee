import { paths } from '../../shared/paths';
import { REMOVAL_LIMIT } from '../../shared/removals';
import { adminOf, type BenchEnvironment, conditions, type MeasuredPortal } from './environment';
import { measureLatencies, median } from './latencies';

const LICENSES = 100_000;
const CONNECTIONS = 2;

/** Alternating rounds, because the load of the machine changes. */
const ROUNDS = 5;

const RUNS = 3;
const MEGABYTE = 1e6;

const views = [
  { name: 'every license', path: paths.leadCapture, headers: {} },
  { name: 'nothing in 30 days', path: `${paths.leadCapture}?activity=idle30`, headers: {} },
  { name: 'every license, fresh', path: paths.leadCapture, headers: { 'cache-control': 'no-cache' } },
  {
    name: 'nothing in 30 days, fresh',
    path: `${paths.leadCapture}?activity=idle30`,
    headers: { 'cache-control': 'no-cache' },
  },
] as const;

/** Measures the idle view against the plain list, and the memory of bulk removals. */
export async function measureRemovals(environment: BenchEnvironment, seconds: number): Promise<void> {
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(LICENSES));
  const latencies = views.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { path, headers }] of views.entries()) {
      const found = await measureLatencies(seconds / ROUNDS, {
        url: portal.origin + path,
        connections: CONNECTIONS,
        headers: { ...headers, cookie },
      });
      // The first round warms up the JIT compilers.
      if (round > 0) latencies[index]?.push(...found.latencies);
    }
  }
  const medians = latencies.map(median);
  const table = views.map(({ name }, index) => ({
    view: name,
    'p50 ms': medians[index]?.toFixed(1),
    '/ every license': ((medians[index] ?? 0) / (medians[index - (index % 2)] ?? 1)).toFixed(2),
  }));
  console.log(`\n${LICENSES} licenses, by activity (${conditions()}; at most 1.10)`);
  console.table(table);
  await portal.end();
  await measureRun(environment);
}

/** Prints the memory that a run takes halfway, and afterwards for its receipt. */
async function measureRun(environment: BenchEnvironment): Promise<void> {
  // A new process, because the other one's cache entries expire meanwhile.
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(10_000));
  // The first one compiles the code and fills the caches.
  await removeAll(portal, cookie, async () => {});
  const before = await portal.memoryInUse();
  const halfway: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = await portal.memoryInUse();
    await removeAll(portal, cookie, async () => {
      halfway.push(((await portal.memoryInUse()) - start) / MEGABYTE);
    });
  }
  const receiptMegabytes = ((await portal.memoryInUse()) - before) / RUNS / MEGABYTE;
  console.log(`\nA run of ${REMOVAL_LIMIT} removals (at most 20 MB)`);
  console.table({
    'halfway, MB': Math.max(...halfway).toFixed(1),
    'kept for the receipt, MB': receiptMegabytes.toFixed(1),
  });
  await portal.end();
}

/** Reviews and removes the first 1,000 licenses. Calls `onHalfDone` when half of them are done. */
async function removeAll(
  { origin }: MeasuredPortal,
  cookie: string,
  onHalfDone: () => Promise<void>,
): Promise<void> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${origin}${path}?of=license`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
    });
  const review = await (await post(paths.reviewRemovals, { all: '1' })).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(review)?.[1] ?? '';
  const fields = {
    review: field('review'),
    digest: field('digest'),
    once: field('once'),
    count: String(REMOVAL_LIMIT),
  };
  const response = await post(paths.removalRun, fields);
  let [lines, isHalfDone, text] = [0, false, ''];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const items = text.split('slot="finished-');
    lines += items.length - 1;
    // A chunk may end within a tag.
    text = items.at(-1) ?? '';
    if (lines < REMOVAL_LIMIT / 2 || isHalfDone) continue;
    isHalfDone = true;
    await onHalfDone();
  }
  if (lines !== REMOVAL_LIMIT) throw new Error(`A run ended after ${lines} removals: ${text.slice(0, 200)}`);
}
