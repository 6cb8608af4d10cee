import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../ports';
import { script } from './dependencies';
import { adminOf, type BenchEnvironment, conditions, type MeasuredPortal } from './environment';
import { quantile } from './latencies';
import { type Measured, residentMemory, runProgram } from './processes';

const ROWS = 100_000;
const SLOW_READERS = 8;
const CONCURRENT_EXPORTS = 24;
const PAGE_INTERVAL_MS = 50;

/**
 * Measures the CSV file of a large company against a bare pipeline that writes the same bytes, the memory of slow
 * readers, and the latency of other pages during many exports.
 */
export async function measureExports(environment: BenchEnvironment, seconds: number): Promise<void> {
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(ROWS));
  const address = `${portal.origin}/leads-capture/licenses.csv`;
  const file = await (await fetch(address, { headers: { cookie } })).text();
  const rows = file.split('\r\n').length - 2;
  const pipeline = await startPipeline(file, environment.folder);

  // Alternating, because the load of the machine changes.
  const took = { portal: 0, pipeline: 0 };
  let files = 0;
  await portal.longestBlock();
  while (took.portal + took.pipeline < 2000 * seconds) {
    took.portal += await timed(() => download(address, cookie));
    took.pipeline += await timed(() => download(pipeline.address, ''));
    files++;
  }
  const block = await portal.longestBlock();
  await pipeline.end();

  const before = residentMemory(portal.pid);
  const readers = Array.from({ length: SLOW_READERS }, () => slowReader(address, cookie));
  await wait(3000);
  const during = residentMemory(portal.pid);
  for (const reader of readers) reader.destroy();

  const rate = (milliseconds: number) => Math.round((rows * files) / (milliseconds / 1000));
  console.log(`\nCSV (${conditions()})`);
  console.table({
    rows,
    'rows/s': rate(took.portal),
    'rows/s of a bare pipeline': rate(took.pipeline),
    ratio: (took.pipeline / took.portal).toFixed(2),
    'longest block ms': block.toFixed(0),
    'RSS before slow readers, MB': before.toFixed(0),
    [`RSS with ${SLOW_READERS} of them, MB`]: during.toFixed(0),
    ...(await measureCrowd(portal, { address, cookie, seconds })),
  });
  await portal.end();
}

/** Measures the page of a small company during many large exports. */
async function measureCrowd(
  portal: MeasuredPortal,
  { address, cookie, seconds }: { address: string; cookie: string; seconds: number },
): Promise<Record<string, string | number>> {
  const page = `${portal.origin}/leads-capture`;
  const small = await portal.signIn(adminOf(100));
  await download(page, small);
  let files = 0;
  let ended = false;
  async function exportRepeatedly(): Promise<void> {
    while (!ended) {
      await download(address, cookie);
      files++;
    }
  }
  await portal.longestBlock();
  const exports = Array.from({ length: CONCURRENT_EXPORTS }, exportRepeatedly);
  const pages: Promise<number>[] = [];
  let memory = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    pages.push(timed(() => download(page, small)));
    memory = Math.max(memory, residentMemory(portal.pid));
    await wait(PAGE_INTERVAL_MS);
  }
  const times = await Promise.all(pages);
  ended = true;
  await Promise.all(exports);
  const load = `during ${CONCURRENT_EXPORTS} exports`;
  return {
    [`files/s, ${load}`]: (files / seconds).toFixed(1),
    [`p50 of a small page ${load}, ms`]: quantile(times, 0.5).toFixed(0),
    [`p99 of a small page ${load}, ms`]: quantile(times, 0.99).toFixed(0),
    [`longest block ${load}, ms`]: (await portal.longestBlock()).toFixed(0),
    [`RSS ${load}, MB`]: memory.toFixed(0),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Reads a response. Throws an Error if it is not a file, because its figures would be meaningless. */
async function download(address: string, cookie: string): Promise<void> {
  const outgoing = send(address, cookie);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} from ${address}`);
}

/** Requests a file and reads hardly any of it. */
function slowReader(address: string, cookie: string): ClientRequest {
  const outgoing = send(address, cookie);
  outgoing.on('response', response => void response.pause());
  outgoing.on('error', () => {});
  return outgoing;
}

function send(address: string, cookie: string): ClientRequest {
  return request(address, { headers: { cookie }, agent: false }).end();
}

/** Starts a server for the same bytes, under the same conditions as the portal. */
async function startPipeline(file: string, folder: string): Promise<Measured & { readonly address: string }> {
  const path = join(folder, 'licenses.csv');
  await writeFile(path, file);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/`;
  const measured = await runProgram(script('bench/pipeline.ts'), {
    env: { PORT: String(port), FILE: path },
    address,
    isPinned: true,
  });
  return { ...measured, address };
}
