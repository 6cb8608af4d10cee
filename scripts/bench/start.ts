import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../shared/paths';
import { adminOf, type BenchEnvironment } from './environment';
import { median } from './latencies';

const STARTS = 5;
const PAGES = 100;

/** Prints the time from the start of the process to its first response, and its memory before and after some pages. */
export async function measureStart(environment: BenchEnvironment): Promise<void> {
  const times: number[] = [];
  let idle = Number.NaN;
  let used = Number.NaN;
  for (let start = 0; start < STARTS; start++) {
    const portal = await environment.startPortal();
    times.push(portal.startUp);
    await wait(1000);
    idle = await portal.residentMemory();
    if (start === STARTS - 1) {
      const cookie = await portal.signIn(adminOf(100));
      for (let page = 0; page < PAGES; page++) {
        const path = page % 2 === 0 ? paths.dashboard : paths.leadCapture;
        await (await fetch(portal.origin + path, { headers: { cookie } })).text();
      }
      used = await portal.residentMemory();
    }
    await portal.end();
  }
  console.log('\nStart');
  console.table({
    'until /readyz, ms (median)': median(times).toFixed(0),
    'idle RSS, MB': idle.toFixed(0),
    [`RSS after ${PAGES} pages, MB`]: used.toFixed(0),
  });
}
