import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { paths } from '../../shared/paths';
import { adminOf, type BenchEnvironment, conditions } from './environment';
import { measureLatencies, median, quantile, startRequests } from './latencies';
import { runProgram, script } from './processes';

const ROWS = 100_000;
const SLOW_READERS = 8;
const CONCURRENT_EXPORTS = 24;
const PAGES_PER_SECOND = 20;

/** Alternating rounds, because the load of the machine changes. */
const ROUNDS = 3;

/**
 * Measures the CSV file of a large company against a bare pipeline that writes the same bytes, the memory of slow
 * readers, and the latency of other pages during many exports.
 */
export async function measureExports(environment: BenchEnvironment, seconds: number): Promise<void> {
  const portal = await environment.startPortal();
  const headers = { cookie: await portal.signIn(adminOf(ROWS)) };
  const url = `${portal.origin}/leads-capture/licenses.csv`;
  const file = await (await fetch(url, { headers })).text();
  const rows = file.split('\r\n').length - 2;
  const pipeline = await startPipeline(environment, file);

  const times: Record<'portal' | 'pipeline', number[]> = { portal: [], pipeline: [] };
  await portal.longestBlock();
  for (let round = 0; round < ROUNDS; round++) {
    const ofPortal = await measureLatencies(seconds / ROUNDS, { url, headers, connections: 1 });
    const ofPipeline = await measureLatencies(seconds / ROUNDS, { url: pipeline.origin, connections: 1 });
    times.portal.push(...ofPortal.latencies);
    times.pipeline.push(...ofPipeline.latencies);
  }
  const block = await portal.longestBlock();
  await pipeline.end();

  const before = await portal.residentMemory();
  const ended = new AbortController();
  // Their responses are not read.
  for (let reader = 0; reader < SLOW_READERS; reader++) await fetch(url, { headers, signal: ended.signal });
  await wait(3000);
  const during = await portal.residentMemory();
  ended.abort();

  // The page of a small company during many large exports.
  const small = { cookie: await portal.signIn(adminOf(100)) };
  await fetch(portal.origin + paths.leadCapture, { headers: small });
  await portal.longestBlock();
  // None of them may end in this time.
  let bytes = 0;
  const setupClient = (client: autocannon.Client) =>
    void client.on('body', chunk => {
      bytes += chunk.length;
    });
  const stopExports = startRequests({
    url,
    headers,
    connections: CONCURRENT_EXPORTS,
    timeout: 60,
    setupClient,
  });
  const page = await measureLatencies(seconds, {
    url: portal.origin + paths.leadCapture,
    headers: small,
    connections: PAGES_PER_SECOND,
    overallRate: PAGES_PER_SECOND,
  });
  const memory = await portal.residentMemory();
  const { duration } = await stopExports();

  const load = `during ${CONCURRENT_EXPORTS} exports`;
  console.log(`\nCSV (${conditions()})`);
  console.table({
    rows,
    'rows/s': Math.round((1000 * rows) / median(times.portal)),
    'rows/s of a bare pipeline': Math.round((1000 * rows) / median(times.pipeline)),
    ratio: (median(times.pipeline) / median(times.portal)).toFixed(2),
    'longest block ms': block.toFixed(0),
    'RSS before slow readers, MB': before.toFixed(0),
    [`RSS with ${SLOW_READERS} of them, MB`]: during.toFixed(0),
    [`files/s, ${load}`]: (bytes / Buffer.byteLength(file) / duration).toFixed(1),
    [`p50 of a small page ${load}, ms`]: quantile(page.latencies, 0.5).toFixed(0),
    [`p99 of a small page ${load}, ms`]: quantile(page.latencies, 0.99).toFixed(0),
    [`longest block ${load}, ms`]: (await portal.longestBlock()).toFixed(0),
    [`RSS ${load}, MB`]: memory.toFixed(0),
  });
  await portal.end();
}

/** Starts a server for the same bytes, under the same conditions as the portal. */
async function startPipeline({ folder }: BenchEnvironment, file: string) {
  const path = join(folder, 'licenses.csv');
  await writeFile(path, file);
  return runProgram(script('bench/pipeline.ts'), { env: { FILE: path }, isPinned: true });
}
