// Loaded into a server with NODE_OPTIONS: the five seconds in which it accepts requests after SIGTERM, which a slow test
// could miss, last while the file DRAIN_HELD_BY exists. main.ts and cluster.ts wait for them with timers/promises.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const DRAIN_DELAY_MS = 5000;
const { setTimeout: wait } = timers;

async function drain(delay) {
  while (existsSync(process.env.DRAIN_HELD_BY)) await wait(20);
  // Cluster workers accept requests a little longer than their primary process.
  await wait(delay - DRAIN_DELAY_MS);
}

timers.setTimeout = (delay, ...rest) =>
  delay >= DRAIN_DELAY_MS && delay < 2 * DRAIN_DELAY_MS ? drain(delay) : wait(delay, ...rest);
syncBuiltinESMExports();
