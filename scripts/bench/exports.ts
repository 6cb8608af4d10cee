import { createServer, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMemory } from './processes';
import { adminOf, type Surroundings } from './surroundings';

const ROWS = 100_000;

/** The CSV file of a large company beside a bare pipeline that writes the same bytes, and what a slow reader costs. */
export async function measureExports(surroundings: Surroundings, seconds: number): Promise<void> {
  const portal = await surroundings.startPortal();
  const cookie = await portal.signIn(adminOf(ROWS));
  const address = `${portal.origin}/leads-capture/licenses.csv`;
  const file = await (await fetch(address, { headers: { cookie } })).text();
  await portal.longestBlock();
  const { rate, rows } = await repeat(address, cookie, seconds);
  const block = await portal.longestBlock();

  const floor = await startPipeline(file);
  const least = await repeat(floor.address, '', seconds);
  floor.close();

  const before = residentMemory(portal.pid);
  const readers = Array.from({ length: 8 }, () => slowReader(address, cookie));
  await wait(3000);
  const during = residentMemory(portal.pid);
  for (const reader of readers) reader.destroy();
  console.log('\nCSV');
  console.table({
    rows,
    'rows/s': Math.round(rate),
    'rows/s of a bare pipeline': Math.round(least.rate),
    ratio: (rate / least.rate).toFixed(2),
    'longest block ms': block.toFixed(0),
    'RSS before slow readers, MB': before.toFixed(0),
    'RSS with eight of them, MB': during.toFixed(0),
  });
  await portal.end();
}

async function repeat(
  address: string,
  cookie: string,
  seconds: number,
): Promise<{ rate: number; rows: number }> {
  const startedAt = performance.now();
  let rows = 0;
  let files = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    const text = await (await fetch(address, { headers: { cookie } })).text();
    rows += text.split('\r\n').length - 2;
    files++;
  }
  return { rate: rows / ((performance.now() - startedAt) / 1000), rows: rows / files };
}

/** The least that has to be done: the finished lines through a pipeline. */
async function startPipeline(file: string) {
  const lines = file.split('\r\n').map(line => `${line}\r\n`);
  const server = createServer((_request, response) => {
    pipeline(Readable.from(lines), response).catch(() => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    close: () => server.close(),
  };
}

/** Asks for a file and reads next to nothing of it. */
function slowReader(address: string, cookie: string) {
  const asking = request(address, { headers: { cookie } }, response => void response.pause());
  asking.on('error', () => {});
  asking.end();
  return asking;
}
