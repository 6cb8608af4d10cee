import { setTimeout as wait } from 'node:timers/promises';
import { residentMemory } from './processes';
import type { Surroundings } from './surroundings';

const STARTS = 5;

/** From the start of the process to its first answer, and the memory that it takes while nobody asks. */
export async function measureStart(surroundings: Surroundings): Promise<void> {
  const times: number[] = [];
  let idle = Number.NaN;
  for (let start = 0; start < STARTS; start++) {
    const portal = await surroundings.startPortal();
    times.push(portal.startUp);
    await wait(1000);
    idle = residentMemory(portal.pid);
    await portal.end();
  }
  times.sort((a, b) => a - b);
  console.log('\nStart');
  console.table({
    'until /readyz, ms (median)': (times[Math.floor(STARTS / 2)] ?? Number.NaN).toFixed(0),
    'idle RSS, MB': idle.toFixed(0),
  });
}
