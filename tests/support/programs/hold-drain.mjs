// Loaded into a server with NODE_OPTIONS: the five seconds in which it accepts requests after SIGTERM, which a slow test
// could miss, last while the file DRAIN_HELD_BY exists. main.ts waits for them with timers/promises.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const DRAIN_DELAY_MS = 5000;
const { setTimeout: wait } = timers;

async function drain() {
  while (existsSync(process.env.DRAIN_HELD_BY)) await wait(20);
}

timers.setTimeout = (delay, ...rest) => (delay === DRAIN_DELAY_MS ? drain() : wait(delay, ...rest));
syncBuiltinESMExports();
