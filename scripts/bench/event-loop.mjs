// Imported into each process that is measured: how long its event loop has kept everybody waiting, whenever its
// parent asks. Node's histogram holds the whole time between two ticks of a timer, the timer's own included.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds; what is shorter goes unseen. */
const RESOLUTION = 1;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / 1e6 - RESOLUTION);
    delay.reset();
  });
  process.channel?.unref();
}
