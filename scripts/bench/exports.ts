import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { adminOf, type BenchEnvironment, conditions } from './environment';
import { measureLatencies, median } from './latencies';
import { runProgram, script } from './processes';

const ROWS = 100_000;
const SLOW_READERS = 8;

/** Alternating rounds, because the load of the machine changes. */
const ROUNDS = 3;

/**
 * Measures the CSV file of a large company against a bare pipeline that writes the same bytes, and the memory of slow
 * readers. `npm run load` measures small companies during such exports.
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

  console.log(`\nCSV (${conditions()})`);
  console.table({
    rows,
    'rows/s': Math.round((1000 * rows) / median(times.portal)),
    'rows/s of a bare pipeline': Math.round((1000 * rows) / median(times.pipeline)),
    ratio: (median(times.pipeline) / median(times.portal)).toFixed(2),
    'longest block ms': block.toFixed(0),
    'RSS before slow readers, MB': before.toFixed(0),
    [`RSS with ${SLOW_READERS} of them, MB`]: during.toFixed(0),
  });
  await portal.end();
}

/** Starts a server for the same bytes, under the same conditions as the portal. */
async function startPipeline({ folder }: BenchEnvironment, file: string) {
  const path = join(folder, 'licenses.csv');
  await writeFile(path, file);
  return runProgram(script('bench/pipeline.ts'), { env: { FILE: path }, isPinned: true });
}
