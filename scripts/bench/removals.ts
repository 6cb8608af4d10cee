import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';
import { REMOVAL_LIMIT } from '../../shared/removals';
import { adminOf, type BenchEnvironment, type MeasuredPortal } from './environment';

const RUNS = 3;
const MEGABYTE = 1e6;
const POLL_INTERVAL_MS = 100;

/** Prints the memory that a removal takes while it runs, and afterwards for its receipt. */
export async function measureRemovals(environment: BenchEnvironment): Promise<void> {
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(10_000));
  // The first one compiles the code and fills the caches.
  await removeAll(portal, cookie, async () => {});
  const before = await portal.memoryInUse();
  const running: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = await portal.memoryInUse();
    await removeAll(portal, cookie, async () => {
      running.push(((await portal.memoryInUse()) - start) / MEGABYTE);
    });
  }
  const receiptMegabytes = ((await portal.memoryInUse()) - before) / RUNS / MEGABYTE;
  console.log(`\nA removal of ${REMOVAL_LIMIT} licenses (at most 20 MB)`);
  console.table({
    'while it runs, MB': Math.max(...running).toFixed(1),
    'kept for the receipt, MB': receiptMegabytes.toFixed(1),
  });
  await portal.end();
}

/** Reviews and removes the first 1,000 licenses. Calls `whileRunning` again and again until they are done. */
async function removeAll(
  { origin }: MeasuredPortal,
  cookie: string,
  whileRunning: () => Promise<void>,
): Promise<void> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${origin}${path}?of=license`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
    });
  const review = await (await post(paths.reviewRemovals, { all: '1' })).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(review)?.[1] ?? '';
  const { url } = await post(paths.removalJob, {
    review: field('review'),
    digest: field('digest'),
    once: field('once'),
    count: String(REMOVAL_LIMIT),
  });
  for (;;) {
    const page = await (await fetch(url, { headers: { cookie } })).text();
    if (!page.includes('1,000 licenses done')) throw new Error(`No removal at ${url}: ${page.slice(0, 200)}`);
    if (page.includes(paths.removalReceipt)) return;
    await whileRunning();
    await wait(POLL_INTERVAL_MS);
  }
}
