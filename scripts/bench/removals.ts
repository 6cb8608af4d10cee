import { paths } from '../../shared/paths';
import { REMOVAL_LIMIT } from '../../shared/removals';
import { adminOf, type BenchEnvironment, type MeasuredPortal } from './environment';

const RUNS = 3;
const MEGABYTE = 1e6;

/** Prints the memory that a run of removals takes halfway, and afterwards for its receipt. */
export async function measureRemovals(environment: BenchEnvironment): Promise<void> {
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
  const response = await post(paths.removalJob, fields);
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
  // The results of the last moment come with the outcome. The backend keeps every license listed.
  const outcome = `${REMOVAL_LIMIT.toLocaleString('en-US')} still listed`;
  if (!text.includes(outcome)) throw new Error(`A run has no outcome: ${text.slice(0, 200)}`);
}
